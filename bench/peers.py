"""peers.py -- the same arithmetic as the workloads of bench/run.py, by numpy, torch and scikit-learn, with
data in memory; each function returns seconds per unit of its workload."""
import time

import numpy as np


def timed(step, least=0.2, calls=3):
    """Processor seconds of one call, from so many calls that they take the least time."""
    step()
    begin = time.process_time()
    done = 0
    while done < calls or time.process_time() - begin < least:
        step()
        done += 1
    return (time.process_time() - begin) / done


def expit(x):
    return 1.0 / (1.0 + np.exp(-x))


def clients_data(m=200, n=50, p=8, seed=1):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((m, n, p)), rng.standard_normal((m, n, 1))


def ngd_linear_fused(points=12):
    """Twelve points at once: one product of each Gram matrix with the points' columns."""
    x, y = clients_data()
    s, b = x.transpose(0, 2, 1) @ x / 50, x.transpose(0, 2, 1) @ y / 50
    theta = np.zeros((200, 8, points))

    def step():
        nonlocal theta
        u = np.roll(theta, 1, axis=0)
        theta = u - 0.01 * (s @ u - b)

    return timed(step) / (200 * points)


def ngd_linear_loop():
    """A Python loop over the clients."""
    x, y = clients_data()
    s, b = x.transpose(0, 2, 1) @ x / 50, (x.transpose(0, 2, 1) @ y / 50)[:, :, 0]
    theta = np.zeros((200, 8))

    def step():
        nonlocal theta
        u = np.roll(theta, 1, axis=0)
        theta = np.array([u[m] - 0.01 * (s[m] @ u[m] - b[m]) for m in range(200)])

    return timed(step) / 200


def ngd_link_fused(link, p, points=12):
    x, y = clients_data(p=p)
    xt = np.ascontiguousarray(x.transpose(0, 2, 1))
    theta = np.zeros((200, p, points))

    def step():
        nonlocal theta
        u = np.roll(theta, 1, axis=0)
        theta = u - 1e-3 / 50 * (xt @ (link(x @ u) - y))

    return timed(step) / (200 * points)


def dense_logistic():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((100, 1000, 500))
    y = (rng.random((100, 1000)) < 0.5).astype(float)
    theta = np.zeros(500)

    def step():
        nonlocal theta
        grad = np.zeros(500)
        for m in range(100):
            grad += x[m].T @ (expit(x[m] @ theta) - y[m])
        theta = theta - 1e-6 * grad

    return timed(step, calls=5)


def softmax_mnist():
    rng = np.random.default_rng(1)
    x = rng.random((60000, 784))
    y = rng.integers(0, 10, 60000)
    theta = np.zeros((10, 784))

    def step():
        nonlocal theta
        grad = np.zeros_like(theta)
        for m in range(40):
            rows = slice(1500 * m, 1500 * (m + 1))
            eta = x[rows] @ theta.T
            mu = np.exp(eta - eta.max(axis=1, keepdims=True))
            mu /= mu.sum(axis=1, keepdims=True)
            mu[np.arange(1500), y[rows]] -= 1.0
            grad += mu.T @ x[rows]
        theta = theta - 1e-5 * grad

    return timed(step)


def a9a_rounds(step):
    """142 clients of 229 rows, batches of 32 dense rows, one pass."""
    rng = np.random.default_rng(1)
    x = (rng.random((142, 229, 123)) < 0.11).astype(float)
    y = (rng.random((142, 229)) < 0.24).astype(float)
    return timed(lambda: [step(x[m, k:k + 32], y[m, k:k + 32]) for m in range(142)
                          for k in range(0, 229, 32)])


def a9a_numpy():
    theta = np.zeros(123)

    def step(x, y):
        nonlocal theta
        theta = theta - 0.1 / len(y) * (x.T @ (expit(x @ theta) - y))

    return a9a_rounds(step)


def a9a_torch():
    import torch

    torch.set_num_threads(1)
    theta = torch.zeros(123, dtype=torch.float64, requires_grad=True)

    def step(x, y):
        loss = torch.nn.functional.binary_cross_entropy_with_logits(
            torch.from_numpy(x) @ theta, torch.from_numpy(y))
        grad, = torch.autograd.grad(loss, theta)
        with torch.no_grad():
            theta.sub_(0.1 * grad)

    return a9a_rounds(step)


def newton(solver, path):
    """scikit-learn's solver to a gradient of about 1e-9."""
    import warnings

    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression

    warnings.simplefilter("ignore")
    if path not in newton.data:
        newton.data[path] = load_svmlight_file(path)
    x, y = newton.data[path]
    if solver == "newton-cholesky":
        x = np.asarray(x.todense())
    fit = LogisticRegression(C=1.0 / (1e-3 * x.shape[0]), fit_intercept=False, solver=solver,
                             tol=1e-8 if solver == "liblinear" else 1e-9)
    return timed(lambda: fit.fit(x, y), calls=1)


newton.data = {}
