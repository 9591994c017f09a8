#!/usr/bin/env python3
"""covered.py BUILD OUT TEST... -- which lines of src/ each test executes, and its processor time.

BUILD is a build of configure --enable-gcov, with the tests built (make check TESTS=); TEST is a path such as
tests/test_core or tests/cli.sh. Every test runs with counters of its own. OUT is JSON, {test: [seconds, {file:
[line, ...]}]}; tests that it has already stay. tests/mutants.py reads it."""
import json
import os
import resource
import subprocess
import sys
import tempfile


def run(test, build, counters):
    """Runs a test; returns the processor time of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = dict(os.environ, FEDOMP=build + "/fedomp", FED_SRCDIR=build, FED_BUILDDIR=build, FED_CC="gcc --coverage",
                       GCOV_PREFIX=counters, GCOV_ERROR_FILE="/dev/null")
    done = subprocess.run(["sh", test] if test.endswith(".sh") else ["./" + test], cwd=build, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        print("%s: status %d" % (test, done.returncode))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def executed(build, counters):
    """The lines of src/ with a count, by file."""
    lines, base = {}, counters + build
    for folder, _, names in os.walk(base + "/src"):
        there = build + folder[len(base):]
        names = [name for name in names if name.endswith(".gcda") and os.path.exists("%s/%sno" % (there, name[:-2]))]
        for name in names:
            os.symlink("%s/%sno" % (there, name[:-2]), "%s/%sno" % (folder, name[:-2]))
        if not names:
            continue
        said = subprocess.run(["gcov", "-t", "-j"] + [folder + "/" + name for name in names], cwd=build, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for row in said.splitlines():
            for file in json.loads(row)["files"] if row.strip() else []:
                path = file["file"][file["file"].find("src/"):]
                lines.setdefault(path, set()).update(line["line_number"] for line in file["lines"] if line["count"] > 0)
    return {path: sorted(found) for path, found in lines.items() if found and path.startswith("src/")}


def main():
    build, out = os.path.abspath(sys.argv[1]), sys.argv[2]
    covered = json.load(open(out)) if os.path.exists(out) else {}
    for test in sys.argv[3:]:
        name = os.path.splitext(os.path.basename(test))[0]
        if name in covered:
            continue
        with tempfile.TemporaryDirectory() as counters:
            seconds = run(test, build, counters)
            covered[name] = [seconds, executed(build, counters)]
        with open(out, "w") as file:
            json.dump(covered, file)


if __name__ == "__main__":
    main()
