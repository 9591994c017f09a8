#!/usr/bin/env python3
"""mutants.py BUILD COUNT SEED COVERED [SECONDS] -- how many faults seeded into src/ the tests see.

BUILD is a source tree of its own, configured in place, with the tests built (make check TESTS=); only its
programs change. Every mutant changes one operator or constant, or drops a statement, of a line drawn at random.
Its object is linked before the others, and the tests that execute its line run, the quick ones first, until one
fails. COVERED, which tests/covered.py writes, says which tests these are. A test that takes longer than SECONDS
(default: all of them run) is left out. Survivors are shown with their line."""
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

OPERATORS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
             (" + ", " - "), (" - ", " + "), (" * ", " / "), (" && ", " || "), (" || ", " && "), ("++", "--"),
             (" += ", " -= "), (" -= ", " += "), ("true", "false"), ("false", "true")]
CONSTANT = re.compile(r"(?<![\w.\"%\\])(\d+(?:\.\d+)?)(?![\w.\"])")
STATEMENT = re.compile(r"^ {4,}(?:[a-z_]+(?:\(|->|\[| [-+*/|&]?= |\.|\+\+)).*;$")
SKIPPED = re.compile(r"^\s*(?:/?\*|//|#|\{\"|X\(|static const|const |enum|typedef|return;|break;|continue;)|\"")
FAILED = re.compile(rb"^not ok\b", re.M)
SHARED = {"test_library", "test_linking", "library", "python", "symbols"}  # link with libfedomp.so
LIBRARY = "make -s fedomp libfedomp.la tests/test_library tests/test_linking"


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
        other = str(float(value) + 1) if "." in value else {"0": "1", "1": "0"}.get(value, value + "0")
        yield line[:found.start(1)] + other + line[found.end(1):]
    if STATEMENT.match(line) and line.count("(") == line.count(")"):
        yield re.match(r"\s*", line).group() + ";"


def limits(seconds):
    """What a mutant without end may take: processor time, memory, disk."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 30, 64 << 30))


def passes(command, seconds=600, **env):
    """Whether the command, of the shell, succeeds. It ends with the first line that says "not ok", and after ten times
    the seconds; these are counted, not read from the clock, so that a machine that halts its jobs does no harm."""
    with tempfile.TemporaryFile() as said, \
            subprocess.Popen(["sh", "-c", command], stdout=said, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                             env=dict(os.environ, **env), start_new_session=True,
                             preexec_fn=lambda: limits(seconds)) as process:
        status, text = None, b""
        for _ in range(100 * seconds):
            try:
                status = process.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
            text = os.pread(said.fileno(), 1 << 24, 0)
            if status is not None or FAILED.search(text):
                break
        try:
            os.killpg(process.pid, 9)  # with what it may have left behind
        except ProcessLookupError:
            pass
        return status == 0 and not FAILED.search(text)


def command_of(target, changed, what):
    """The command by which make renews a target, from the word `what` on."""
    said = subprocess.run(["make", "-n", "V=1", "-W", changed, target], stdout=subprocess.PIPE, check=True).stdout
    lines = said.decode().replace("\\\n", " ").split("\n")
    return next(line[line.index(what):] for line in reversed(lines) if what in line and " -o " in line)


class Mutant:
    """A changed source file, compiled beside the others."""
    links = {}  # the commands that link programs

    def __init__(self, path):
        whole = command_of(path[:-2] + ".lo", path, "gcc ") if "/cli/" not in path else \
            command_of(path.replace("/cli/", "/cli/fedomp-")[:-2] + ".o", path, "gcc ")
        self.path = path
        self.compiled = passes(whole[:whole.index(" -MT ")] + " -fPIC -Wno-error -c -o mutant.o " + path)

    def link(self, target):
        """Links a program with the mutant instead of its object."""
        if target not in self.links:
            self.links[target] = command_of(target, "libmodules.la", "/bin/bash ./libtool")
        whole = self.links[target]
        own = self.path.replace("/cli/", "/cli/fedomp-")[:-2] + ".o"
        if own in whole:
            return passes(whole.replace(own, "mutant.o"))
        return passes(whole.replace(" libmodules.la", " mutant.o libmodules.la", 1))


def able(path, line, covered, longest):
    """The tests that execute the line, or the one before it that its statement begins on; the quick ones first."""
    known = [n for _, files in covered.values() for n in files.get(path, ()) if n <= line]
    begin = max(known, default=0)
    return sorted((seconds, test) for test, (seconds, files) in covered.items()
                  if begin in files.get(path, ()) and seconds <= longest)


def judge(path, line, covered, longest):
    """The test that sees the mutant, "the compiler", or None."""
    mutant = Mutant(path)
    if not mutant.compiled or not mutant.link("fedomp"):
        return "the compiler"
    here = os.getcwd()
    for seconds, test in able(path, line, covered, longest):
        shell = os.path.exists("tests/%s.sh" % test)
        program = "tests/fuzz/replay" if test == "replay" else "tests/" + test
        if test in SHARED:
            if not path.startswith("src/api/") or not passes(LIBRARY):
                continue
        elif not shell and not mutant.link(program):
            return "the compiler"
        if not passes("sh tests/%s.sh" % test if shell else "./" + program, int(10 * seconds) + 30,
                      FEDOMP=here + "/fedomp", FED_SRCDIR=here, FED_BUILDDIR=here, FED_CC="gcc"):
            return test
    return None


def main():
    os.chdir(sys.argv[1])
    draw = random.Random(int(sys.argv[3]))
    covered = json.load(open(sys.argv[4]))
    longest = float(sys.argv[5]) if len(sys.argv) > 5 else float("inf")
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
            seen = judge(path, number + 1, covered, longest)
        finally:
            open(path, "w").write(text)
            if path.startswith("src/api/"):
                passes(LIBRARY)
        if seen == "the compiler":  # no mutant
            continue
        killed, survived = killed + (seen is not None), survived + (seen is None)
        print("%s %s:%d\n  - %s\n  + %s" % ("killed by " + seen if seen else "SURVIVED", path, number + 1, line.strip(),
                                           mutant.strip()), flush=True)
    print("%d of %d mutants killed, %d survived" % (killed, killed + survived, survived))


if __name__ == "__main__":
    main()
