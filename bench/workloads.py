"""workloads.py -- what is measured: configurations, how long they run, their peers, limits and aims."""
import os

import numpy as np

import peers

DATA = os.environ.get("FEDOMP_DATA_PATH", "").split(":")[0]
BYTES = 8.0
LENET = "lenet5, 10 of 1000 clients, batches of 10"
RECORDED = "figure 3, every thousandth round recorded"
SETS = ("a9a", "phishing", "mushrooms", "w8a")
FIGURE2, POINTS = "NGD figure 2, linear", "sweep of 10^5 points"
SHARED = (FIGURE2, LENET, POINTS, *(f"l2-logistic to 1e-9, {name}" for name in SETS))  # whose gain is an aim
BESIDE = "fedomp, 1 thread beside another process"


def numbers(count, most=5):
    return ", ".join(f"{0.1 * (j % most):.1f}" for j in range(count))


def dense(p=500, samples=100000, clients=100):
    return f"""data = {{ source = "synthetic"; model = "logistic"; samples = {samples}; theta = [{numbers(p)}]; }};
partition = {{ clients = {clients}; }}; loss = {{ type = "logistic"; optimum = false; }};
algorithm = {{ name = "fedavg"; learning_rate = 0.1; }}; output = {{ theta = false; }};"""


def many(model, clients, algorithm="ngd", held=1):
    """`clients` of `held` times 10 samples, 100 parameters."""
    network = 'network = { type = "circle"; };' if algorithm == "ngd" else ""
    return f"""data = {{ source = "synthetic"; model = "{model}"; samples = {10 * clients * held}; theta = [{numbers(100)}]; }};
partition = {{ clients = {clients}; }}; {network} loss = {{ type = "{model}"; optimum = false; }};
algorithm = {{ name = "{algorithm}"; learning_rate = 0.01; }}; output = {{ theta = false; }};"""


A9A = """data = { source = "dataset"; name = "a9a"; }; partition = { clients = 142; };
loss = { type = "logistic"; optimum = false; }; output = { theta = false; };
algorithm = { name = "fedavg"; learning_rate = 0.1; batch = 32; batch_scale = "batch"; };"""
MNIST = """data = { source = "dataset"; name = "mnist"; }; partition = { clients = 40; };
loss = { type = "softmax"; optimum = false; }; output = { theta = false; };
algorithm = { name = "fedavg"; learning_rate = 0.1; };"""
COHORT = """data = { source = "synthetic"; samples = 1000000; theta = [1.0, 2.0]; };
partition = { clients = 1000000; }; loss = { optimum = false; };
algorithm = { name = "fedavg"; learning_rate = 0.1; clients_per_round = 100; sampling = "%s"; };
output = { theta = false; };"""
NEWTON = """data = { source = "dataset"; name = "%s"; }; partition = { clients = 142; };
loss = { type = "logistic"; l2 = 1e-3; optimum = false; };
algorithm = { name = "fednewton"; tolerance = 1e-9; }; output = { theta = false; };"""


TINY = """data = { source = "synthetic"; samples = 20; theta = [1.0, 2.0]; }; partition = { clients = 2; };
algorithm = { name = "fedavg"; rounds = 2; }; output = { metrics = "final"; theta = false; every = 2; };
"""


def sweep(points):
    """A tiny problem at so many points, a multiple of 100."""
    rates = ", ".join(f"{(k + 1) / points:.7f}" for k in range(points // 100))
    penalties = ", ".join(f"{k / 100:.2f}" for k in range(100))
    return TINY + f"""sweep = ( {{ key = "algorithm.learning_rate"; values = [{rates}]; }},
          {{ key = "loss.l2"; values = [{penalties}]; }} );"""


def workloads(run):
    """Rows: name, unit, seconds in it, ours as a function of the threads, peers, limit as a function of the rates
    of the machine with so many threads, (operations, bytes) for the roofline."""
    def figure(number, rounds):
        file = f"{run.conf}/paper/ngd_fig{number}.cfg"
        return run.rounds(file, 200 + rounds, 200, "replicates=1", per=24 * 200, runs=24)

    def read(amount):
        return "memory read", lambda rate: amount / rate["dram"]

    rows = [
        (FIGURE2, "ns per client-iteration", 1e-9, figure(2, 20000),
         {"numpy, 12 points fused": peers.ngd_linear_fused, "numpy, loop": peers.ngd_linear_loop},
         ("second-level cache", lambda rate: 72 * BYTES / rate["l2"]), (144, 576)),
        ("NGD figure 3, logistic", "ns per client-iteration", 1e-9, figure(3, 3000),
         {"numpy, 12 points fused": lambda: peers.ngd_link_fused(peers.expit, 6)},
         ("multiply-adds", lambda rate: 4 * 50 * 6 / rate["fma"]), (1200, 2800)),
        ("NGD figure 4, Poisson", "ns per client-iteration", 1e-9, figure(4, 3000),
         {"numpy, 12 points fused": lambda: peers.ngd_link_fused(np.exp, 8)},
         ("multiply-adds", lambda rate: 4 * 50 * 8 / rate["fma"]), (1600, 3600)),
        ("dense logistic, 100 x 1000 x 500", "ms per round", 1e-3, run.rounds(dense(), 64, 4),
         {"numpy, a client at a time": peers.dense_logistic}, read(5e7 * BYTES), (2e8, 4e8)),
        ("FedAvg on a9a, batches of 32", "ms per round", 1e-3, run.rounds(A9A, 2040, 40),
         {"numpy": peers.a9a_numpy, "torch": peers.a9a_torch}, read(451592 * 12 + 32561 * 32),
         (4 * 451592, 6.46e6)),
        ("softmax on MNIST, 40 clients", "ms per round", 1e-3, run.rounds(MNIST, 32, 2),
         {"numpy, a client at a time": peers.softmax_mnist},
         ("gemm", lambda rate: 4 * 60000 * 784 * 10 / rate["gemm"]),
         (4 * 60000 * 784 * 10, 60000 * 784)),
    ]
    rows.append((LENET, "us per sample", 1e-6, run.rounds(f"{run.conf}/mnist_lenet5.cfg", 150, 50, per=600), {}, None, None))
    for name in SETS:
        rows.append((f"l2-logistic to 1e-9, {name}", "ms", 1e-3, run.rounds(NEWTON % name, 100, 0, per=0.01, times=9),
                     {solver: lambda name=name, solver=solver: peers.newton(solver, f"{DATA}/{name}")
                      for solver in ("liblinear", "newton-cholesky")}, None, None))
    for how in ("fixed", "uniform", "weight"):
        rows.append((f"cohort of 100 of 10^6, {how}", "us per round", 1e-6, run.rounds(COHORT % how, 200200, 200),
                     {}, None, None))
    for digits in (3, 4, 5):
        rows.append((f"sweep of 10^{digits} points", "us per point", 1e-6,
                     run.whole(sweep(10 ** digits), per=10 ** digits), {}, None, None))
    file, keys = f"{run.conf}/paper/ngd_fig3.cfg", ("replicates=1", "algorithm.rounds=1000")
    every = run.whole(file, *keys, "output.every=1")
    rows.append((RECORDED, "s", 1.0, run.whole(file, *keys, "output.every=1000"),
                 {"fedomp, every round recorded": lambda: every(1).row}, None, None))
    rows.append(("start of the program, a tiny study", "ms", 1e-3, run.start(True), {}, None, None))
    rows.append(("start of the program, results on disk", "ms", 1e-3, run.start(False), {}, None, None))
    return rows


def aims(value, ratio):
    """(text, what is there, bound, whether it is the most): value(workload, who) is a median in seconds,
    ratio(workload, who, base) the median of the turns' ratios."""
    one, two = "fedomp, 1 thread", "fedomp, 2 threads"

    def over(name, who, base=one):
        return ratio(name, who, base)

    def gain(name):
        return ratio(name, "1 thread by the clock", two)

    fig2, fig3, fig4 = FIGURE2, "NGD figure 3, logistic", "NGD figure 4, Poisson"
    fused, wide = "numpy, 12 points fused", "dense logistic, 100 x 1000 x 500"
    fedavg, softmax = "FedAvg on a9a, batches of 32", "softmax on MNIST, 40 clients"
    yield "figure 2 within 1.4 of the second-level cache", lambda: over(fig2, one, "limit"), 1.4, True
    yield "figure 2, times fused numpy", lambda: over(fig2, fused), 9.0, False
    yield "figure 2, times faster on two threads", lambda: gain(fig2), 1.8, False
    yield "figure 3, times fused numpy", lambda: over(fig3, fused), 6.0, False
    yield "figure 4, times fused numpy", lambda: over(fig4, fused), 2.2, False
    yield "dense logistic within 1.3 of a read", lambda: over(wide, one, "limit"), 1.3, True
    yield "dense logistic on two threads within 1.3 of a read", lambda: over(wide, two, "limit of 2"), 1.3, True
    yield "FedAvg on a9a within 2 of a read", lambda: over(fedavg, one, "limit"), 2.0, True
    yield "FedAvg on a9a, times numpy", lambda: over(fedavg, "numpy"), 25.0, False
    yield "softmax within 1.6 of gemm", lambda: over(softmax, one, "limit"), 1.6, True
    yield "lenet5, ten clients, times faster on two threads", lambda: gain(LENET), 1.8, False
    for name in SETS:
        title = f"l2-logistic to 1e-9, {name}"
        yield (f"Newton on {name}, of the best peer", lambda title=title: max(
            over(title, one, peer) for peer in ("liblinear", "newton-cholesky")), 1 / 3, True)
        yield f"Newton on {name}, times faster on two threads", lambda title=title: gain(title), 1.7, False
    for how in ("uniform", "weight"):
        yield (f"cohort of 100, {how}: microseconds above a fixed one", lambda how=how: 1e6 * (
            value(f"cohort of 100 of 10^6, {how}", one) - value("cohort of 100 of 10^6, fixed", one)), 10.0, True)
    yield ("figure 3, every round recorded, times every thousandth",
           lambda: over(RECORDED, "fedomp, every round recorded"), 2.0, True)
    yield "10^5 points, times faster on two threads", lambda: gain(POINTS), 1.8, False
    yield "start of the program, ms", lambda: 1e3 * value("start of the program, a tiny study", one), 5.0, True
    yield ("start of the program on two threads, ms",
           lambda: 1e3 * value("start of the program, a tiny study", two), 8.0, True)
