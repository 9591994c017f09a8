#!/bin/sh
# A sweep of 200 points, stopped half-way and killed later, resumes without repeating or losing one:
# by the loop, by GNU parallel, by arrays of SLURM (its daemons started here where they are
# installed and we are root) and of a stand-in for them.
# shellcheck disable=SC2016 # programs of awk and sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"

SWEEP=$FED_BUILDDIR/fedomp-sweep
TMPDIR=$tmp
export TMPDIR FEDOMP
cd "$tmp" || exit 1
cat >base.cfg <<'EOT'
data = { source = "synthetic"; model = "linear"; samples = 12; theta = [1.0, -1.0]; };
partition = { clients = 3; };
algorithm = { name = "ngd"; rounds = 5; };
network = { type = "circle"; };
output = { every = 5; theta = false; metrics = "none"; };
EOT
rates=$(awk 'BEGIN { for (k = 1; k <= 50; k++) print k / 1000 }' | paste -s -d , -)
grid="-p algorithm.learning_rate=$rates -p network.type=circle,complete -p seed=1,2"
{
    echo '@include "base.cfg"'
    echo "sweep = ( { key = \"algorithm.learning_rate\"; values = [$rates]; },"
    echo '  { key = "network.type"; values = ["circle", "complete"]; },'
    echo '  { key = "seed"; values = [1, 2]; } );'
} >inside.cfg
run "$FEDOMP" -q -c inside.cfg -o inside
check 'the same points in one process' test "$(grep -c ',loss,' inside/summary.csv)" -eq 400

# done_runs DIR -- the complete ones, with what changes when a file is written again.
done_runs() {
    find "$1/runs" -name run.yaml -printf '%p %i %T@\n' 2>/dev/null | sort
}

# until_done DIR COUNT [PROCESS] -- waits for so many, some minutes at most, while the process is there.
until_done() {
    for _ in $(seq 6000); do
        [ "$(done_runs "$1" | wc -l)" -lt "$2" ] || return 0
        [ -z "${3-}" ] || kill -0 "$3" || return 1
        sleep 0.05
    done
    return 1
}

# half_way NAME DIR -- some but not all are done; adds which to those before, all of which must last.
half_way() {
    done_runs "$2" >"$2.now"
    count=$(wc -l <"$2.now")
    check "$1: half-way ($count done)" test "$count" -ge 20 -a "$count" -lt 200
    cat "$2.now" >>"$2.before"
    sort -u -o "$2.before" "$2.before"
}

# whole NAME DIR -- all are done, those of before untouched, and their numbers are right.
whole() {
    done_runs "$2" >"$2.after"
    expect_lines "$2.after" 200 "$1: no point is lost"
    check "$1: none is repeated" sh -c 'comm -23 "$1.before" "$1.after" | awk "END { exit NR }"' sh "$2"
    expect_same "$2/summary.csv" inside/summary.csv "$1: the same summary as from one process"
}

# stop SIGNAL COUNT OPTION... -- begins or resumes the sweep in dir, in a process group of its own, and sends
# the signal when so many runs are done: to the sweep, or with a minus before it to the group. Sets status.
stop() {
    signal=$1
    wanted=$2
    shift 2
    # A shell that is put in the background has its interrupts ignored, one of nohup hang-ups: it would pass that on.
    setsid env --default-signal=INT,HUP,TERM "$SWEEP" -q -o "$dir" "$@" >"$dir.out" 2>"$dir.err" &
    sweep=$!
    until_done "$dir" "$wanted" "$sweep"
    case $signal in
        -*) kill -s "${signal#-}" -- "-$sweep" ;;
        *) kill -s "$signal" "$sweep" ;;
    esac
    status=0
    wait "$sweep" 2>/dev/null || status=$?
}

# here NAME OPTION... -- on this machine: stopped by every signal there is for it, resumed after each.
here() {
    name=$1
    dir=$tmp/$name
    shift
    # Few more each time: on a busy machine many end between the look and the signal.
    # shellcheck disable=SC2086 # words
    stop TERM 20 "$@" -t 1 -c base.cfg $grid
    for signal in -INT -TERM -HUP; do
        check "$name: stopped by a signal with status 75" test "$status" -eq 75
        expect_line "$dir.err" 'to continue: fedomp-sweep --resume'
        half_way "$name stopped" "$dir"
        check "$name: nothing is half-written" \
            sh -c 'for run in "$1"/runs/*/; do test -e "$run/run.yaml" || test -z "$(ls "$run" | grep csv)" || exit 1; done' sh "$dir"
        stop "$signal" $((count + 10)) "$@" --resume
    done
    half_way "$name hung up" "$dir"
    stop KILL $((count + 10)) "$@" --resume
    half_way "$name killed" "$dir"
    stop -KILL $((count + 10)) "$@" --resume
    half_way "$name killed with all its processes" "$dir"
    expect_status 0 "$name: resumes" "$SWEEP" -q "$@" --resume -o "$dir"
    whole "$name" "$dir"
}

# in_queue DIR -- what is left of its jobs.
in_queue() {
    while read -r job; do
        squeue -h -o %F -j "$job" 2>/dev/null </dev/null
    done <"$1/slurm/jobs"
}

# arrays NAME -- through sbatch.
arrays() {
    dir="$tmp/$1 5%j's"
    # shellcheck disable=SC2086 # words
    expect_status 0 "$1: submits" "$SWEEP" -q -t 1 --slurm --per-task=5 -c base.cfg -o "$dir" $grid \
        -- --time=5
    expect_match err 'job [0-9]+: 80 runs in 16 tasks' "$1: arrays are as long as MaxArraySize"
    expect_match err 'job [0-9]+: 40 runs in 8 tasks' "$1: the last one is what is left"
    [ -s "$dir/slurm/jobs" ] || return
    until_done "$dir" 40
    expect_status 2 "$1: not twice at a time" "$SWEEP" --slurm --resume -o "$dir"
    expect_line err 'still in the queue: jobs'
    # shellcheck disable=SC2046 # numbers
    scancel $(cat "$dir/slurm/jobs")
    for _ in $(seq 600); do
        [ -n "$(in_queue "$dir")" ] || break
        sleep 0.1
    done
    half_way "$1 cancelled" "$dir"
    expect_status 0 "$1: resumes" "$SWEEP" --slurm --wait --per-task=5 --resume -o "$dir"
    expect_line out '200 of 200 runs done'
    expect_line "$dir/slurm/summary.out" '200 of 200 runs done' "$1: the last job ranks"
    whole "$1" "$dir"
}

# limited NAME -- a job that asks SLURM how long it may run stops in time.
limited() {
    cat >job <<EOT
#!/bin/sh
cd "$tmp" || exit 1
"$FEDOMP" -q -t 1 -c long.cfg -D algorithm.rounds=1000000000 -o "limited $1" --max-time=slurm
echo "status \$?"
EOT
    expect_status 0 "$1: a job that stops by itself" sbatch --parsable --time=1 --output="$tmp/limited.out" --wait job
    expect_line limited.out 'status 75' "$1: --max-time=slurm"
}

sed 's/rounds = 5/rounds = 10000000; learning_rate = 0.01/; s/every = 5/every = 5000000/' base.cfg >long.cfg

here loop --loop
if command -v parallel >/dev/null; then
    here parallel --parallel -j 3
else
    skip 'GNU parallel' 'it is not installed'
fi

mkdir bin queue
for name in sbatch squeue scancel scontrol; do
    ln -s "$FED_SRCDIR/tests/slurm-stand-in" "bin/$name"
done
STAND_IN=$tmp/queue
STAND_IN_MAX=16
path=$PATH
PATH=$tmp/bin:$PATH
export STAND_IN STAND_IN_MAX
arrays stand-in
STAND_IN_LEFT=1:01 limited stand-in
for left in 61 86401; do
    SLURM_JOB_END_TIME=$(($(date +%s) + left)) run "$FEDOMP" -q -t 1 -c long.cfg -o "told $left" --max-time=slurm \
        -D algorithm.rounds=$((left == 61 ? 1000000000 : 1000))
    check "told by the environment, $left seconds" test "$tap_status" -eq $((left == 61 ? 75 : 0))
done
SLURM_JOB_ID='1; touch bad' run "$FEDOMP" -c long.cfg --max-time=slurm
check 'a number of a job that is none' test "$tap_status" -eq 2 -a ! -e bad
expect_status 2 'no job of SLURM' "$FEDOMP" -c long.cfg --max-time=slurm
expect_line err 'is this a SLURM job?'

# A task whose time is over goes back to the queue and on from its checkpoint; here the first of two parts.
grow='sweep=({ key = "algorithm.learning_rate"; values = [0.01, 0.02]; })'
run "$FEDOMP" -q -t 1 -c long.cfg -D "$grow" -o together
STAND_IN_WHEN=$tmp/parts/.fedomp/state-0
export STAND_IN_WHEN
expect_status 0 'parts in an array' "$SWEEP" -t 1 --slurm --wait -c long.cfg -D "$grow" \
    -D checkpoint.every_seconds=0.05 -o parts
unset STAND_IN_WHEN
expect_line out '2 of 2 runs done'
expect_lines queue/requeued 1 'one task was requeued'
expect_match parts/fedomp.log 'run 0, replicate 0 continues from round [1-9]' 'and went on'
expect_same parts/summary.csv together/summary.csv 'with the bytes of one process'
PATH=$path

# A cluster of this machine alone, under the temporary directory.
daemons=
# shellcheck disable=SC2317 # called by the trap
stop_daemons() {
    for daemon in $daemons; do
        kill "$daemon" 2>/dev/null
        wait "$daemon" 2>/dev/null
    done
}
trap 'stop_daemons; rm -rf "$tmp"' EXIT

start_slurm() {
    host=$(uname -n | sed 's/\..*//')
    port=$((20000 + $$ % 20000))
    mkdir -m 755 slurm slurm/state slurm/spool
    chmod 755 "$tmp"
    cat >slurm/slurm.conf <<EOT
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$tmp/slurm/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$tmp/slurm/state
SlurmdSpoolDir=$tmp/slurm/spool
SlurmctldPidFile=$tmp/slurm/slurmctld.pid
SlurmdPidFile=$tmp/slurm/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
MailProg=/bin/true
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=1000,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MaxArraySize=16
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES State=UP
EOT
    SLURM_CONF=$tmp/slurm/slurm.conf
    export SLURM_CONF
    head -c 1024 /dev/urandom >slurm/munge.key
    chmod 400 slurm/munge.key
    munged --force --foreground --socket="$tmp/slurm/munge.socket" --key-file="$tmp/slurm/munge.key" \
        --pid-file="$tmp/slurm/munged.pid" --seed-file="$tmp/slurm/munge.seed" >slurm/munged.log 2>&1 &
    daemons=$!
    for _ in $(seq 50); do
        [ ! -S slurm/munge.socket ] || break
        sleep 0.1
    done
    slurmctld -D >slurm/slurmctld.log 2>&1 &
    daemons="$! $daemons"
    slurmd -D >slurm/slurmd.log 2>&1 &
    daemons="$! $daemons"
    for _ in $(seq 100); do
        [ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || return 0
        sleep 0.1
    done
    tail -n 5 slurm/*.log | sed 's/^/#   /'
    return 1
}

if ! command -v slurmctld >/dev/null || ! command -v slurmd >/dev/null || ! command -v munged >/dev/null; then
    skip 'SLURM' 'slurm-wlm is not installed; the stand-in was used'
elif [ "$(id -u)" -ne 0 ]; then
    skip 'SLURM' 'only root can start slurmd; the stand-in was used'
elif ! start_slurm; then
    skip 'SLURM' 'its daemons do not start here; the stand-in was used'
else
    arrays slurm
    limited slurm
fi
finish
