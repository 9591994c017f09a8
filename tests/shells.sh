#!/bin/sh
# shells.sh -- the shell and awk programs give the same bytes under every awk and shell found here, between
# names full of marks.
. "${FED_SRCDIR:?}/tests/lib.sh"

odd=$tmp/"it's 100% {} \"q\" café \$HOME \\t a=b;&"
mkdir "$odd" || exit 1
cd "$odd" || exit 1
TMPDIR=$tmp
export TMPDIR FEDOMP
cat >"a=b's.cfg" <<'END'
name = "odd";
replicates = 4;
data = { source = "synthetic"; model = "linear"; samples = 60; theta = [1.0, -1.0]; };
partition = { clients = 6; };
algorithm = { name = "ngd"; rounds = 20; };
analysis = ("graph", "optimum");
output = { every = 5; };
END
expect_status 0 'a sweep by the system'"'"'s own awk and shell' "$FED_BUILDDIR/fedomp-sweep" -t 1 -c "a=b's.cfg" -o lr=0.1 \
    -p network.type=circle,central -p 'algorithm.learning_rate=.01,{ schedule = "step"; values = [.1, .05]; at = [9]; }'
expect_lines err 0 'says nothing else'
expect_lines lr=0.1/ranking.csv 5 'and ranks four points'
rm -rf again
cp -r lr=0.1/runs again
line=$(sed -n 3p lr=0.1/manifest)
run=$(printf '%s\n' "$line" | sed "s|.*/\([0-9a-f]*\)  # run 2\$|\1|")
rm -r "lr=0.1/runs/$run"
check 'a line of its manifest runs alone' sh -c "cd / && $line"
expect_same "lr=0.1/runs/$run/theta.csv" "again/$run/theta.csv" 'with the same result'

# told SHELL AWK -- what the programs say and write of that sweep.
told() {
    PATH=$tmp/bin:$PATH
    ln -sf "$2" "$tmp/bin/awk"
    "$1" "$FED_BUILDDIR/fedomp-sweep" --dry-run -c "a=b's.cfg" -o new -p network.type=circle,central \
        -p 'data.theta=[1.0, 2.0],[3.0, 4.0]' 2>&1
    "$1" "$FED_BUILDDIR/fedomp-sweep" --summary -o lr=0.1 --rank=log_mse 2>&1
    cat lr=0.1/*.csv
    for kind in curves box hist 'heat -x learning_rate -y type' 'network --only type=central --only learning_rate=.01'; do
        # shellcheck disable=SC2086 # the kind and its options
        "$1" "$FED_BUILDDIR/fedomp-plot" -k $kind --reference optimum -o x.gp lr=0.1 2>&1
        cat x.gp
    done
    "$1" "$FED_BUILDDIR/fedomp-report" -q -o - lr=0.1 2>&1
}

mkdir "$tmp/bin"
(told sh "$(command -v awk)") >"$tmp/first"
check 'they have things to say' test "$(grep -c -e '^plot ' -e '</html>' -e 'run 3$' "$tmp/first")" -ge 7
for name in mawk gawk original-awk; do
    for shell in dash bash; do
        if ! command -v $name >/dev/null || ! command -v $shell >/dev/null; then
            skip "$name and $shell" 'one of them is not installed'
            continue
        fi
        (told $shell "$(command -v $name)") >"$tmp/other"
        expect_same "$tmp/first" "$tmp/other" "$name and $shell: the same bytes"
    done
done
finish
