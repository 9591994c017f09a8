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

# stopped STATUS SIGNALS NAME OPTION... -- sends the signals half a second after the start, half a second
# apart; the program must end with that status within four seconds of the first. Without this it would
# take minutes.
stopped() {
    wanted=$1
    signals=$2
    name=$3
    shift 3
    # A shell starts what runs in the background deaf to SIGINT.
    env --default-signal=INT "$FEDOMP" -q -c run.cfg -o out -t 1 "$@" 2>stopped.err &
    pid=$!
    sleep 0.5
    for signal in $signals; do
        kill -"$signal" $pid
        sleep 0.5
    done
    tries=0
    while kill -0 $pid 2>/dev/null && [ $tries -lt 35 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    check "$name: heard in time" test $tries -lt 35
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
