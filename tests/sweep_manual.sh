#!/bin/sh
# fedomp-sweep(1) has every option, and its examples run, shortened.
. "${FED_SRCDIR:?}/tests/lib.sh"

page=$FED_SRCDIR/man/fedomp-sweep.1
mkdir "$tmp/bin" "$tmp/work" "$tmp/queue"
ln -s "$FEDOMP" "$tmp/bin/fedomp"
ln -s "$FED_BUILDDIR/fedomp-sweep" "$tmp/bin/fedomp-sweep"
for name in sbatch squeue scancel scontrol; do
    ln -s "$FED_SRCDIR/tests/slurm-stand-in" "$tmp/bin/$name"
done
unset FEDOMP
STAND_IN=$tmp/queue
STAND_IN_MAX=2
TMPDIR=$tmp
PATH=$tmp/bin:$PATH
export STAND_IN STAND_IN_MAX TMPDIR

lacking=
for option in $(fedomp-sweep --help | grep -E -o -e '--[a-z-]+' | sed 's/^--//' | sort -u); do
    sed 's/\\-/-/g' "$page" | grep -E -q -e "^\.It Fl (. , |.*, )?-?-$option( |$)|Fl -$option Ns|, -$option$" ||
        lacking="$lacking $option"
done
check "fedomp-sweep(1) has every option of --help${lacking:+, but not:$lacking}" test -z "$lacking"

literals "$page" "$tmp/example" EXAMPLES
cd "$tmp/work" || exit 1
n=0
while [ -f "$tmp/example$((n + 1))" ]; do
    n=$((n + 1))
    sed 's/1 500)/1 25)/; s/-at=1000/-at=10/
        s/ -c ngd_[a-z]*/& -t 1 -D replicates=2 -D algorithm.rounds=10/
        s/--slurm --resume/--slurm --wait --resume/' "$tmp/example$n" >"$tmp/run$n"
    # The second command of the last example comes when the jobs of the first have ended.
    sed -i 's/^fedomp-sweep --slurm --wait/while [ -n "$(ls "$STAND_IN" | grep queued)" ]; do sleep 0.1; done\n&/' \
        "$tmp/run$n"
    expect_status 0 "example $n: $(head -n 1 "$tmp/run$n")" sh -e "$tmp/run$n"
done
check 'fedomp-sweep(1) has examples' test "$n" -ge 3
check 'the first is ranked' test "$(wc -l <rates/ranking.csv)" -eq 13
check 'the last is done' test "$(wc -l <many/ranking.csv)" -eq 26
finish
