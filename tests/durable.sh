#!/bin/sh
# durable.sh -- results are there whole or not at all: one process a directory, names that nobody can
# plant, what a killed process leaves, disks that are full, directories that go away.
# shellcheck disable=SC2016 # programs of sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'EOF2'
seed = 3;
data = { source = "synthetic"; model = "linear"; samples = 60; theta = [1.0, -1.0]; };
partition = { clients = 6; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 20; learning_rate = 0.1; };
EOF2
long='-D algorithm.rounds=400000000 -D output.every=4000000'

# await FILE -- until it is there, a minute at most.
await() {
    tries=0
    while [ ! -e "$1" ] && [ $tries -lt 1200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    [ -e "$1" ]
}

# Two processes on one directory: the second is refused, and changes nothing.
# shellcheck disable=SC2086 # options
"$FEDOMP" -q -c run.cfg -o shared $long 2>first.err &
first=$!
check 'the first holds its directory from the start' await shared/.fedomp/lock
for force in '' --force; do
    # shellcheck disable=SC2086 # none, or one
    expect_status 2 "a second is refused ${force:-by default}" "$FEDOMP" -q -c run.cfg -o shared $force
    expect_match err "^fedomp: shared: another fedomp is running there \(process $first on [^ ]+\)$" 'by whom is told'
done
check 'nothing was written' sh -c '[ "$(ls -A shared)" = .fedomp ]'
kill -KILL $first
wait $first 2>/dev/null
check 'a killed process leaves its lock' test -e shared/.fedomp/lock
echo half >shared/.fedomp/draft-0123456789abcdef
echo lines >shared/fedomp.log
expect_status 0 'its lock, a draft and a lone log are no obstacle' "$FEDOMP" -q -c run.cfg -o shared
check 'and nothing of them stays' test ! -e shared/.fedomp

# Killed between the renaming of summary.csv and that of run.yaml: the files that are there are of no complete run.
expect_status 0 'a run to compare with' "$FEDOMP" -q -c run.cfg -o renamed
cp renamed/summary.csv renamed.csv
mkdir -m 700 renamed/.fedomp
mv renamed/run.yaml renamed/.fedomp/draft-0123456789abcdef
echo half >renamed/summary.csv
expect_status 2 'half-renamed files are an obstacle' "$FEDOMP" -q -c run.cfg -o renamed
expect_line err 'renamed: contains an incomplete study (--resume continues it, --force starts again)'
expect_status 0 '--resume begins anew there' "$FEDOMP" -q -c run.cfg -o renamed --resume
expect_same renamed/summary.csv renamed.csv 'and replaces them'
rm renamed/run.yaml
expect_status 2 'the same files without a draft are not known to be of a killed run' \
    "$FEDOMP" -q -c run.cfg -o renamed --resume

# Long files, which stay open for a while after they are replaced; those of other threads are the same.
many='-D replicates=600 -D output.every=2'
# shellcheck disable=SC2086 # options
expect_status 0 'long files' "$FEDOMP" -q -t 1 -c run.cfg -o replaced $many -D seed=4
cut -d, -f1-20 replaced/metrics.csv >other.csv
for threads in 1 2 3; do
    # shellcheck disable=SC2086 # options
    expect_status 0 "they are replaced on $threads threads" "$FEDOMP" -q -t $threads -c run.cfg -o replaced --force $many
    check 'and nothing else stays' sh -c '[ "$(ls -A replaced | tr "\n" " ")" = "fedomp.log metrics.csv run.yaml summary.csv theta.csv " ]'
    cut -d, -f1-20 replaced/metrics.csv >replaced.$threads.csv
    expect_same replaced.1.csv replaced.$threads.csv 'metrics.csv does not depend on that'
done
check 'metrics.csv was another before' sh -c '! cmp -s other.csv replaced.1.csv && [ "$(wc -c <other.csv)" -gt 1048576 ]'

# Of more than 131072 jobs a file tells where they stand in the spool, of fewer memory does.
short='-D algorithm.rounds=1 -D output.metrics=final -D output.theta=false'
for replicates in 1000 140000; do
    # shellcheck disable=SC2086 # options
    expect_status 0 "$replicates jobs" "$FEDOMP" -q -t 2 -c run.cfg -o jobs $short -D replicates=$replicates --force
    sed 1001q jobs/metrics.csv | cut -d, -f1-20 >jobs.$replicates.csv
done
expect_same jobs.1000.csv jobs.140000.csv 'the first thousand are the same'
check 'all are there, in order' sh -c 'awk -F, "NR > 1 && \$2 != NR - 2 { wrong = 1 } END { exit wrong || NR != 140001 }" jobs/metrics.csv'

# A file system without locks: the process that the lock names is asked for; that of another host cannot be.
cat >unlocked.c <<'EOF2'
#include <errno.h>
int flock(int fd, int operation);
int flock(int fd, int operation)
{
    (void)fd, (void)operation;
    errno = ENOLCK;
    return -1;
}
EOF2
# shellcheck disable=SC2086 # a command of several words
case $FED_CC in *-fsanitize*) false ;; *) $FED_CC -shared -fPIC -o unlocked.so unlocked.c 2>/dev/null ;; esac && {
    # shellcheck disable=SC2317 # run by expect_status
    unlocked() { env LD_PRELOAD="$tmp/unlocked.so" "$FEDOMP" -q -c run.cfg -o unlocked "$@"; }
    # shellcheck disable=SC2086 # options
    env LD_PRELOAD="$tmp/unlocked.so" "$FEDOMP" -q -c run.cfg -o unlocked $long 2>/dev/null &
    first=$!
    await unlocked/.fedomp/lock
    ready $first
    expect_status 2 'without locks: a second is refused' unlocked
    expect_match err "^fedomp: unlocked: another fedomp is running there \(process $first on [^ ]+\)$" 'by whom is told'
    kill -KILL $first
    wait $first 2>/dev/null
    expect_status 0 'without locks: a dead process is no obstacle' unlocked
    mkdir -p unlocked/.fedomp
    echo 'process 1 on elsewhere' >unlocked/.fedomp/lock
    expect_status 2 'without locks: one of another host is' unlocked --force
    expect_match err '\(process 1 on elsewhere\)$' 'it is named'
    echo 'no words of a lock' >unlocked/.fedomp/lock
    expect_status 0 'without locks: other words are no obstacle' unlocked --force
}

# Links planted where a draft, the lock or .fedomp would be are not followed.
echo precious >target
mkdir planted
ln -s ../target planted/.tmp-metrics.csv
expect_status 2 'another file in the directory is an obstacle' "$FEDOMP" -q -c run.cfg -o planted
expect_status 0 '--force is not led astray' "$FEDOMP" -q -c run.cfg -o planted --force
check 'by a link' grep -q '^precious$' target
mkdir -p linked/.fedomp
ln -s ../../target linked/.fedomp/lock
expect_status 2 'a link in place of the lock' "$FEDOMP" -q -c run.cfg -o linked --force
check 'is not followed' grep -q '^precious$' target
mkdir elsewhere led
ln -s ../elsewhere led/.fedomp
expect_status 2 'a link in place of .fedomp' "$FEDOMP" -q -c run.cfg -o led --force
check 'is not followed either' sh -c '[ -z "$(ls -A elsewhere)" ]'

# Removed during the run: the results are beside it.
"$FEDOMP" -q -c run.cfg -o gone/for/good -D algorithm.rounds=2000000 -D output.every=200000 2>gone.err &
pid=$!
await gone/for/good/.fedomp/lock
rm -rf gone/for/good
status=0
wait $pid || status=$?
check 'a directory removed during the run: status 2' test $status -eq 2
expect_line gone.err 'gone/for/good: removed during the run; the results are in gone/for/good.1 instead'
check 'and they are whole' test -s gone/for/good.1/run.yaml -a -s gone/for/good.1/metrics.csv

# What cannot be written is told, and what was there is kept.
expect_status 0 'results to keep' "$FEDOMP" -q -c run.cfg -o kept
cp kept/metrics.csv kept.csv
expect_status 2 'a file beyond the limit' sh -c 'ulimit -f 1; exec "$FEDOMP" -q -c run.cfg -o kept --force \
    -D algorithm.rounds=5000'
# A slow machine brings the job to the disk before it writes the outputs.
expect_match err '^fedomp: kept/([a-z]+\.csv: File too large|\.fedomp/jobs-.*: File too large; earlier.*)$'
expect_same kept/metrics.csv kept.csv 'the results of before are still there'
check 'and no draft' sh -c '! ls kept/.fedomp/draft-* 2>/dev/null'
expect_status 2 'a closed standard output' sh -c 'exec "$FEDOMP" -c run.cfg -o closed >&-'
expect_match err '^fedomp: standard output: '
check 'the results are there all the same' test -s closed/run.yaml
expect_status 0 'closed streams and -q' sh -c 'exec "$FEDOMP" -q -c run.cfg -o mute <&- >&- 2>&-'
sed 's/,[^,]*$//' mute/metrics.csv >mute.csv
sed 's/,[^,]*$//' closed/metrics.csv >closed.csv
expect_same mute.csv closed.csv 'the same results'
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    as='setpriv --reuid=65534 --regid=65534 --clear-groups'
    chmod 755 .
else
    as=
fi
mkdir -m 555 locked
# shellcheck disable=SC2086 # a command and its options
expect_status 2 'a directory that may not be written' $as "$FEDOMP" -q -c run.cfg -o locked
expect_line err 'locked: Permission denied'
mkdir small
if mount -t tmpfs -o size=16k none small 2>/dev/null; then
    expect_status 2 'a full disk' "$FEDOMP" -q -c run.cfg -o small/out -D algorithm.rounds=5000
    expect_match err '^fedomp: small/out/([a-z]+\.csv: No|\.fedomp/jobs-.*: No) space left on device'
    check 'and no draft is left' sh -c '! ls small/out/.fedomp/draft-* 2>/dev/null'
    umount small
else
    skip 'a full disk' 'no file system can be mounted here'
fi

# failing CALL ERROR OPTION... -- a run in which the call fails, as it may where a quota is exceeded.
failing() {
    call=$1
    error=$2
    shift 2
    strace -f -o trace -e trace="$call" -e inject="$call:error=$error" "$FEDOMP" -q -t 1 -c run.cfg "$@"
}
if failing fsync EDQUOT --version >"$out" 2>&1; then
    cp -a kept quota
    expect_status 2 'a quota that is exceeded' failing fsync EDQUOT -o quota --force -s 9
    expect_match err '^fedomp: quota/[a-z]+\.csv: Disk quota exceeded$'
    expect_same quota/metrics.csv kept.csv 'the results of before are still there'
    check 'and nothing else' test ! -e quota/.fedomp
    expect_status 2 'a part whose results cannot be written' failing pwrite64 EDQUOT:when=3+ -o part --point=0
    expect_match err '^fedomp: part/\.fedomp/jobs-[0-9a-f]*: Disk quota exceeded; earlier results are kept'
    expect_status 2 'nor where they stand, of many' failing pwrite64 EDQUOT -o places -D replicates=140000
    expect_line err 'fedomp: places/.fedomp: Disk quota exceeded'
    expect_status 2 'nor brought to the disk' failing fdatasync EDQUOT -o part --point=0
    expect_match err '^fedomp: part/\.fedomp/jobs-[0-9a-f]*: Disk quota exceeded; earlier results are kept'
    expect_status 0 'is run again' "$FEDOMP" -q -c run.cfg -o part --point=0
    expect_status 0 'and merged' "$FEDOMP" -q -c run.cfg -o part --merge
    sed 's/,[^,]*$//' part/metrics.csv >part.csv
    expect_same part.csv closed.csv 'the same results'
    expect_status 2 'a directory that cannot be made' failing mkdir EROFS -o none
    expect_line err 'none: Read-only file system'

    # Every file is on the disk before it has its name, and jobs go there once a second at most.
    strace -f -o trace -e trace=openat,fsync,fdatasync,renameat "$FEDOMP" -q -t 1 -c run.cfg -o many -D replicates=300 \
        -D output.metrics=final -D algorithm.name=fedavg -D 'analysis=("decomposition")' \
        -D checkpoint.every_seconds=0 >"$out" 2>&1
    check 'names come after the bytes' awk '
        /openat\(.*"draft-.*O_EXCL/ { split($0, part, "\""); file[$NF] = part[2] }
        /fsync\(/ { split($0, part, /[()]/); if (part[2] in file) safe[file[part[2]]] = 1 }
        /renameat\(.*"draft-/ { split($0, part, "\""); named++; if (!(part[2] in safe)) wrong = 1 }
        END { exit wrong || named < 4 }' trace
    most=$(sed -n 's/.*complete after \([0-9]*\).*/\1/p' many/fedomp.log)
    check 'and jobs together' test "$(grep -c 'fdatasync(' trace)" -le $((most + 3))
else
    skip 'a quota that is exceeded' 'strace is not here, or may not trace'
fi
finish
