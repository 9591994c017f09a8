#!/usr/bin/python3
"""run.py FEDOMP MACHINE CONF OUT [REPEATS] -- every workload here and in its peers, and the limits of this
machine, in turn and several times. Prints medians and spreads; writes results.csv, RESULTS.md, roofline.svg.

One thread is measured by processor time, which other processes disturb least, two threads by the clock. A
run's time is that of a long run less that of a short one, which has the same reading and writing."""
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import peers

FEDOMP, MACHINE, CONF, OUT = sys.argv[1:5]
REPEATS = int(sys.argv[5]) if len(sys.argv) > 5 else 5
DATA = os.environ.get("FEDOMP_DATA_PATH", "").split(":")[0]
TMP = tempfile.TemporaryDirectory(prefix="fedomp-bench.")


def study(threads, file, *keys):
    """Processor seconds on one thread, seconds on more."""
    command = [FEDOMP, "-q", "-t", str(threads), "-c", file, "-o", TMP.name + "/out", "--force"]
    for key in keys:
        command += ["-D", key]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if threads > 1:
        return wall
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounds(text, long, short, *keys):
    """A function of the threads: seconds of a round."""
    if not os.path.exists(text):
        path = tempfile.mktemp(dir=TMP.name, suffix=".cfg")
        with open(path, "w") as stream:
            stream.write(text)
        text = path

    def measure(threads):
        times = [study(threads, text, *keys, f"algorithm.rounds={n}", f"output.every={long}")
                 for n in (long, short)]
        return (times[0] - times[1]) / (long - short)
    return measure


def scaled(measure, factor):
    return lambda threads: measure(threads) * factor


def whole(file, *keys):
    return lambda threads: study(threads, file, *keys)


def figure(number):
    file = f"{CONF}/paper/ngd_fig{number}.cfg"
    return scaled(rounds(file, 1200, 200, "replicates=1"), 1 / (24 * 200))


theta = ", ".join(f"{0.1 * (j % 5):.1f}" for j in range(500))
dense = f"""data = {{ source = "synthetic"; model = "logistic"; samples = 100000; theta = [{theta}]; }};
partition = {{ clients = 100; }}; loss = {{ type = "logistic"; optimum = false; }};
algorithm = {{ name = "fedavg"; learning_rate = 0.1; }}; output = {{ theta = false; }};"""
a9a = """data = { source = "dataset"; name = "a9a"; }; partition = { clients = 142; };
loss = { type = "logistic"; optimum = false; }; output = { theta = false; };
algorithm = { name = "fedavg"; learning_rate = 0.1; batch = 32; batch_scale = "batch"; };"""
mnist = """data = { source = "dataset"; name = "mnist"; }; partition = { clients = 40; };
loss = { type = "softmax"; optimum = false; }; output = { theta = false; };
algorithm = { name = "fedavg"; learning_rate = 0.1; };"""
cohort = """data = { source = "synthetic"; samples = 1000000; theta = [1.0, 2.0]; };
partition = { clients = 1000000; }; loss = { optimum = false; };
algorithm = { name = "fedavg"; learning_rate = 0.1; clients_per_round = 100; sampling = "%s"; };
output = { theta = false; };"""
tiny = """data = { source = "synthetic"; samples = 20; theta = [1.0, 2.0]; }; partition = { clients = 2; };
algorithm = { name = "fedavg"; rounds = 2; }; output = { metrics = "final"; theta = false; every = 2; };
sweep = ( { key = "algorithm.learning_rate"; values = [%s]; },
          { key = "loss.l2"; values = [%s]; } );"""


def sweep(points):
    path = f"{TMP.name}/sweep{points}.cfg"
    with open(path, "w") as stream:
        stream.write(tiny % (", ".join(f"{(k + 1) / points:.6f}" for k in range(points // 100)),
                             ", ".join(f"{k / 100:.2f}" for k in range(100))))
    return scaled(whole(path), 1 / points)


def second_order(data):
    text = f"""data = {{ source = "dataset"; name = "{data}"; }}; partition = {{ clients = 142; }};
loss = {{ type = "logistic"; l2 = 1e-3; optimum = false; }};
algorithm = {{ name = "fednewton"; tolerance = 1e-9; }}; output = {{ theta = false; }};"""
    measure = rounds(text, 100, 0)
    return lambda threads: measure(threads) * 100


# name, unit in seconds, ours, peers, (limit, its seconds on one thread from l = limits), flops and bytes
FLOPS, BYTES = 2.0, 8.0
WORKLOADS = [
    ("NGD figure 2, linear", "ns per client-iteration", 1e-9, figure(2),
     {"numpy, 12 points fused": peers.ngd_linear_fused, "numpy, loop": peers.ngd_linear_loop},
     ("second-level cache", lambda l: 72 * BYTES / l["l2"]), (144, 576)),
    ("NGD figure 3, logistic", "ns per client-iteration", 1e-9, figure(3),
     {"numpy, 12 points fused": lambda: peers.ngd_link_fused(peers.expit, 6)},
     ("multiply-adds", lambda l: 4 * 50 * 6 / l["fma"]), (1200, 2800)),
    ("NGD figure 4, Poisson", "ns per client-iteration", 1e-9, figure(4),
     {"numpy, 12 points fused": lambda: peers.ngd_link_fused(np.exp, 8)},
     ("multiply-adds", lambda l: 4 * 50 * 8 / l["fma"]), (1600, 3600)),
    ("dense logistic, 100 x 1000 x 500", "ms per round", 1e-3, rounds(dense, 24, 4),
     {"numpy, a client at a time": peers.dense_logistic},
     ("memory read", lambda l: 5e7 * BYTES / l["dram"]), (2e8, 4e8)),
    ("FedAvg on a9a, batches of 32", "ms per round", 1e-3, rounds(a9a, 440, 40),
     {"numpy": peers.a9a_numpy, "torch": peers.a9a_torch},
     ("memory read", lambda l: (451592 * 12 + 32561 * 32) / l["dram"]), (4 * 451592, 6.46e6)),
    ("softmax on MNIST, 40 clients", "ms per round", 1e-3, rounds(mnist, 12, 2),
     {"numpy, a client at a time": peers.softmax_mnist},
     ("gemm", lambda l: 4 * 60000 * 784 * 10 / l["gemm"]), (4 * 60000 * 784 * 10, 60000 * 784)),
] + [
    (f"l2-logistic to 1e-9, {data}", "ms", 1e-3, second_order(data),
     {solver: lambda data=data, solver=solver: peers.newton(solver, f"{DATA}/{data}")
      for solver in ("liblinear", "newton-cholesky")}, None, None)
    for data in ("a9a", "phishing", "mushrooms", "w8a")
] + [
    ("cohort of 100 of 10^6, uniform", "us per round", 1e-6, rounds(cohort % "uniform", 2200, 200),
     {}, None, None),
    ("cohort of 100 of 10^6, by weight", "us per round", 1e-6,
     rounds(cohort % "weight", 2200, 200), {}, None, None),
    ("sweep of 10^3 points", "us per point", 1e-6, sweep(1000), {}, None, None),
    ("sweep of 10^4 points", "us per point", 1e-6, sweep(10000), {}, None, None),
]


def machine():
    every = {key: value for key, value in os.environ.items() if key != "OMP_NUM_THREADS"}
    lines = subprocess.run([MACHINE], check=True, capture_output=True, text=True,
                           env=every).stdout.splitlines()
    values = {line.split()[0]: [float(x) for x in line.split()[1:]] for line in lines[1:]}
    return lines[0].split(" ", 1)[1], values


def attempt(function, *args):
    """None where data or a peer are not at hand."""
    try:
        return function(*args)
    except (subprocess.CalledProcessError, ImportError, OSError) as fault:
        print(f"left out: {fault}", file=sys.stderr)
        return None


def collect():
    seen, limits, name = {}, [], ""
    for _ in range(REPEATS):
        name, now = machine()
        limits.append(now)
        for title, _, _, ours, others, _, _ in WORKLOADS:
            runs = [("fedomp, 1 thread", ours, 1), ("fedomp, 2 threads", ours, 2)]
            runs += [(peer, function) for peer, function in others.items()]
            for who, function, *args in runs:
                value = attempt(function, *args)
                if value is not None:
                    seen.setdefault((title, who), []).append(value)
    best = {key: [statistics.median(l[key][k] for l in limits) for k in (0, 1)]
            for key in limits[0]}
    return name, best, seen


def rows(best, seen):
    for title, unit, factor, _, others, bound, _ in WORKLOADS:
        one = seen.get((title, "fedomp, 1 thread"))
        if one is None:
            continue
        base = statistics.median(one)
        for who in ["fedomp, 1 thread", "fedomp, 2 threads", *others]:
            values = seen.get((title, who))
            if values is not None:
                middle = statistics.median(values)
                yield (title, unit, who, middle / factor, min(values) / factor,
                       max(values) / factor, middle / base)
        if bound is not None:
            limit = bound[1]({key: value[0] for key, value in best.items()})
            yield (title, unit, "limit: " + bound[0], limit / factor, None, None, limit / base)


def write_tables(name, best, table):
    with open(f"{OUT}/results.csv", "w") as csv, open(f"{OUT}/RESULTS.md", "w") as page:
        page.write(f"""# Speed

Written by `make bench`: {name}.
Medians of {REPEATS} runs in turn, with least and most. One thread is measured by processor time, two threads by the clock, peers on one thread by processor time. The ratio is
to fedomp on one thread.

| limit | 1 thread | all threads |
|---|---|---|
""")
        for key, unit in (("fma", "GF/s"), ("gemm", "GF/s"), ("l2", "GB/s"), ("dram", "GB/s")):
            page.write(f"| {key}, {unit} | {best[key][0] / 1e9:.1f} | {best[key][1] / 1e9:.1f} |\n")
        page.write("\n| workload | who | median | least | most | ratio |\n|---|---|---|---|---|---|\n")
        csv.write("workload,unit,who,median,least,most,ratio\n")
        for title, unit, who, middle, low, high, ratio in table:
            low, high = ("" if x is None else f"{x:.4g}" for x in (low, high))
            print(f"{title:34} {who:26} {middle:10.4g} {unit}, ratio {ratio:.3g}")
            page.write(f"| {title}, {unit} | {who} | {middle:.4g} | {low} | {high} | {ratio:.3g} |\n")
            csv.write(f'"{title}",{unit},"{who}",{middle:.6g},{low},{high},{ratio:.6g}\n')


def draw(best, seen):
    """The roofline: operations per byte against operations per second, on one thread."""
    points = [(title, work[0] / work[1], work[0] / statistics.median(seen[title, who]) / 1e9)
              for title, _, _, _, _, _, work in WORKLOADS for who in ["fedomp, 1 thread"]
              if work is not None and (title, who) in seen]
    script = [f'set terminal svg size 800,500 dynamic; set output "{OUT}/roofline.svg"',
              'set logscale xy; set xlabel "operations per byte"; set ylabel "GF/s, one thread"',
              "set key off; set xrange [0.1:300]; min(a, b) = a < b ? a : b"]
    script += [f'set label "{title}" at {x},{y} offset 1,0' for title, x, y in points]
    roof = [f'min({best["fma"][0] / 1e9}, x * {best[key][0] / 1e9})' for key in ("l2", "dram")]
    script += ["plot " + ", ".join(roof) + ', "-" with points pt 7']
    script += [f"{x} {y}" for _, x, y in points] + ["e"]
    subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


def main():
    os.makedirs(OUT, exist_ok=True)
    name, best, seen = collect()
    write_tables(name, best, list(rows(best, seen)))
    draw(best, seen)


main()
