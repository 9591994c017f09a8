#!/bin/sh
# resume.sh -- a study that was stopped, killed or limited in time goes on where it was, and its bytes are
# those of one that was not; what is not the same study is refused.
# shellcheck disable=SC2016 # programs of sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'EOF2'
seed = 3;
replicates = 3;
data = { source = "synthetic"; model = "logistic"; samples = 600; theta = [1.0, -1.0]; };
partition = { clients = 6; };
network = { type = "circle"; };
loss = { type = "logistic"; };
algorithm = { name = "ngd"; rounds = 30000; learning_rate = 0.1; };
output = { every = 1000; trajectory = true; };
checkpoint = { every_seconds = 0.01; };
sweep = ( { key = "algorithm.learning_rate"; values = [0.1, 0.2]; } );
EOF2

# same DIR DIR NAME -- the outputs, but for seconds and what run.yaml may tell otherwise.
same() {
    for dir in "$1" "$2"; do
        rm -rf "$dir.bare"
        mkdir "$dir.bare"
        cp "$dir"/*.csv "$dir.bare" 2>/dev/null
        [ ! -e "$dir/metrics.csv" ] || sed 's/,[^,]*$//' "$dir/metrics.csv" >"$dir.bare/metrics.csv"
        awk '/^[a-z]/ { skip = /^(threads|timings|machine|output):/ } !skip' "$dir/run.yaml" >"$dir.bare/run.yaml"
    done
    check "$3" diff -r "$1.bare" "$2.bare"
}

# stopped SIGNAL SECONDS OPTION... -- starts, and sends the signal after a while; sets status.
stopped() {
    signal=$1
    seconds=$2
    shift 2
    env --default-signal=INT "$FEDOMP" -q -c run.cfg "$@" 2>stopped.err &
    pid=$!
    ready $pid
    sleep "$seconds"
    kill -"$signal" $pid
    status=0
    wait $pid 2>/dev/null || status=$?
}

long='-D algorithm.rounds=100000000 -D output.every=1000000 -D sweep=() -D replicates=1'
expect_status 0 'a run that nobody stops' "$FEDOMP" -q -c run.cfg -o whole
check 'leaves no spool' test ! -e whole/.fedomp

# shellcheck disable=SC2086 # options
stopped TERM 0.5 $long -o far
check 'SIGTERM: status 75' test $status -eq 75
expect_match stopped.err "^fedomp: to continue: .*-q -c run.cfg .*-D 'sweep=\(\)' -D replicates=1 -o far --resume$" \
    'one line says how to go on'
check 'the state is there' test -s far/.fedomp/state-0
expect_status 2 'a study that was begun is no empty directory' "$FEDOMP" -q -c run.cfg -o far
expect_line err 'far: contains an incomplete study (--resume continues it, --force starts again)'
expect_status 2 'nor that of another configuration' "$FEDOMP" -q -c run.cfg -o far --resume -D seed=4
expect_line err 'far: started with another configuration: seed was 3, is 4; replicates was 1, is 3; algorithm.rounds was'
expect_line err 'sweep is new: '
expect_status 0 '--force begins anew' "$FEDOMP" -q -c run.cfg -o far --force
same whole far 'with the same results'

# Killed again and again, each time a little later, so that a slow machine comes to an end: most jobs go on from a
# checkpoint.
for threads in 1 3; do
    kills=0
    status=1
    while [ $status -ne 0 ] && [ $kills -lt 100 ]; do
        signal=KILL
        [ $((kills % 3)) -ne 0 ] || signal=TERM
        [ $((kills % 3)) -ne 1 ] || signal=INT
        later=$(awk -v k=$kills 'BEGIN { printf "%.2f", 0.03 * 1.08 ^ k }')
        stopped $signal "$later" -D algorithm.rounds=120000 -D output.every=10000 -t $threads -o killed$threads --resume
        kills=$((kills + 1))
    done 2>/dev/null
    printf '# %d kills at %d threads\n' $kills $threads
    check "finished in spite of many kills at $threads threads" test $status -eq 0 -a $kills -gt 1
done
expect_status 0 'the same undisturbed' "$FEDOMP" -q -c run.cfg -D algorithm.rounds=120000 -D output.every=10000 -o calm
same calm killed1 'killed and resumed at 1 thread: the same bytes'
same calm killed3 'killed and resumed at 3 threads: the same bytes'
expect_status 0 'a finished study' "$FEDOMP" -c run.cfg -o whole --resume
expect_line out 'whole: finished before'
expect_status 2 'a finished one of another configuration' "$FEDOMP" -c run.cfg -o whole --resume -D seed=9
expect_line err 'whole: contains the results of another configuration'
mkdir mine
echo mine >mine/notes
expect_status 2 'a directory that is none of fedomp' "$FEDOMP" -c run.cfg -o mine --resume
expect_line err 'mine: not empty'

# --max-time stops as a signal does.
expect_status 75 '--max-time' "$FEDOMP" -q -c run.cfg -o timed --max-time=1s -D algorithm.rounds=3000000 -D output.every=100000 -t 1
expect_match err '^fedomp: to continue: '
expect_status 75 'and once more' "$FEDOMP" -q -c run.cfg -o timed --max-time=0:00:01 -D algorithm.rounds=3000000 \
    -D output.every=100000 --resume -t 1
cp -r timed left

# Threads, the directory and checkpoints may change; more rounds may be asked for, not fewer.
rounds='-D algorithm.rounds=3200000 -D output.every=100000'
expect_status 2 'fewer rounds' "$FEDOMP" -q -c run.cfg -o left --resume -D algorithm.rounds=2000000 -D output.every=100000
expect_line err 'algorithm.rounds was 3000000, is 2000000'
# shellcheck disable=SC2086 # options
expect_status 75 'more rounds, other threads, a directory that was moved' "$FEDOMP" -q -c run.cfg -o left --resume $rounds -t 2 \
    --max-time=1s

# Rounds added to a study that is done: the last record and the method's end are undone.
cat >ends.cfg <<'EOF2'
seed = 5;
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 200; theta = [1.0, -1.0]; };
partition = { clients = 4; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 37; learning_rate = 0.1; };
output = { every = 10; trajectory = true; };
checkpoint = { keep = true; };
EOF2
for method in ngd fedavg scaffold local-update; do
    more="-D algorithm.name=$method -D cost.clock.simulate=true"
    "$FEDOMP" --explain=cost.clock.simulate >/dev/null 2>&1 || more="-D algorithm.name=$method"
    # shellcheck disable=SC2086 # options
    {
        expect_status 0 "$method: a study that keeps its spool" "$FEDOMP" -q -c ends.cfg $more -o grown-$method
        check "$method: it does" test -e grown-$method/.fedomp/study
        expect_status 0 "$method: is finished" "$FEDOMP" -c ends.cfg $more -o grown-$method --resume
        expect_line out "grown-$method: finished before"
        expect_status 0 "$method: more rounds" "$FEDOMP" -q -c ends.cfg $more -o grown-$method --resume -D algorithm.rounds=64
        "$FEDOMP" -q -c ends.cfg $more -o large-$method -D algorithm.rounds=64
    }
    same large-$method grown-$method "$method: as if they had been asked for at first"
done
expect_status 0 'a schedule over all rounds' "$FEDOMP" -q -c ends.cfg -o bent -D 'algorithm.learning_rate={schedule="cosine"; value=0.1;}'
expect_status 2 'makes more of them another study' "$FEDOMP" -q -c ends.cfg -o bent -D 'algorithm.learning_rate={schedule="cosine"; value=0.1;}' \
    --resume -D algorithm.rounds=64
expect_line err 'algorithm.rounds was 37, is 64'

# Damaged files are named, and their jobs run again.
expect_status 0 'a spool to damage' "$FEDOMP" -q -c ends.cfg -o hurt -D 'sweep=({key="seed"; values=[1,2,3];})'
rm hurt/run.yaml
cp -r hurt torn
cp -r hurt other
cp -r hurt foreign
for file in hurt/.fedomp/jobs-*; do
    size=$(wc -c <"$file")
    printf '\377\377\377\377' | dd of="$file" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
done
expect_status 0 'a damaged batch' "$FEDOMP" -q -c ends.cfg -o hurt -D 'sweep=({key="seed"; values=[1,2,3];})' --resume
expect_match err '^fedomp: warning: hurt/.fedomp/jobs-[0-9a-f]+: damaged; its jobs run again$' 'is named'
"$FEDOMP" -q -c ends.cfg -o sound -D 'sweep=({key="seed"; values=[1,2,3];})'
same sound hurt 'and its jobs run again'
for file in torn/.fedomp/jobs-*; do
    truncate -s -9 "$file"
done
truncate -s 100 torn/.fedomp/state-1
expect_status 0 'a batch that is cut off, and a state' "$FEDOMP" -q -c ends.cfg -o torn -D 'sweep=({key="seed"; values=[1,2,3];})' --resume
expect_line err 'torn/.fedomp/state-1: damaged; its job starts again'
same sound torn 'the same bytes again'

# Another machine is another study, unless it is wanted so.
sed 's/^@C library.*/@C library\t1.0/' foreign/.fedomp/study >study
cp study foreign/.fedomp/study
expect_status 2 'another C library' "$FEDOMP" -q -c ends.cfg -o foreign -D 'sweep=({key="seed"; values=[1,2,3];})' --resume
expect_match err '^fedomp: foreign: started in another environment, .*C library was 1.0, is [0-9.]+ \(checkpoint.mixed = true'
expect_status 0 'mixed' "$FEDOMP" -q -c ends.cfg -o foreign -D 'sweep=({key="seed"; values=[1,2,3];})' --resume -D checkpoint.mixed=true
expect_match foreign/run.yaml '^  mixed: true$' 'run.yaml says so'

# Data that changed in the meantime.
cp "$FED_SRCDIR/datasets/toy.csv" data.csv
sed 's|path = .*toy.csv"|path = "data.csv"|' "$FED_SRCDIR/conf/own_data.cfg" >own.cfg
grep -q '"data.csv"' own.cfg || sed 's|path = "[^"]*"|path = "data.csv"|' "$FED_SRCDIR/conf/own_data.cfg" >own.cfg
"$FEDOMP" -q -c own.cfg -o own -D algorithm.rounds=400000000 -D output.every=4000000 --max-time=1s 2>/dev/null
check 'own data, stopped' test -e own/.fedomp/study
sed '2s/1/2/' data.csv >changed.csv
mv changed.csv data.csv
expect_status 4 'and changed' "$FEDOMP" -q -c own.cfg -o own -D algorithm.rounds=400000000 -D output.every=4000000 --resume
expect_line err 'own: the data have changed since the study was started'
finish
