#!/bin/sh
# diff.sh -- fedomp --diff: the keys and the medians that differ, each and no other, and what is said of
# directories that cannot be compared.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$tmp" || exit 1
cat >run.cfg <<'END'
name = "pair";
replicates = 3;
data = { source = "synthetic"; model = "linear"; samples = 100; theta = [1.0, -1.0, 0.5]; };
partition = { clients = 5; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 20; learning_rate = 0.05; };
END
"$FEDOMP" -q -c run.cfg -o a
"$FEDOMP" -q -c run.cfg -o again
"$FEDOMP" -q -c run.cfg -o b -D algorithm.learning_rate=0.1 -D 'data.theta=[1.0, -1.0, 0.25]'
expect_status 0 'two runs of one configuration' "$FEDOMP" --diff a again
printf 'the configurations are the same\nthe results are the same\n' >expected
expect_same "$out" expected 'are the same'

expect_status 0 'two runs that differ' "$FEDOMP" --diff a b
awk '/^configuration/ { on = 1; next } /^results/ { on = 0 } on { $1 = $1; print }' "$out" >keys
printf 'key a b\ndata.theta 1.0, -1.0, 0.5 1.0, -1.0, 0.25\nalgorithm.learning_rate 0.05 0.1\n' >expected
expect_same keys expected 'in two keys and no other'
# The medians by another hand: the last row of each metric in the two tables.
for dir in a b; do
    awk -F, 'NR > 1 { last[$3] = $5 } END { for (m in last) if (last[m] != "") printf "%s %.6g\n", m, last[m] }' \
        $dir/summary.csv | sort >$dir.last
done
join a.last b.last | awk '$2 != $3' >expected
awk '/^results/ { on = 1; next } on && $1 != "metric" { print $1, $2, $3 }' "$out" | sort >medians
expect_same medians expected 'and in these medians'
check 'no line is longer than 80 columns' awk 'length > 80 { exit 1 }' "$out"

# Of a sweep, the points that differ.
"$FEDOMP" -q -c run.cfg -o s -D 'sweep=({ key = "name"; values = ["x, y", "z"]; })'
cp -r s t
sed '/^z,1,20,loss,/s/,3,[^,]*,/,3,7,/' s/summary.csv >t/summary.csv
expect_status 0 'two sweeps' "$FEDOMP" --diff s t
expect_line out '  name = z' 'the point that differs'
expect_lines out 5 'and no other'
expect_match out '^  loss +[0-9.e-]+ +7 +\+[0-9.]+$' 'with its metric'
expect_status 0 'a sweep and a run' "$FEDOMP" --diff a s
expect_line out 'results are not compared: the swept keys differ'

# Bad input.
expect_status 2 'one directory' "$FEDOMP" --diff a
expect_line err '--diff needs two directories'
expect_status 4 'a directory without results' "$FEDOMP" --diff a .
expect_line err './run.yaml'
printf 'x,y\n1,2\n' >t/summary.csv
expect_status 4 'another table' "$FEDOMP" --diff a t
expect_line err 't/summary.csv:1: not a summary of fedomp'
printf 'name: x\n' >t/run.yaml
expect_status 4 'another run.yaml' "$FEDOMP" --diff a t
expect_line err 'not a run.yaml of fedomp'
finish
