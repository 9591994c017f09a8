# shellcheck shell=sh
# lib.sh -- TAP for the shell tests. A test sources it, makes its checks, and ends with `finish`.
#
#   . "$FED_SRCDIR/tests/lib.sh"
#   expect_status 3 'an unknown key is refused' "$FEDOMP" -c "$tmp/bad.cfg"
#   expect_line err "did you mean 'learning_rate'?"
#   finish
#
# Given by make check: FEDOMP (the program), FED_SRCDIR, FED_BUILDDIR (top directories).
# Given here: $tmp, a temporary directory removed at exit; $out and $err, what the last command said.

set -u
: "${FED_SRCDIR:?run me through make check}" "${FED_BUILDDIR:?run me through make check}"
unset CDPATH OMP_NUM_THREADS SLURM_CPUS_PER_TASK
LC_ALL=C
export LC_ALL

tap_count=0
tap_failed=0
tap_status=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/fedomp-test.XXXXXX") || exit 1
out=$tmp/.stdout
err=$tmp/.stderr
: >"$out"
: >"$err"
trap 'chmod -R u+rwX "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# FED_SEED=S: the program runs everything with this seed (make seeds-check).
if [ -n "${FED_SEED:-}" ]; then
    printf '#!/bin/sh\nexec "%s" "$@" -s %s\n' "$FEDOMP" "$FED_SEED" >"$tmp/.fedomp"
    chmod +x "$tmp/.fedomp"
    FEDOMP=$tmp/.fedomp
fi

# tap_quote FILE -- shows a file as TAP comments.
tap_quote() {
    sed 's/^/#   /' "$1"
}

# ok NAME, not_ok NAME -- one result.
ok() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s\n' "$tap_count" "$1"
}

not_ok() {
    tap_count=$((tap_count + 1))
    tap_failed=$((tap_failed + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$1"
}

# skip NAME REASON -- a check that cannot be made here.
skip() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# skip_all REASON -- nothing here can be tested; ends the test.
skip_all() {
    printf '1..0 # SKIP %s\n' "$1"
    exit 0
}

# run COMMAND... -- runs it; leaves tap_status, $out, $err.
run() {
    tap_status=0
    "$@" >"$out" 2>"$err" </dev/null || tap_status=$?
}

# check NAME COMMAND... -- ok when the command succeeds. Leaves $out and $err alone.
check() {
    tap_name=$1
    shift
    if "$@" >"$tmp/.check" 2>&1; then
        ok "$tap_name"
    else
        not_ok "$tap_name"
        printf '#   failed: %s\n' "$*"
        tap_quote "$tmp/.check"
        return 1
    fi
}

# expect_status STATUS NAME COMMAND... -- runs the command, which must end with that status.
expect_status() {
    tap_wanted=$1
    tap_name=$2
    shift 2
    run "$@"
    if [ "$tap_status" -eq "$tap_wanted" ]; then
        ok "$tap_name"
    else
        not_ok "$tap_name"
        printf '#   %s\n#   status %d, expected %d\n' "$*" "$tap_status" "$tap_wanted"
        tap_quote "$out"
        tap_quote "$err"
        return 1
    fi
}

# tap_stream WHERE -- the file behind `out`, `err` or a path.
tap_stream() {
    case $1 in
        out) printf '%s\n' "$out" ;;
        err) printf '%s\n' "$err" ;;
        *) printf '%s\n' "$1" ;;
    esac
}

# expect_line WHERE TEXT [NAME] -- some line of out, err or a file holds the text.
expect_line() {
    tap_file=$(tap_stream "$1")
    if grep -F -q -e "$2" "$tap_file"; then
        ok "${3:-$1 says: $2}"
    else
        not_ok "${3:-$1 says: $2}"
        printf '#   expected a line with: %s\n' "$2"
        tap_quote "$tap_file"
        return 1
    fi
}

# expect_match WHERE PATTERN [NAME] -- the same with an extended regular expression.
expect_match() {
    tap_file=$(tap_stream "$1")
    if grep -E -q -e "$2" "$tap_file"; then
        ok "${3:-$1 matches: $2}"
    else
        not_ok "${3:-$1 matches: $2}"
        printf '#   expected a line matching: %s\n' "$2"
        tap_quote "$tap_file"
        return 1
    fi
}

# expect_lines WHERE COUNT [NAME] -- exactly so many lines.
expect_lines() {
    tap_file=$(tap_stream "$1")
    tap_lines=$(wc -l <"$tap_file")
    if [ "$tap_lines" -eq "$2" ]; then
        ok "${3:-$1 has $2 lines}"
    else
        not_ok "${3:-$1 has $2 lines}"
        printf '#   %d lines, expected %d\n' "$tap_lines" "$2"
        tap_quote "$tap_file"
        return 1
    fi
}

# expect_same FILE FILE NAME -- the same bytes.
expect_same() {
    if cmp -s "$1" "$2"; then
        ok "$3"
    else
        not_ok "$3"
        diff -u "$1" "$2" | head -n 20 | sed 's/^/#   /'
        return 1
    fi
}

# ready PROCESS -- waits until it catches SIGTERM, or has ended: on a busy machine a program begins late.
ready() {
    tap_tries=0
    while kill -0 "$1" 2>/dev/null && [ $tap_tries -lt 3000 ] &&
        ! grep -q '^SigCgt:.*[4-7c-f][0-9a-f]\{3\}$' "/proc/$1/status" 2>/dev/null; do
        sleep 0.02
        tap_tries=$((tap_tries + 1))
    done
}

# has_terminal -- whether script(1) is here and can open a terminal.
has_terminal() {
    script -q -e -c true /dev/null </dev/null >/dev/null 2>&1
}

# shortened FILE [OPTION...] -- writes a fedomp there whose runs have these options, or two replicates of forty
# rounds.
shortened() {
    tap_file=$1
    shift
    [ $# -gt 0 ] || set -- -D replicates=2 -D algorithm.rounds=40
    tap_words=
    for tap_word; do
        tap_words="$tap_words '$tap_word'"
    done
    cat >"$tap_file" <<END
#!/bin/sh
case " \$* " in
    *' -c '*) exec '$FEDOMP' "\$@" $tap_words ;;
    *) exec '$FEDOMP' "\$@" ;;
esac
END
    chmod +x "$tap_file"
}

# brief NAME -- options that make a sweep of networks in conf/paper a matter of seconds; nothing for other names.
brief() {
    case $1 in
        localupdate_femnist | localupdate_shakespeare) echo -D replicates=1 -D algorithm.rounds=1 -D model.width=0.02 ;;
        localupdate_words) echo -D replicates=1 -D algorithm.rounds=3 -D output.every=1 -D model.width=0.02 ;;
        localupdate_cifar) echo -D replicates=1 -D algorithm.rounds=1 -D data.fraction=0.03 -D model.width=0.03125 ;;
        localupdate_tags) echo -D replicates=1 -D algorithm.rounds=3 -D output.every=1 ;;
        ngd_fig6 | fedlrgd_fig1 | fedlrgd_fig2 | mnist_pooled | cifar_pooled | cifar_cnn)
            echo -D replicates=1 -D algorithm.rounds=1 -D data.samples=200 -D data.test_samples=90 -D model.width=0.0625 ;;
        ngd_fig6_mobilenet) # random weights, a rate at which clients differ after one round
            echo -D replicates=1 -D algorithm.rounds=1 -D data.samples=200 -D data.test_samples=90 -D model.width=0.0625 \
                -D 'algorithm.learning_rate.values=[2.0,2.0]' -D algorithm.initial=he ;;
    esac
}

# small_a9a FILE -- fedomp with compare_a9a on data of the test's own, which are always there.
small_a9a() {
    shortened "$1" -D replicates=2 -D algorithm.rounds=20 -D data.source=synthetic -D data.model=logistic \
        -D data.samples=400 -D 'data.theta=[1.0, -1.0, 0.5]' -D data.test_fraction=0.25
}

# unroff -- the characters behind mdoc's escapes.
unroff() {
    sed 's/\\-/-/g; s/\\(aq/'\''/g; s/\\(ha/^/g; s/\\(dq/"/g; s/\\e/\\/g'
}

# literals PAGE STEM [SECTION] -- the literal displays of a manual page, or of one of its sections, as they
# are read: the files STEM1, STEM2, ...
literals() {
    unroff <"$1" | awk -v to="$2" -v section="${3:-}" '
        /^\.Sh/ { here = section == "" || $2 == section }
        /^\.Bd -literal/ && here { file = to (++n); next }
        /^\.Ed/ { file = "" }
        file != "" { print >file }'
}

# finish -- the plan, and the status; without it the harness reports a missing plan.
finish() {
    if [ "$tap_count" -eq 0 ]; then
        not_ok 'some check was made'
    fi
    printf '1..%d\n' "$tap_count"
    [ "$tap_failed" -eq 0 ]
    exit
}
