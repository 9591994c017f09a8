#!/bin/sh
# parts.sh -- a study in parts, several processes at once in one directory: merged, it has the bytes of one
# process; what is missing is told; parts that were killed are made again.
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'EOF2'
seed = 7;
replicates = 3;
data = { source = "synthetic"; model = "logistic"; samples = 300; theta = [1.0, -1.0, 0.5]; };
partition = { clients = 6; };
network = { type = "circle"; };
loss = { type = "logistic"; };
algorithm = { name = "ngd"; rounds = 500; learning_rate = 0.1; };
output = { every = 50; };
sweep = ( { key = "algorithm.learning_rate"; values = [0.01, 0.02, 0.05, 0.1, 0.2]; },
          { keys = ["network.type", "network.degree"]; values = ( ("circle", 1), ("fixed-degree", 2), ("complete", 1), ("central", 1) ); } );
EOF2

# same DIR DIR NAME -- the outputs, but for seconds and what run.yaml may tell otherwise.
same() {
    for dir in "$1" "$2"; do
        rm -rf "$dir.bare"
        mkdir "$dir.bare"
        cp "$dir"/*.csv "$dir.bare"
        sed 's/,[^,]*$//' "$dir/metrics.csv" >"$dir.bare/metrics.csv"
        awk '/^[a-z]/ { skip = /^(threads|timings|machine|output):/ } !skip' "$dir/run.yaml" >"$dir.bare/run.yaml"
    done
    check "$3" diff -r "$1.bare" "$2.bare"
}

expect_status 0 '--points' "$FEDOMP" -c run.cfg --points
printf '20\n' >expected
expect_same "$out" expected 'prints their number'
expect_status 0 'with -v' "$FEDOMP" -c run.cfg --points -v
expect_line out '5  algorithm.learning_rate=0.02  network.type=fixed-degree  network.degree=2' 'their keys'
expect_status 0 'in one process' "$FEDOMP" -q -c run.cfg -o whole

# In a scrambled order by four processes, each point twice.
awk 'BEGIN { for (k = 0; k < 40; k++) print (k * 7 + int(k / 20)) % 20 }' |
    xargs -P 4 -I K "$FEDOMP" -q -t 1 -c run.cfg -o parts --point=K
check 'four processes at once' test $? -eq 0
check 'write no outputs' test ! -e parts/metrics.csv
expect_status 0 '--merge' "$FEDOMP" -q -c run.cfg -o parts --merge
same whole parts 'makes the outputs of one process'
check 'and takes the spool away' test ! -e parts/.fedomp
expect_status 0 'once more' "$FEDOMP" -c run.cfg -o parts --merge
expect_line out 'parts: finished before'
expect_status 0 'the script by hand' sh "$FED_SRCDIR/conf/sweeps/by_points.sh" run.cfg hand
same whole hand 'does the same'

# A hundred points in random order on four processes at once, and on 64.
sed -e 's/rounds = 500/rounds = 40/; s/^output.*/output = { every = 10; };/; /^sweep/d; /^ *{ keys/d' run.cfg >many.cfg
awk 'BEGIN { printf "sweep = ( { key = \"algorithm.learning_rate\"; values = [0.001"
    for (k = 2; k <= 100; k++) printf ", %.3f", k / 1000
    print "]; } );" }' >>many.cfg
expect_status 0 'a hundred points in one process' "$FEDOMP" -q -c many.cfg -o hundred
# points SEED -- in random order.
points() {
    awk -v seed="$1" 'BEGIN { srand(seed); for (k = 0; k < 100; k++) print rand(), k }' | sort | cut -d ' ' -f 2
}
points 1 | xargs -P 4 -I K "$FEDOMP" -q -t 1 -c many.cfg -o by-four --point=K
check 'on four processes' test $? -eq 0
expect_status 0 'merged' "$FEDOMP" -q -c many.cfg -o by-four --merge
same hundred by-four 'have the same bytes'
points 2 | xargs -P 64 -I K "$FEDOMP" -q -t 1 -c many.cfg -o by-64 --point=K
check 'on 64 processes' test $? -eq 0
check 'every job is there once' test "$(find by-64/.fedomp -name 'claim-*' | wc -l)" -eq 300
expect_status 0 'merged' "$FEDOMP" -q -c many.cfg -o by-64 --merge
same hundred by-64 'have the same bytes'

# A part that leaves holds the lock alone for a moment: the next one waits. A batch is being written there,
# its head not yet: nothing is damaged.
mkdir -p waits/.fedomp
flock waits/.fedomp/lock sleep 0.5 &
tries=0
while flock -n waits/.fedomp/lock true && [ $tries -lt 100 ]; do
    sleep 0.01
    tries=$((tries + 1))
done
expect_status 0 'while another leaves' "$FEDOMP" -q -c run.cfg -o waits --point=0
wait
head -c 64 /dev/zero | tee -a waits/.fedomp/jobs-* >nothing
expect_status 0 'while another writes' "$FEDOMP" -q -c run.cfg -o waits --point=1
expect_lines err 0 'no word of damage'

# What is missing; ranges of replicates; what cannot be.
expect_status 0 'some points' "$FEDOMP" -c run.cfg -o some --point=2-15
expect_line out '42 of 42 replicates of this part complete in some; --merge writes the results of all parts'
expect_status 0 'one more, but for a replicate' "$FEDOMP" -q -c run.cfg -o some --point=17 --replicates=0-1
expect_status 75 'not all is there' "$FEDOMP" -q -c run.cfg -o some --merge
expect_line err 'some: not complete, 6 of 20 points are missing: 0-1, 16-19'
expect_status 2 'another configuration' "$FEDOMP" -q -c run.cfg -o some --point=0 -D seed=8
expect_line err 'some: started with another configuration: seed was 7, is 8'
expect_status 2 'a point that is none' "$FEDOMP" -q -c run.cfg -o some --point=20
expect_line err '--point: the last of 20 points is 19'
expect_status 2 'a range that is none' "$FEDOMP" -q -c run.cfg -o some --point=5-2
expect_status 2 '--force' "$FEDOMP" -q -c run.cfg -o some --point=5 --force
expect_status 0 'the rest by --resume, in one process' "$FEDOMP" -q -c run.cfg -o some --resume
same whole some 'is the same study'

# While a part is at work nobody else has the directory for itself; killed, its jobs are free again.
# claimed DIR PID -- waits until the part has claimed its first job.
claimed() {
    while [ ! -e "$1/.fedomp/claim-9" ] && kill -0 "$2" 2>/dev/null; do
        sleep 0.05
    done
}
endless='-D algorithm.rounds=4000000000L -D output.every=40000000'
# shellcheck disable=SC2086 # options
{
    "$FEDOMP" -q -t 1 -c run.cfg $endless -o busy --point=3 &
    pid=$!
    claimed busy $pid
    expect_status 2 'a part is at work' "$FEDOMP" -q -c run.cfg $endless -o busy --merge
    expect_line err 'busy: another fedomp is running there'
    expect_status 0 'its job is not run twice' "$FEDOMP" -c run.cfg $endless -o busy --point=3 --replicates=0
    expect_line out '0 of 1 replicates of this part complete in busy, others claimed by other processes'
    kill -KILL $pid
    wait $pid 2>/dev/null
}
long='-D algorithm.rounds=200000 -D output.every=20000 -D checkpoint.every_seconds=0.01'
# shellcheck disable=SC2086 # options
{
    "$FEDOMP" -q -t 1 -c run.cfg $long -o killed --point=3 &
    pid=$!
    claimed killed $pid
    kill -KILL $pid
    wait $pid 2>/dev/null
    expect_status 0 'the part once more' "$FEDOMP" -q -c run.cfg $long -o killed --point=3
    expect_status 75 'the other points are missing' "$FEDOMP" -q -c run.cfg $long -o killed --merge
    expect_line err 'killed: not complete, 19 of 20 points are missing: 0-2, 4-19'
}
finish
