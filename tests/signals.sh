#!/bin/sh
# signals.sh -- a signal is heard within local steps and while data are drawn, not only between rounds.
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'EOF2'
seed = 3;
data = { source = "synthetic"; model = "linear"; samples = 600; theta = [1.0, -1.0]; };
partition = { clients = 2; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 400000000; learning_rate = 0.1; };
output = { every = 4000000; };
EOF2

# spent PROCESS -- its processor time in hundredths of a second; on a busy machine the clock tells nothing.
spent() {
    sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{ print $12 + $13 }'
}

# pending PROCESS -- whether a signal has not reached it yet.
pending() {
    grep -q '^ShdPnd:.*[1-9a-f]' "/proc/$1/status" 2>/dev/null
}

# stopped STATUS SIGNALS NAME OPTION... -- sends the signals half a second after the start; the program must
# end with that status, at the cost of three seconds at most. Without this it would take minutes.
stopped() {
    wanted=$1
    signals=$2
    name=$3
    shift 3
    # A shell starts what runs in the background deaf to SIGINT.
    env --default-signal=INT "$FEDOMP" -q -c run.cfg -o out -t 1 "$@" 2>stopped.err &
    pid=$!
    ready $pid
    sleep 0.5
    before=$(spent $pid)
    for signal in $signals; do
        kill -"$signal" $pid
        while pending $pid; do :; done
    done
    after=$before
    tries=0
    while kill -0 $pid 2>/dev/null && [ $((${after:-0} - ${before:-0})) -lt 300 ] && [ $tries -lt 1200 ]; do
        sleep 0.1
        tries=$((tries + 1))
        after=$(spent $pid)
    done
    check "$name: heard in time" test $((${after:-0} - ${before:-0})) -lt 300
    kill -KILL $pid 2>/dev/null
    status=0
    wait $pid 2>/dev/null || status=$?
    check "$name: status $wanted" test $status -eq "$wanted"
    rm -rf out
}

stopped 75 TERM 'between rounds'
stopped 75 INT 'SIGINT'
stopped 75 USR1 'SIGUSR1'
for method in fedavg local-update scaffold; do
    stopped 75 TERM "within the local steps of $method" -D algorithm.name=$method -D algorithm.local_steps=1000000000
done
stopped 75 TERM 'while data are drawn' -D data.samples=10000000 -D data.noise_law=student -D data.freedom=3
stopped 130 'INT INT' 'a second SIGINT kills' -D algorithm.name=fedavg -D algorithm.local_steps=1000000000
finish
