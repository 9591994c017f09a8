#!/bin/sh
# verify.sh [STEP...] -- reads the sources with analysers, and runs the program under valgrind: cppcheck,
# analyzer (gcc's), tidy (clang-tidy), valgrind; all of them by default. What is found is an error; exceptions
# stand with their reasons in tests/cppcheck.supp, tests/valgrind.supp, .clang-tidy and below. A tool that is not
# installed is told and left out. The sanitizers are builds of their own (configure --enable-asan and its like).
#
# Given by make verify: FED_SRCDIR, FED_BUILDDIR, FEDOMP, FED_FLAGS (of the compiler).
set -u
cd "${FED_SRCDIR:?run me through make verify}" || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/fedomp-verify.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
jobs=$(nproc)
status=0
# shellcheck disable=SC2089,SC2090 # quotes for the compiler, which splitting leaves alone
FED_FLAGS="${FED_FLAGS:-} -D_GNU_SOURCE -DFED_DATADIR=\"x\" -Isrc -Iinclude"
# shellcheck disable=SC2090
export FED_FLAGS

# told NAME FILE -- fine when the file is empty.
told() {
    if [ -s "$2" ]; then
        echo "verify: $1: found:"
        cat "$2"
        status=1
    else
        echo "verify: $1: nothing found"
    fi
}

has() {
    command -v "$1" >/dev/null || {
        echo "verify: $1 is not installed, left out"
        return 1
    }
}

# What is read from outside passes these rooms; the others compute.
outer='src/core src/config src/datasets src/study src/writers src/cli src/api src/run'

[ $# -gt 0 ] || set -- cppcheck analyzer tidy valgrind
for step in "$@"; do
    case $step in
        cppcheck)
            has cppcheck || continue
            cppcheck -q -j"$jobs" --std=c11 --enable=warning,performance,portability --library=posix,gnu \
                --suppressions-list=tests/cppcheck.supp --suppress=unknownMacro --suppress=internalAstError \
                -D_GNU_SOURCE -DFED_DATADIR='"x"' -Isrc -Iinclude --template='{file}:{line}: {id}: {message}' \
                src 2>&1 | grep -v '^$' >"$work/told"
            told cppcheck "$work/told"
            ;;
        analyzer)
            has gcc || continue
            # malloc-leak: arenas and streams that their owner frees later; use-of-uninitialized-value: numbers
            # that BLAS and LAPACK write; both drown in false alarms with gcc 12. In sweep.c keys are there when
            # read_members succeeds, which fed_blame_node never does.
            # shellcheck disable=SC2016,SC2086 # for the shell inside; lists of words
            find $outer -name '*.c' -print0 | xargs -0 -P "$jobs" -I{} sh -c 'gcc -std=gnu11 -O2 $FED_FLAGS -fanalyzer \
                -Wno-analyzer-malloc-leak -Wno-analyzer-use-of-uninitialized-value -c -o /dev/null "$1" 2>&1 |
                grep -E "Wanalyzer"' sh {} | grep -v "^src/config/sweep.c:.*keys" >"$work/told"
            told 'gcc -fanalyzer' "$work/told"
            ;;
        tidy)
            has clang-tidy || continue
            # shellcheck disable=SC2016,SC2086 # for the shell inside; lists of words
            find src/core src/study/spool -name '*.c' -print0 | xargs -0 -P "$jobs" -n 12 sh -c 'clang-tidy --quiet "$@" -- -std=gnu11 $FED_FLAGS 2>&1 |
                grep -E "(error|warning):"' sh | sort -u >"$work/told"
            told clang-tidy "$work/told"
            ;;
        valgrind)
            has valgrind || continue
            : >"$work/told"
            for method in ngd fedavg fedipm; do
                "$FEDOMP" --init="$method" >"$work/$method.cfg"
                valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
                    --errors-for-leak-kinds=definite --suppressions=tests/valgrind.supp "$FEDOMP" -q -t 1 \
                    -c "$work/$method.cfg" -D replicates=1 -D algorithm.rounds=2 -o "$work/$method" \
                    >"$work/out" 2>&1 || cat "$work/out" >>"$work/told"
            done
            told valgrind "$work/told"
            ;;
        *)
            echo "verify: no step $step" >&2
            exit 2
            ;;
    esac
done
exit "$status"
