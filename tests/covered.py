#!/usr/bin/env python3
"""covered.py BUILD OUT TEST... -- which lines of src/ each test executes, and its processor time.

BUILD is a build of configure --enable-gcov, with the tests built (make check TESTS=); TEST is a path such as
tests/test_core or tests/cli.sh. Every test runs with counters of its own. OUT is JSON, {test: [seconds, {file:
[line, ...]}]}; tests that it has already stay. tests/mutants.py reads it. The counters of TEST stay in
OUT.counters/TEST: tests/coverage.py OUT.counters/* adds them up."""
import json
import os
import resource
import subprocess
import sys

from coverage import Counts


def run(test, build, counters):
    """Runs a test; returns the processor time of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = dict(os.environ, FEDOMP=build + "/fedomp", FED_SRCDIR=build, FED_BUILDDIR=build,
                       FED_CC="gcc --coverage", GCOV_PREFIX=counters, GCOV_ERROR_FILE="/dev/null")
    done = subprocess.run(["sh", test] if test.endswith(".sh") else ["./" + test], cwd=build, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        print("%s: status %d" % (test, done.returncode))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def executed(build, counters):
    """The lines of src/ with a count, by file."""
    counts, found = Counts(), {}
    counts.add(counters + build + "/src", build + "/src")
    for (path, line), count in sorted(counts.lines.items()):
        if count > 0:
            found.setdefault(path, []).append(line)
    return found


def main():
    build, out = os.path.abspath(sys.argv[1]), sys.argv[2]
    covered = json.load(open(out)) if os.path.exists(out) else {}
    for test in sys.argv[3:]:
        name = os.path.splitext(os.path.basename(test))[0]
        if name in covered:
            continue
        counters = os.path.join(os.path.abspath(out) + ".counters", name)
        seconds = run(test, build, counters)
        covered[name] = [seconds, executed(build, counters)]
        with open(out, "w") as file:
            json.dump(covered, file)


if __name__ == "__main__":
    main()
