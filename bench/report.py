"""report.py -- what run.py measured, as RESULTS.md, results.csv, curves.csv and roofline.svg."""
import math
import os
import platform
import statistics
import subprocess

import workloads


def describe(name):
    """Processor, caches, memory, system, compiler, and what else ran."""
    with open("/proc/meminfo") as stream:
        memory = int(stream.readline().split()[1]) / (1 << 20)
    cache, gcc = (subprocess.run(words, capture_output=True, text=True).stdout.strip()
                  for words in (["getconf", "LEVEL2_CACHE_SIZE"], ["gcc", "-dumpfullversion"]))
    load = os.getloadavg()[2]
    return (f"{name}; {int(cache) >> 10} KiB of second-level cache per core, {memory:.0f} GiB of memory; "
            f"{platform.freedesktop_os_release()['PRETTY_NAME']}, gcc {gcc}; load over the last 15 minutes {load:.1f}")


class Report:
    def __init__(self, out, rows, name, best, seen, repeats):
        self.out, self.rows, self.best, self.seen = out, rows, best, seen
        self.page = open(f"{out}/RESULTS.md", "w")
        self.put(f"""# Speed

Written by `make bench`: {describe(name)}.

Medians of {repeats} turns, with least and most. In each turn of a workload all that it is compared with is measured
once; ratios, of which those below are to fedomp on one thread, are medians of the turns' own. Peers are measured by
processor time, and so is fedomp on one thread where a study has several runs; all others by the clock. Rows of two
threads mean something only where nothing else ran; how many times faster two threads are is told by the clock on both
sides, beside what the machine itself gains from a second process that does the same study.
""")

    def put(self, text):
        self.page.write(text + "\n")

    def table(self, heads, rows):
        self.put("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
        for row in rows:
            self.put("| " + " | ".join(row) + " |")
        self.put("")

    def values(self, title, who):
        return [turn[who] for turn in self.seen[title] if who in turn]

    def value(self, title, who):
        """The median, in seconds; of "limit" and "limit of 2" the machine's."""
        return statistics.median(self.values(title, who))

    def ratio(self, title, who, base):
        return statistics.median(turn[who] / turn[base] for turn in self.seen[title] if who in turn and base in turn)

    def lines(self):
        for title, unit, factor, _, others, bound, _ in self.rows:
            for who in ["fedomp, 1 thread", "fedomp, 2 threads", workloads.BESIDE, *others, "limit"]:
                values = self.values(title, who)
                if values and self.values(title, "fedomp, 1 thread"):
                    yield (title, unit, "limit: " + bound[0] if who == "limit" else who,
                           statistics.median(values) / factor, min(values) / factor, max(values) / factor,
                           self.ratio(title, who, "fedomp, 1 thread"))

    def workloads(self):
        units = (("fma", "GF/s"), ("gemm", "GF/s"), ("l2", "GB/s"), ("dram", "GB/s"))
        self.table(["limit", "1 thread", "all threads"],
                   [[f"{key}, {unit}", *(f"{x / 1e9:.1f}" for x in self.best[key])] for key, unit in units])
        found = []
        with open(f"{self.out}/results.csv", "w") as csv:
            csv.write("workload,unit,who,median,least,most,ratio\n")
            for title, unit, who, middle, low, high, ratio in self.lines():
                low, high = f"{low:.4g}", f"{high:.4g}"
                print(f"{title:42} {who:26} {middle:10.4g} {unit}, {low} to {high}, ratio {ratio:.3g}")
                found.append([f"{title}, {unit}", who, f"{middle:.4g}", low, high, f"{ratio:.3g}"])
                csv.write(f'"{title}",{unit},"{who}",{middle:.6g},{low},{high},{ratio:.6g}\n')
        self.table(["workload", "who", "median", "least", "most", "ratio"], found)
        self.draw()

    def threads(self):
        """What a second thread gains, and what a second process would."""
        rows = [[title, f"{self.ratio(title, '1 thread by the clock', 'fedomp, 2 threads'):.2f}",
                 f"{2 * self.ratio(title, '1 thread by the clock', workloads.BESIDE):.2f}"]
                for title in workloads.SHARED if self.seen.get(title) and self.values(title, workloads.BESIDE)]
        self.put("## Two threads\n")
        self.table(["workload", "two threads, times faster", "two processes, times as much"], rows)

    def clients(self, table):
        self.put("""## Many clients

NGD on a circle, p = 100, 10 samples per client, one thread, one run each, beside drawing the same
samples for one client and reading the data once from memory; parameters count twice.
""")
        self.table(["model", "clients", "start, s", "draw, s", "round, ms", "read, ms", "recorded round, ms",
                    "memory, MB", "data and parameters, MB"],
                   [[model, f"{clients}", f"{t['start']:.3f}", f"{t['generate']:.3f}", f"{1e3 * t['round']:.2f}",
                     f"{1e3 * t['read']:.2f}", f"{1e3 * t['record']:.2f}", f"{t['memory'] / 1e6:.0f}",
                     f"{t['data'] / 1e6:.0f}"] for (model, clients), t in table.items()])

    def curves(self, lines):
        """The slope is that of log y between the last two points of a curve."""
        with open(f"{self.out}/curves.csv", "w") as csv:
            csv.write("curve,x,y,unit\n")
            for name, x, y, unit, _ in lines:
                csv.write(f'"{name}",{x},{y:.6g},{unit}\n')
        self.put("## Curves\n")
        found = []
        for name in dict.fromkeys(line[0] for line in lines):
            part = [line for line in lines if line[0] == name]
            slope = "" if len(part) < 2 else "%.2f" % (
                math.log(part[-1][2] / part[-2][2]) / math.log(part[-1][1] / part[-2][1]))
            found.append([f"{name}, {part[0][3]}", ", ".join(f"{x:g}: {y:.4g}" for _, x, y, _, _ in part), slope,
                          f"{part[0][4]}"])
        self.table(["curve", "values", "last slope", "expected"], found)

    def all_aims(self, table, lines):
        yield from workloads.aims(self.value, self.ratio)
        for model in ("linear", "logistic"):
            most = max((clients for name, clients in table if name == model), default=None)
            if most is None:
                continue
            t = table[model, most]
            yield f"{most} clients, {model}: start, times drawing", lambda t=t: t["start"] / t["generate"], 1.5, True
            yield f"{most} clients, {model}: round, times a read", lambda t=t: t["round"] / t["read"], 2.0, True
            yield f"{most} clients, {model}: recorded round, times a round", lambda t=t: t["record"] / t["round"], 3.0, True
            yield f"{most} clients, {model}: memory, times data", lambda t=t: t["memory"] / t["data"], 1.1, True
        points = {(name, x): y for name, x, y, _, _ in lines}
        yield "10^5 points, s", lambda: points["points of a tiny problem", 100000], 10.0, True

    def aims(self, table, lines):
        met, missed = 0, []
        for text, measure, bound, most in self.all_aims(table, lines):
            try:
                there = measure()
            except (KeyError, ValueError):
                missed.append([text, f"{'at most' if most else 'at least'} {bound:.3g}", "not measured"])
                continue
            good = there <= bound if most else there >= bound
            met += good
            if not good:
                missed.append([text, f"{'at most' if most else 'at least'} {bound:.3g}", f"{there:.3g}"])
        self.put(f"## Aims\n\n{met} of {met + len(missed)} are met. Missed:\n")
        self.table(["aim", "bound", "here"], missed)

    def others(self, found):
        for name, text in found:
            self.put(f"## {name}\n\n```\n{text.rstrip()}\n```\n")
            print(text, end="")

    def close(self, seconds):
        self.put(f"All of it took {seconds / 60:.1f} minutes.")
        self.page.close()

    def draw(self):
        """The roofline: operations per byte against operations per second, on one thread."""
        points = [(row[0], row[6][0] / row[6][1], row[6][0] / self.value(row[0], "fedomp, 1 thread") / 1e9)
                  for row in self.rows if row[6] is not None and self.values(row[0], "fedomp, 1 thread")]
        script = [f'set terminal svg size 800,500 dynamic; set output "{self.out}/roofline.svg"',
                  'set logscale xy; set xlabel "operations per byte"; set ylabel "GF/s, one thread"',
                  "set key top left; set xrange [0.1:300]; set yrange [1:500]; min(a, b) = a < b ? a : b"]
        for k, (title, x, y) in enumerate(sorted(points, key=lambda point: point[2])):
            side = "right" if x > 10 else "left"
            script.append(f'set label "{title}" at {x},{y} {side} offset {-1 if x > 10 else 1},{(-0.6, 0.6)[k % 2]}')
        roof = [f'min({self.best["fma"][0] / 1e9}, x * {self.best[key][0] / 1e9}) title "{name}"'
                for key, name in (("l2", "second-level cache"), ("dram", "memory"))]
        script += ["plot " + ", ".join(roof) + ', "-" with points pt 7 notitle']
        script += [f"{x} {y}" for _, x, y in points] + ["e"]
        subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)
