#!/usr/bin/env python3
"""Random problems of every loss with awkward data: fedipm against solvers that share nothing with it.

usage: ipm_random.py FEDOMP COUNT [FIRST]

Least squares by numpy; linear and quadratic programs (quantile, hinge, lasso) by scipy's HiGHS and
cvxopt; logistic, exponential, Poisson and p-norm losses by Newton's method with a line search, with l1
by coordinate descent on its quadratic model. A problem
passes when fedipm's objective is not above the other solver's by more than 1e-7 of it (or of
one sample's loss at theta = 0), or when it truly
says that there is no optimum. Prints one line for every problem that does not pass, then a summary.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from cvxopt import matrix, solvers
from scipy.optimize import linprog

solvers.options.update(show_progress=False, abstol=1e-12, reltol=1e-12, feastol=1e-12, maxiters=300)
LOSSES = ("linear", "logistic", "hinge", "quantile", "pnorm", "exponential", "poisson")
TWO = ("logistic", "hinge", "exponential")  # classes
FALLING = ("logistic", "exponential")  # for ever, where the classes are separated
DATA = ("plain", "collinear", "scaled", "duplicated", "zero", "wide", "separable", "offset")


def draw(seed):
    """A problem: features, responses, clients and the configuration."""
    rng = np.random.default_rng(seed)
    p = {"loss": LOSSES[seed % 7], "data": DATA[seed // 7 % 8], "seed": seed}
    d = int(rng.integers(2, 9))
    n = int(rng.integers(3, d)) if p["data"] == "wide" and d > 3 else int(rng.integers(4 * d, 100))
    x = rng.normal(size=(n, d))
    truth = rng.normal(size=d)
    score = x @ truth + 0.3
    if p["data"] == "collinear":
        x[:, 0] = x[:, 1:].sum(axis=1) + 3e-6 * rng.normal(size=n)
    elif p["data"] == "scaled":
        x = x * 10.0 ** rng.integers(-4, 5, size=d)
    elif p["data"] == "duplicated":
        x[:, 0] = x[:, -1]
    elif p["data"] == "zero":
        x[:, 0] = 0.0
    elif p["data"] == "offset":
        x[:, 0] += 1e6
    noise = rng.normal(size=n) if rng.random() < 0.5 else rng.standard_t(2, size=n)
    if p["loss"] in TWO:
        y = (score + (0.0 if p["data"] == "separable" else 1.5) * noise > 0.0).astype(float)
        if y.min() == y.max():
            y[0] = 1.0 - y[0]
    elif p["loss"] == "poisson":
        y = np.floor(np.exp(0.5 * np.clip(score + (0.0 if p["data"] == "separable" else 1.0) * noise, -9.0, 9.0)))
    else:
        y = (score + (0.0 if p["data"] == "separable" else 1.0) * noise) * 10.0 ** rng.integers(-4, 5)
    clients = int(rng.integers(1, 6))
    owner = np.minimum(rng.integers(0, clients, size=n), rng.integers(0, clients, size=n))
    owner = np.unique(owner, return_inverse=True)[1]
    p.update(x=x, y=y, owner=owner, intercept=bool(rng.random() < 0.5), uniform=bool(rng.random() < 0.3))
    p["tau"] = float(rng.choice([0.1, 0.3, 0.5, 0.8]))
    p["p"] = float(rng.choice([1.5, 2.5, 3.0, 8.0]))
    degree = {"linear": 2.0, "quantile": 1.0, "pnorm": p["p"]}.get(p["loss"], 0.0)
    size = np.sqrt(np.mean(y * y)) or 1.0
    slope = size ** (degree - 1.0) if degree else 1.0
    which = rng.integers(0, 4)
    p["l1"] = float(rng.choice([0.01, 0.1])) * slope if which in (1, 3) else 0.0
    p["l2"] = float(rng.choice([0.01, 0.1])) * (slope / size if degree else 1.0) if which in (2, 3) else 0.0
    return p


def weights(p):
    n, clients = len(p["y"]), p["owner"].max() + 1
    if not p["uniform"]:
        return np.full(n, 1.0 / n)
    return 1.0 / (clients * np.bincount(p["owner"])[p["owner"]])


def design(p):
    return np.hstack([p["x"], np.ones((len(p["y"]), 1))]) if p["intercept"] else p["x"]


def value(p, theta):
    eta, y, d = design(p) @ theta, p["y"], p["x"].shape[1]
    r = y - eta
    loss = {"linear": lambda: 0.5 * r * r, "logistic": lambda: np.logaddexp(0.0, eta) - y * eta,
            "exponential": lambda: np.exp(np.minimum(-(2.0 * y - 1.0) * eta, 700.0)),
            "poisson": lambda: np.exp(np.minimum(eta, 700.0)) - y * eta,
            "hinge": lambda: np.maximum(0.0, 1.0 - (2.0 * y - 1.0) * eta),
            "quantile": lambda: np.maximum(p["tau"] * r, (p["tau"] - 1.0) * r),
            "pnorm": lambda: np.abs(r) ** p["p"] / p["p"]}[p["loss"]]()
    return weights(p) @ loss + 0.5 * p["l2"] * theta[:d] @ theta[:d] + p["l1"] * np.abs(theta[:d]).sum()


def slopes(p, eta):
    """First and second derivatives of the samples' losses, logistic, exponential, Poisson's or a power."""
    if p["loss"] == "logistic":
        s = 1.0 / (1.0 + np.exp(-np.clip(eta, -700, 700)))
        return s - p["y"], s * (1.0 - s)
    if p["loss"] == "exponential":
        s = 2.0 * p["y"] - 1.0
        e = np.exp(np.minimum(-s * eta, 700.0))
        return -s * e, e
    if p["loss"] == "poisson":
        e = np.exp(np.minimum(eta, 700.0))
        return e - p["y"], e
    r = p["y"] - eta
    floor = 1e-9 * (np.abs(p["y"]).max() or 1.0)
    return (-np.sign(r) * np.abs(r) ** (p["p"] - 1.0),
            (p["p"] - 1.0) * np.maximum(np.abs(r), floor) ** (p["p"] - 2.0))


def newton(p, theta, rounds=300):
    """Damped Newton for smooth losses; the scaled Hessian may be singular."""
    a, w, d = design(p), weights(p), p["x"].shape[1]
    ridge = np.zeros(a.shape[1])
    ridge[:d] = p["l2"]
    for _ in range(rounds):
        first, second = slopes(p, a @ theta)
        g = a.T @ (w * first) + ridge * theta
        h = a.T @ (a * (w * second)[:, None]) + np.diag(ridge)
        scale = 1.0 / np.sqrt(np.maximum(np.diag(h), 1e-300))
        step = -scale * np.linalg.lstsq(h * np.outer(scale, scale), scale * g, rcond=1e-14)[0]
        here, t = value(p, theta), 1.0
        while t > 1e-12 and not value(p, theta + t * step) < here + 1e-4 * t * (g @ step):
            t *= 0.5
        if t <= 1e-12:
            break
        theta = theta + t * step
    return theta


def program(p):
    """Quantile, hinge and linear losses as programs in (theta, u, v), by HiGHS or cvxopt."""
    a, w, y, d = design(p), weights(p), p["y"], p["x"].shape[1]
    n, q = a.shape
    column = 1.0 / np.maximum(np.abs(a).max(axis=0), 1e-300)
    column[np.abs(a).max(axis=0) == 0] = 1.0
    a = a * column
    size = 1.0 if p["loss"] == "hinge" else np.abs(y).max() or 1.0
    degree = {"linear": 2, "quantile": 1, "hinge": 0}[p["loss"]]
    y = y / size if degree else y
    l1 = p["l1"] * column[:d] * (size / size**degree if degree else 1.0)
    l2 = p["l2"] * column[:d] ** 2 * (size**2 / size**degree if degree else 1.0)
    # variables: theta, |theta| (d), residual parts
    if p["loss"] == "quantile":  # y - a theta = u - v
        cost = np.concatenate([np.zeros(q), l1, p["tau"] * w, (1 - p["tau"]) * w])
        equal, side = np.hstack([a, np.zeros((n, d)), np.eye(n), -np.eye(n)]), y
    elif p["loss"] == "hinge":  # s a theta + u - v = 1
        s = (2.0 * y - 1.0)[:, None]
        cost = np.concatenate([np.zeros(q), l1, w, np.zeros(n)])
        equal, side = np.hstack([s * a, np.zeros((n, d)), np.eye(n), -np.eye(n)]), np.ones(n)
    else:  # y - a theta = u - v, (u - v)^2 in the cost
        cost = np.concatenate([np.zeros(q), l1, np.zeros(2 * n)])
        equal, side = np.hstack([a, np.zeros((n, d)), np.eye(n), -np.eye(n)]), y
    total = len(cost)
    above = np.zeros((2 * d, total))
    above[:d, :d], above[:d, q:q + d] = np.eye(d), -np.eye(d)
    above[d:, :d], above[d:, q:q + d] = -np.eye(d), -np.eye(d)
    if p["loss"] != "linear" and p["l2"] == 0.0:
        bounds = [(None, None)] * q + [(0, None)] * (d + 2 * n)
        out = linprog(cost, above, np.zeros(2 * d), equal, side, bounds, method="highs",
                      options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
        return None if out.x is None else out.x[:q] * column * (size if degree else 1.0)
    quad = np.zeros((total, total))
    quad[range(d), range(d)] = l2
    if p["loss"] == "linear":  # the residual itself, not its parts
        cost, above = cost[:q + d], above[:, :q + d]
        quad = quad[:q + d, :q + d]
        quad[:q, :q] += a.T @ (a * w[:, None])
        cost[:q] -= a.T @ (w * y)
        if p["l1"] == 0.0:
            return np.linalg.lstsq(np.vstack([np.sqrt(w)[:, None] * a, np.diag(np.sqrt(np.append(l2, np.zeros(q - d))))]),
                                   np.concatenate([np.sqrt(w) * y, np.zeros(q)]), rcond=1e-15)[0] * column * size
        out = solvers.qp(matrix(quad), matrix(cost), matrix(above), matrix(np.zeros(2 * d)))
    else:
        lower = np.hstack([np.zeros((d + 2 * n, q)), -np.eye(d + 2 * n)])
        out = solvers.qp(matrix(quad), matrix(cost), matrix(np.vstack([above, lower])),
                         matrix(np.zeros(3 * d + 2 * n)), matrix(equal), matrix(side))
    return np.array(out["x"]).ravel()[:q] * column * (size if degree else 1.0)


def proximal(p, theta):
    """l1 with a smooth loss: Newton on sets of signs, from coordinate descent's on the quadratic model."""
    a, w, d = design(p), weights(p), p["x"].shape[1]
    for _ in range(200):
        first, second = slopes(p, a @ theta)
        ridge = np.append(np.full(d, p["l2"]), np.zeros(a.shape[1] - d))
        g = a.T @ (w * first) + ridge * theta
        h = a.T @ (a * (w * second)[:, None]) + np.diag(ridge)
        new = theta.copy()
        for _ in range(1000):
            before = new.copy()
            for j in range(len(theta)):
                if h[j, j] <= 0.0:
                    continue
                z = new[j] - (g[j] + h[j] @ (new - theta)) / h[j, j]
                new[j] = np.sign(z) * max(abs(z) - p["l1"] / h[j, j], 0.0) if j < d else z
            if np.abs(new - before).max() <= 1e-14 * (np.abs(new).max() + 1e-300):
                break
        step, here, t = new - theta, value(p, theta), 1.0
        while t > 1e-12 and not value(p, theta + t * step) < here:
            t *= 0.5
        if t <= 1e-12:
            break
        theta = theta + t * step
    return theta


def reference(p):
    zero = np.zeros(design(p).shape[1])
    if p["loss"] in ("quantile", "hinge", "linear"):
        return program(p)
    if p["l1"] == 0.0:
        return newton(p, zero)
    return proximal(p, zero)


def separable(p):
    """Whether a plane has every sample on its side or on itself, not all on itself (a linear program)."""
    a = design(p)
    a = a / np.maximum(np.abs(a).max(axis=0), 1e-300)
    m = (2.0 * p["y"] - 1.0)[:, None] * a
    out = linprog(-m.sum(axis=0), -m, np.zeros(len(m)), bounds=[(-1, 1)] * a.shape[1], method="highs")
    return out.x is not None and -out.fun > 1e-7


def run(program_path, p, folder, extra=""):
    d = p["x"].shape[1]
    with open(folder + "/data.csv", "w", encoding="ascii") as f:
        f.write("client,y," + ",".join(f"x{j}" for j in range(d)) + "\n")
        for owner, y, row in zip(p["owner"], p["y"], p["x"]):
            f.write(f"{owner},{float(y)!r}," + ",".join(repr(float(v)) for v in row) + "\n")
    keys = {"quantile": f"tau = {p['tau']};", "pnorm": f"p = {p['p']};"}.get(p["loss"], "")
    with open(folder + "/run.cfg", "w", encoding="ascii") as f:
        f.write(f'data = {{ source = "file"; path = "data.csv"; target = "y"; client = "client"; }};\n'
                f'partition = {{ scheme = "given"; weights = "{"uniform" if p["uniform"] else "samples"}"; }};\n'
                f'loss = {{ type = "{p["loss"]}"; {keys} l1 = {p["l1"]:.17e}; l2 = {p["l2"]:.17e}; '
                f'intercept = {"true" if p["intercept"] else "false"}; }};\n'
                f'algorithm = {{ name = "fedipm"; {extra} }};\noutput = {{ metrics = "final"; }};\n')
    out = subprocess.run([program_path, "-q", "-c", folder + "/run.cfg", "-o", folder + "/out", "--force"],
                         capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"), check=False)
    with open(folder + "/out/metrics.csv", encoding="ascii") as f:
        last = f.read().splitlines()[-1].split(",")
    theta = None
    if out.returncode == 0:
        with open(folder + "/out/theta.csv", encoding="ascii") as f:
            theta = np.array([float(v) for v in f.read().splitlines()[-1].split(",")[3:]])
    return out, int(last[2]), theta


def judge(p, out, theta):
    """None: as it should be; else what is wrong."""
    if theta is None:
        if "no finite optimum" in out.stderr and p["loss"] in FALLING and p["l1"] == p["l2"] == 0.0 and separable(p):
            return None
        if "no finite optimum" in out.stderr and len(set(p["y"])) == 1:
            return None
        return out.stderr.strip()[-150:]
    best = reference(p)
    mine = value(p, theta)
    if p["loss"] in FALLING and p["l1"] == p["l2"] == 0.0 and separable(p):
        return f"an optimum where there is none: {mine}"
    theirs = min(value(p, best) if best is not None and np.isfinite(best).all() else np.inf, value(p, np.zeros_like(theta)))
    unit = max(abs(theirs), value(p, np.zeros_like(theta)) / len(p["y"]))  # or one sample's at theta = 0
    if not mine <= theirs + 1e-7 * unit:
        return f"objective {mine!r}, another solver's {theirs!r}"
    return None


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    extra = sys.argv[4] if len(sys.argv) > 4 else ""
    bad, steps = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            p = draw(seed)
            out, taken, theta = run(path, p, folder, extra)
            wrong = judge(p, out, theta)
            steps.append(taken)
            if wrong is not None:
                bad += 1
                print(f"{seed}: {p['loss']} p={p['p']} {p['data']} {p['x'].shape} l1={p['l1']:g} l2={p['l2']:g} "
                      f"intercept={p['intercept']} uniform={p['uniform']}: {taken} steps: {wrong}")
    print(f"{count - bad} of {count} agree, {int(np.median(steps))} steps in the median, {max(steps)} at most")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
