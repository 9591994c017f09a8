#!/bin/sh
# kills.sh -- runs of every method, runs whose rounds are raised, and a sweep by parts, killed at random moments by SIGTERM,
# SIGKILL, SIGINT and --max-time at one and three threads and resumed each time: the bytes are those of the
# undisturbed run, and most resumptions began after round 0.
#
# FED_KILLS: kills of each method, and rounds of kills of the parts, 3 unless told; the long form has 20. A kill that
# comes too late does not count: the study begins anew, and the next kills come twice as early.
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1
: "${FED_KILLS:=3}"

cat >run.cfg <<'EOF2'
seed = 11;
replicates = 4;
data = { source = "synthetic"; model = "logistic"; samples = 400; theta = [1.0, -1.0, 0.5]; };
partition = { clients = 8; };
network = { type = "circle"; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "ngd"; };
output = { every = 100; trajectory = true; };
checkpoint = { every_seconds = 0.01; };
EOF2

# options METHOD -- so that it runs for a second or two, with all the state it can have.
options() {
    case $1 in
        ngd) echo '-D algorithm.rounds=30000 -D algorithm.batch=5' ;;
        fedavg) echo '-D algorithm.rounds=15000 -D algorithm.batch=20 -D algorithm.local_steps=2 -D algorithm.clients_per_round=5' ;;
        fedprox) echo '-D algorithm.rounds=4000' ;;
        fedlrgd) echo '-D algorithm.iterations=60000 -D algorithm.rank=20 -D algorithm.box=1.0 -D partition.server=20
            -D data.soft=true -D data.covariance.type=uniform' ;;
        fedipm) echo '-D replicates=60 -D data.samples=2000 -D output.every=1' ;;
        fednewton | newton-sketch) echo '-D algorithm.rounds=6000 -D algorithm.tolerance=0' ;;
        local-update) echo '-D algorithm.rounds=15000 -D algorithm.batch=20 -D algorithm.local_steps=2
            -D algorithm.server.optimizer=adam -D algorithm.server_learning_rate=0.01' ;;
        *) echo '-D algorithm.rounds=15000' ;;
    esac
}

# bare DIR -- the outputs, but for seconds and what run.yaml may tell otherwise.
bare() {
    mkdir "$1.bare"
    cp "$1"/*.csv "$1.bare"
    sed 's/,[^,]*$//' "$1/metrics.csv" >"$1.bare/metrics.csv"
    awk '/^[a-z]/ { skip = /^(threads|timings|machine|output):/ } !skip' "$1/run.yaml" >"$1.bare/run.yaml"
}

seconds() {
    awk '/^  seconds:/ { print $2 }' "$1/run.yaml"
}

# ended METHOD -- a study that was killed is finished: its bytes are compared, and the next begins anew.
ended() {
    bare "killed-$1"
    diff -r "$1.bare" "killed-$1.bare" >>differences
    resumed=$((resumed + $(grep -c 'continues from round' "killed-$1/fedomp.log")))
    late=$((late + $(grep -c 'continues from round [1-9]' "killed-$1/fedomp.log")))
    rm -rf "killed-$1" "killed-$1.bare"
}

resumed=0
late=0
"$FEDOMP" --list=algorithms | cut -d ' ' -f 1 >methods
while read -r method; do
    # shellcheck disable=SC2046 # options
    set -- -q -c run.cfg -D algorithm.name="$method" $(options "$method")
    expect_status 0 "$method undisturbed" "$FEDOMP" "$@" -t 1 -o "$method" || continue
    bare "$method"
    : >differences
    kill=0
    try=0
    sooner=1
    while [ $kill -lt "$FED_KILLS" ] && [ $try -lt $((4 * FED_KILLS)) ]; do
        try=$((try + 1))
        # Random moments, and the same in every run of this test.
        pause=$(awk -v s="$(seconds "$method")" -v k=$try -v m="$(wc -c <methods)" -v n=$sooner \
            'BEGIN { srand(1000 * m + k); printf "%.3f", (0.05 + s * rand() / 2) / n }')
        case $((try % 3)) in 0) signal=INT ;; 1) signal=TERM ;; 2) signal=KILL ;; esac
        env --default-signal=INT "$FEDOMP" "$@" -t $((try % 2 * 2 + 1)) -o "killed-$method" --resume >/dev/null 2>&1 &
        pid=$!
        ready $pid
        sleep "$pause"
        kill -"$signal" $pid 2>/dev/null
        status=0
        wait $pid 2>/dev/null || status=$?
        case $status in
            0) # before it was killed
                ended "$method"
                sooner=$((2 * sooner))
                ;;
            75 | 130 | 137 | 143) kill=$((kill + 1)) ;;
            *) not_ok "$method: status $status after $signal" ;;
        esac
    done
    expect_status 0 "$method killed $kill times and finished" "$FEDOMP" "$@" -t 3 -o "killed-$method" --resume
    ended "$method"
    check "$method: the same bytes" test ! -s differences
    check "$method: $FED_KILLS times" test $kill -eq "$FED_KILLS"
done <methods
printf '# %d of %d resumptions after round 0\n' $late $resumed
check 'most resumptions began after round 0' test $((2 * late)) -gt "$resumed" -a "$resumed" -gt 0

# Begun with half of the rounds, which are raised on the way; stopped by --max-time and by SIGKILL in turn.
for method in ngd scaffold local-update; do
    rounds=$(options "$method" | sed -n 's/.*algorithm.rounds=\([0-9]*\).*/\1/p')
    # shellcheck disable=SC2046 # options
    set -- -q -c run.cfg -D algorithm.name="$method" $(options "$method") --resume -o "raised-$method"
    kill=0
    while [ $kill -lt "$FED_KILLS" ]; do
        kill=$((kill + 1))
        asked=$((2 * kill > FED_KILLS ? rounds : rounds / 2))
        if [ $((kill % 2)) -eq 1 ]; then
            run "$FEDOMP" "$@" -t 1 -D checkpoint.keep=true -D algorithm.rounds=$asked --max-time=1s
        else
            pause=$(awk -v s="$(seconds "$method")" -v k=$kill 'BEGIN { srand(k); printf "%.3f", 0.05 + s * rand() / 2 }')
            "$FEDOMP" "$@" -t 3 -D checkpoint.keep=true -D algorithm.rounds=$asked >"$out" 2>"$err" </dev/null &
            sleep "$pause"
            kill -KILL $! 2>/dev/null
            tap_status=0
            wait $! 2>/dev/null || tap_status=$?
        fi
        case $tap_status in 0 | 75 | 137) ;; *) not_ok "$method: status $tap_status with $asked rounds" ;; esac
    done
    expect_status 0 "$method: rounds raised, and finished" "$FEDOMP" "$@" -t 2 -D checkpoint.keep=false
    bare "raised-$method"
    check "$method: the same bytes" diff -r "$method.bare" "raised-$method.bare"
done

# A sweep by parts: four processes at once, each killed at a moment of its own, again and again; each takes points
# anew in every round. What is left is made by one, and merged.
sweep='sweep=({key="algorithm.learning_rate"; values=[0.01,0.02,0.03,0.04,0.05,0.06,0.07,0.08];})'
set -- -q -c run.cfg -D algorithm.rounds=3000 -D "$sweep"
expect_status 0 'a sweep undisturbed' "$FEDOMP" "$@" -t 1 -o sweep
kill=0
while [ $kill -lt "$FED_KILLS" ]; do
    kill=$((kill + 1))
    for part in 0 1 2 3; do
        moment=$(awk -v k=$kill -v p=$part 'BEGIN { srand(100 * k + p); printf "%.3f", 0.05 + 0.3 * rand() }')
        case $(((kill + part) % 3)) in 0) signal=INT ;; 1) signal=TERM ;; 2) signal=KILL ;; esac
        from=$(((2 * part + kill) % 8))
        env --default-signal=INT "$FEDOMP" "$@" -t 1 -o parts --point="$from-$((from < 7 ? from + 1 : 7))" \
            >/dev/null 2>&1 &
        (ready $! && sleep "$moment" && kill -"$signal" $! 2>/dev/null) &
    done
    wait 2>/dev/null
done
expect_status 0 "parts killed $FED_KILLS times are finished" "$FEDOMP" "$@" -t 3 -o parts --point=0-7
expect_status 0 'and merged' "$FEDOMP" "$@" -o parts --merge
bare sweep
bare parts
check 'the sweep has the same bytes' diff -r sweep.bare parts.bare
finish
