#!/usr/bin/env python3
"""mutants.py BUILD COUNT [SEED] -- how many faults seeded into src/ the tests see.

BUILD is a source tree of its own, configured and built in place; it is left as it was. Every mutant changes
one operator or constant, or drops a statement, of a line drawn at random. It is built, and tests are run until
one fails: those of the program that are quick, then the C tests, those named like its room first. Survivors
are shown with their line."""
import os
import random
import re
import subprocess
import sys

OPERATORS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
             (" + ", " - "), (" - ", " + "), (" * ", " / "), (" && ", " || "), (" || ", " && "), ("++", "--"),
             (" += ", " -= "), (" -= ", " += "), ("true", "false"), ("false", "true")]
CONSTANT = re.compile(r"(?<![\w.\"%\\])(\d+(?:\.\d+)?)(?![\w.\"])")
STATEMENT = re.compile(r"^ {4,}(?:[a-z_]+(?:\(|->|\[| [-+*/|&]?= |\.|\+\+)).*;$")
SKIPPED = re.compile(r"^\s*(?:/?\*|//|#|\{\"|X\(|static const|const |enum|typedef|return;|break;|continue;)|\"")
FIRST = ["reference", "outputs", "bad_input", "theory"]
SECONDS = 900  # for one test: a mutant that runs without end is seen, too


def code_lines():
    """(file, number of a line, line) of what may be changed: the bodies of functions."""
    for folder, _, names in sorted(os.walk("src")):
        for name in sorted(n for n in names if n.endswith(".c")):
            path, inside = os.path.join(folder, name), False
            for number, line in enumerate(open(path).read().split("\n")):
                if line == "{":
                    inside = True
                elif line.startswith("}"):
                    inside = False
                elif inside and not SKIPPED.search(line):
                    yield path, number, line


def changes(line):
    """Every mutant of a line."""
    for old, new in OPERATORS:
        start = line.find(old)
        while start >= 0:
            yield line[:start] + new + line[start + len(old):]
            start = line.find(old, start + 1)
    for found in CONSTANT.finditer(line):
        value = found.group(1)
        other = "1" if value == "0" else "0" if value == "1" else value + "0"
        yield line[:found.start(1)] + other + line[found.end(1):]
    if STATEMENT.match(line) and line.count("(") == line.count(")"):
        yield re.match(r"\s*", line).group() + ";"


def passes(*command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS,
                              check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def tests_for(path):
    """The quick ones, then C tests, those that share a word with the file before the others."""
    text = open("tests/tests.mk").read()
    programs = re.findall(r"tests/(?:test_\w+|fuzz/replay)", text[text.index("C_TESTS"):text.index("SHELL_TESTS")])
    words = set(re.findall(r"[a-z]{3,}", path)) - {"src"}
    near = [t for t in programs if any(w[:5] in t or t[11:16] in w for w in words)]
    return near + ["tests/%s.sh" % t for t in FIRST] + [t for t in programs if t not in near]


def judge(path):
    """The test that sees the mutant, "the compiler", or None."""
    if not passes("make", "fedomp"):
        return "the compiler"
    for test in tests_for(path):
        if not test.endswith(".sh") and not passes("make", test):
            return "the compiler"
        if not passes("make", "check", "TESTS=" + test, "check_PROGRAMS=", "check_LIBRARIES="):
            return test
    return None


def main():
    os.chdir(sys.argv[1])
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    lines = list(code_lines())
    wanted, killed, survived = int(sys.argv[2]), 0, 0
    while killed + survived < wanted:
        path, number, line = draw.choice(lines)
        mutants = list(changes(line))
        if not mutants:
            continue
        mutant, text = draw.choice(mutants), open(path).read()
        rows = text.split("\n")
        rows[number] = mutant
        try:
            open(path, "w").write("\n".join(rows))
            seen = judge(path)
        finally:
            open(path, "w").write(text)
        if seen == "the compiler":  # no mutant
            continue
        killed, survived = killed + (seen is not None), survived + (seen is None)
        print("%s %s:%d\n  - %s\n  + %s" % ("killed by " + seen if seen else "SURVIVED", path, number + 1, line.strip(),
                                           mutant.strip()), flush=True)
    passes("make", "fedomp")
    print("%d of %d mutants killed, %d survived" % (killed, killed + survived, survived))


if __name__ == "__main__":
    main()
