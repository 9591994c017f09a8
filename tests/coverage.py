#!/usr/bin/env python3
"""coverage.py [DIRECTORY...] -- lines executed and branches taken, of every file of src/, the worst first.

It runs in a build of configure --enable-gcov whose tests have run; DIRECTORY, instead of it, is a GCOV_PREFIX that
they ran with. A branch is an outcome of a condition. Those of a function that is compiled for several instruction
sets, or inlined in several places, count once."""
import json
import os
import re
import subprocess
import sys

CONDITIONS = re.compile(r"&&|\|\||\?")


def fold(text, counts):
    """Adds up the outcomes of one line's conditions over the copies of the line."""
    slots = 2 * (1 + len(CONDITIONS.findall(text)))
    if len(counts) <= slots or len(counts) % slots != 0:
        return counts
    return [sum(counts[k::slots]) for k in range(slots)]


class Counts:
    """Counts of lines and branches: {(file, line): count}, {(file, line): [count, ...]}."""

    def __init__(self):
        self.lines, self.branches, self.texts = {}, {}, {}

    def add_line(self, path, text, row):
        key = path, row["line_number"]
        self.lines[key] = self.lines.get(key, 0) + row["count"]
        if not row.get("branches"):
            return
        if path not in self.texts:
            self.texts[path] = open(text).read().split("\n")
        taken = fold(self.texts[path][key[1] - 1], [branch["count"] for branch in row["branches"]])
        before = self.branches.get(key, taken)
        if len(before) == len(taken):
            self.branches[key] = [a + b for a, b in zip(before, taken)] if before is not taken else taken
        elif len(taken) > len(before):
            self.branches[key] = taken

    def add(self, folder, build):
        """All counters below a folder; notes of the compiler that are not there come from the build."""
        for here, _, names in os.walk(folder):
            there = build + here[len(folder):]
            names = [name for name in names if name.endswith(".gcda") and
                     os.path.exists("%s/%sno" % (there, name[:-2]))]
            for name in names:
                if there != here and not os.path.lexists("%s/%sno" % (here, name[:-2])):
                    os.symlink("%s/%sno" % (there, name[:-2]), "%s/%sno" % (here, name[:-2]))
            if not names:
                continue
            said = subprocess.run(["gcov", "-t", "-j", "-b"] + [here + "/" + name for name in names], cwd=build,
                                  check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            for answer in map(json.loads, filter(None, said.splitlines())):
                for file in answer["files"]:
                    text = os.path.join(answer["current_working_directory"], file["file"])
                    at = file["file"].rfind("src/")
                    for row in file["lines"] if at >= 0 else []:
                        self.add_line(file["file"][at:], text, row)


def main():
    build, counts, files = os.getcwd(), Counts(), {}
    for folder in sys.argv[1:] or [build]:
        own = os.path.abspath(folder)
        own += build if os.path.isdir(own + build) else ""
        counts.add(own + "/src", build + "/src")
    for (path, _), count in counts.lines.items():
        row = files.setdefault(path, [0, 0, 0, 0])
        row[0] += count > 0
        row[1] += 1
    for (path, _), taken in counts.branches.items():
        files[path][2] += sum(count > 0 for count in taken)
        files[path][3] += len(taken)
    rows = sorted((row[0] / row[1], path, row) for path, row in files.items())
    rows.append((0, "in all", [sum(row[k] for _, _, row in rows) for k in range(4)]))
    for _, path, row in rows:
        print("%6.1f%% of %5d lines, %6.1f%% of %5d branches  %s" % (
            100.0 * row[0] / row[1], row[1], 100.0 * row[2] / row[3] if row[3] else 100.0, row[3], path))


if __name__ == "__main__":
    main()
