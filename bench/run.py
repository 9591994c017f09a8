#!/usr/bin/python3
"""run.py FEDOMP MACHINE CONF OUT [REPEATS [PROGRAM...]] -- every workload here and in its peers, and the limits of
this machine, in turns; then the curves over threads, clients, parameters and points, once; then the
other programs of this folder. Prints medians and spreads; writes results.csv, curves.csv, RESULTS.md, roofline.svg.

A round's time is that of a long run less that of a short one, which has the same reading and writing: where a study is
one run, the seconds in rounds that run.yaml tells, else those of the process. What is compared with peers is processor
time on one thread, as theirs is; what a second thread gains is told by the clock on both sides, beside what this machine
gains from a second process: one thread is measured once more while another process repeats the same study.
WORKLOADS=word in the environment measures those workloads and curves alone whose names have the word."""
import collections
import contextlib
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import report
import workloads

FEDOMP, MACHINE, CONF, OUT = sys.argv[1:5]
REPEATS = int(sys.argv[5]) if len(sys.argv) > 5 else 5
PROGRAMS = sys.argv[6:]
TMP = tempfile.TemporaryDirectory(prefix="fedomp-bench.")
GIB = 1 << 30
WORD = os.environ.get("WORKLOADS", "")
ANY_THREADS = {key: value for key, value in os.environ.items() if key != "OMP_NUM_THREADS"}


# Seconds: what a row of the report tells, and by the clock.
Spent = collections.namedtuple("Spent", "row clock")


def spawn(threads, words):
    return os.posix_spawn(FEDOMP, [FEDOMP, "-t", str(threads), *words], os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)])


def execute(threads, words):
    """Processor seconds on one thread, seconds on more; those of the clock; the most memory, in bytes."""
    begin = time.perf_counter()
    _, status, usage = os.wait4(spawn(threads, words), 0)
    wall = time.perf_counter() - begin
    if status != 0:
        raise subprocess.CalledProcessError(os.waitstatus_to_exitcode(status), words)
    return Spent(wall if threads > 1 else usage.ru_utime + usage.ru_stime, wall), 1024 * usage.ru_maxrss


class Beside(threading.Thread):
    """Another process on one thread, which does the same study again and again."""
    def __init__(self, words):
        super().__init__()
        self.out = tempfile.mkdtemp(dir=TMP.name)
        self.words = [*words, "-o", self.out + "/out"]
        self.lock, self.process = threading.Lock(), None

    def begin(self):
        """The process; False once it is no longer wanted."""
        with self.lock:
            if self.process is not False:
                shutil.rmtree(self.out + "/out", ignore_errors=True)
                self.process = spawn(1, self.words)
            return self.process

    def run(self):
        while process := self.begin():
            os.waitpid(process, 0)

    def __enter__(self):
        self.start()

    def __exit__(self, *_):
        with self.lock:
            if self.process:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.process, signal.SIGKILL)
            self.process = False
        self.join()


class Run:
    """Functions of the number of threads, in seconds; a configuration is a file's name or its text."""
    conf = CONF
    words = []  # of the last study

    @staticmethod
    def file_of(text):
        if os.path.exists(text):
            return text
        path = tempfile.mktemp(dir=TMP.name, suffix=".cfg")
        with open(path, "w") as stream:
            stream.write(text)
        return path

    def study(self, threads, file, *keys, out=TMP.name):
        """Into a directory that is not there: what would be replaced is no part of the study."""
        shutil.rmtree(out + "/out", ignore_errors=True)
        self.words = ["-q", "-c", file]
        for key in keys:
            self.words += ["-D", key]
        return execute(threads, [*self.words, "-o", out + "/out"])

    @staticmethod
    def in_rounds(out=TMP.name):
        with open(out + "/out/run.yaml") as stream:
            return float(re.search(r"seconds_in_rounds: (\S+)", stream.read()).group(1))

    def rounds(self, text, long, short, *keys, per=1.0, times=1, runs=1):
        """A round's, divided by `per`; the median of so many."""
        file = self.file_of(text)

        def spent(threads, rounds):
            whole, _ = self.study(threads, file, *keys, f"algorithm.rounds={rounds}", f"output.every={long}")
            return Spent(self.in_rounds(), self.in_rounds()) if runs == 1 else whole

        def measure(threads):
            pairs = [(spent(threads, short), spent(threads, long)) for _ in range(times)]
            return Spent(*(statistics.median(pair[1][k] - pair[0][k] for pair in pairs) / (long - short) / per
                           for k in (0, 1)))
        return measure

    def whole(self, text, *keys, per=1.0):
        file = self.file_of(text)

        def measure(threads):
            return Spent(*(seconds / per for seconds in self.study(threads, file, *keys)[0]))
        return measure

    def start(self, memory, times=20):
        """By the clock: from the call to the end of two rounds of a tiny study, whose files are in memory, if there is
        a file system there, or on a disk, which is waited for six times."""
        file = self.file_of(workloads.TINY)

        def measure(threads):
            with tempfile.TemporaryDirectory(dir="/dev/shm" if memory and os.path.isdir("/dev/shm") else TMP.name) as out:
                clock = statistics.median(self.study(threads, file, out=out)[0].clock for _ in range(times))
            return Spent(clock, clock)
        return measure


def machine():
    lines = subprocess.run([MACHINE], check=True, capture_output=True, text=True,
                           env=ANY_THREADS).stdout.splitlines()
    values = {line.split()[0]: [float(x) for x in line.split()[1:]] for line in lines[1:]}
    return lines[0].split(" ", 1)[1], values


def attempt(function, *args):
    """None where data or a peer are not at hand."""
    try:
        return function(*args)
    except (subprocess.CalledProcessError, ImportError, OSError) as fault:
        print(f"left out: {fault}", file=sys.stderr)
        return None


def collect(run, rows):
    """The machine; the medians of its limits on one thread and on all; and for every workload its turns, each the
    seconds by who. What is compared is measured in one turn: a neighbour on the same machine comes and goes."""
    seen, limits, name = {}, [], ""
    for title, _, _, ours, others, bound, _ in rows:
        print(f"{title} ...", file=sys.stderr)
        for _ in range(REPEATS):
            turn = {}
            if bound is not None or not limits:
                name, now = machine()
                limits.append(now)
            for threads in (1, 2) if bound is not None else ():
                turn["limit" if threads == 1 else "limit of 2"] = bound[1](
                    {key: value[threads - 1] for key, value in now.items()})
            one, two = attempt(ours, 1), attempt(ours, 2)
            if one is not None and two is not None:
                turn |= {"fedomp, 1 thread": one.row, "fedomp, 2 threads": two.clock, "1 thread by the clock": one.clock}
                if title in workloads.SHARED:
                    with Beside(run.words):
                        turn[workloads.BESIDE] = ours(1).clock
            for peer, function in others.items():
                value = attempt(function)
                if value is not None:
                    turn[peer] = value
            seen.setdefault(title, []).append(turn)
    best = {key: [statistics.median(l[key][k] for l in limits) for k in (0, 1)] for key in limits[0]}
    return name, best, seen


def scale(run, model, clients):
    """NGD on a circle with so many clients, against drawing their data for one client and reading them once."""
    file = run.file_of(workloads.many(model, clients))
    rounds = max(30, min(2000, 4000000 // clients))
    alone = run.study(1, run.file_of(workloads.many(model, 1, "fedavg", clients)), "algorithm.rounds=0")[0].row
    start = run.study(1, file, "algorithm.rounds=0")[0].row
    once = run.in_rounds()
    run.study(1, file, f"algorithm.rounds={rounds}", f"output.every={rounds}")
    long = run.in_rounds()
    _, now = machine()
    _, memory = run.study(1, file, f"algorithm.rounds={rounds}", "output.every=1")
    record = (run.in_rounds() - long) / (rounds - 1)
    spent = (long - once - record) / rounds
    data, parameters = 8.0 * clients * 10 * 101, 2 * 8.0 * clients * 100
    return {"start": start, "generate": alone, "round": spent, "read": data / now["dram"][0],
            "record": record + spent, "memory": memory, "data": data + parameters}


def curves(run):
    """Rows (curve, x, y, unit, expected slope of log y)."""
    def row(name, x, function, unit, slope, *args):
        if WORD not in name:
            return []
        print(f"{name} at {x} ...", file=sys.stderr)
        value = attempt(function, *args)
        return [] if value is None else [(name, x, value.row, unit, slope)]

    rows = []
    for threads in range(1, (os.cpu_count() or 1) + 1):
        for name, text, long, short in (("dense logistic", workloads.dense(), 64, 4),
                                        ("NGD figure 3", f"{CONF}/paper/ngd_fig3.cfg", 3200, 200)):
            seconds = run.rounds(text, long, short, "replicates=1", runs=1 if name == "dense logistic" else 24)
            rows += row(f"threads: {name}", threads, seconds, "s per round", -1, threads)
    for p in (8, 32, 125, 500, 2000):
        seconds = run.rounds(workloads.dense(p, 4000000 // p, 100 if p < 2000 else 50), 400, 10)
        rows += row("parameters: dense logistic of 4e6 numbers", p, seconds, "s per round", 0, 1)
    for digits in (2, 3, 4, 5):
        seconds = run.whole(workloads.sweep(10 ** digits))
        rows += row("points of a tiny problem", 10 ** digits, seconds, "s", 1, 1)
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    most = 1000000 if free > 12 * GIB else 300000
    table = {}
    for model in ("linear", "logistic"):
        for clients in (100, 1000, 10000, 100000, most):
            if WORD not in f"clients: {model}":
                continue
            print(f"{clients} clients, {model} ...", file=sys.stderr)
            seen = attempt(scale, run, model, clients)
            if seen is not None:
                table[model, clients] = seen
                rows.append((f"clients: {model}, round", clients, seen["round"], "s", 1))
                rows.append((f"clients: {model}, start", clients, seen["start"], "s", 1))
    return rows, table


def others():
    """What the other programs of this folder print."""
    for words in PROGRAMS if WORD == "" else []:
        print(f"{words} ...", file=sys.stderr)
        done = subprocess.run(words, shell=True, capture_output=True, text=True, env=ANY_THREADS)
        name = re.search(r"bench/(\w+)", words).group(1)
        yield name, done.stdout if done.returncode == 0 else f"{name} ended with status {done.returncode}"


def main():
    os.makedirs(OUT, exist_ok=True)
    run = Run()
    rows = [row for row in workloads.workloads(run) if WORD in row[0]]
    begin = time.perf_counter()
    name, best, seen = collect(run, rows)
    lines, table = curves(run)
    page = report.Report(OUT, rows, name, best, seen, REPEATS)
    page.workloads()
    page.threads()
    page.clients(table)
    page.curves(lines)
    page.aims(table, lines)
    page.others(list(others()))
    page.close(time.perf_counter() - begin)


main()
