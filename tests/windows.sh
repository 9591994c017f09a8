#!/bin/sh
# windows.sh -- killed before every system call that changes the directory, one after the other, in a run, a
# resumption, a part, a merge, a run with more rounds and one that replaces another's results: --resume finishes
# each, with the bytes of the undisturbed run.
# shellcheck disable=SC2317 # functions are called by their names
if [ -w /dev/shm ]; then # synchronizing is slow on a disk
    TMPDIR=/dev/shm
    export TMPDIR
fi
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1
calls=mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,fsync,fdatasync,ftruncate,pwrite64,utimensat
strace -f -o probe -e trace=$calls -e inject=rmdir:signal=KILL:when=1 rmdir none 2>/dev/null
grep -q 'killed by SIGKILL' probe 2>/dev/null || skip_all 'strace is not here, or may not trace'

cat >run.cfg <<'END'
seed = 3;
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 60; theta = [1.0, -1.0]; };
partition = { clients = 6; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 12; learning_rate = 0.1; };
sweep = ( { key = "algorithm.learning_rate"; values = [0.1, 0.2]; } );
END

# bare DIR -- the outputs, but for seconds and what run.yaml may tell otherwise.
bare() {
    rm -rf bare
    mkdir bare
    cp "$1"/*.csv bare
    sed 's/,[^,]*$//' "$1/metrics.csv" >bare/metrics.csv
    awk '/^[a-z]/ { skip = /^(threads|timings|machine|output):/ } !skip' "$1/run.yaml" >bare/run.yaml
}

# study OPTION... -- the program on the directory `now`.
study() {
    "$FEDOMP" -q -t 1 -c run.cfg -o now "$@"
}

# windows NAME FINISH OPTION... -- `study OPTION...` is killed before each of its calls that has an effect,
# always from the directory `before`; then the function FINISH leaves the bytes of `expected`.
windows() {
    name=$1
    last=$2
    shift 2
    rm -rf now
    cp -a before now
    strace -f -o trace -e trace=$calls "$FEDOMP" -q -t 1 -c run.cfg -o now "$@" >/dev/null 2>&1
    # The number of each call among those of its name, where it succeeded.
    awk '{ sub(/^[0-9]+ +/, ""); call = $0; sub(/\(.*/, "", call) }
        /\) += / { n[call]++; if (!/= -1 /) print call, n[call] }' trace >list
    bad=
    killed=0
    while read -r call k; do
        rm -rf now
        cp -a before now
        strace -f -o trace -e trace="$call" -e inject="$call:signal=KILL:when=$k" \
            "$FEDOMP" -q -t 1 -c run.cfg -o now "$@" >/dev/null 2>&1
        [ $? -ne 137 ] || killed=$((killed + 1))
        : >differ
        if ! "$last" "$@" >"$out" 2>"$err" </dev/null || ! bare now || ! diff -r expected bare >differ 2>&1; then
            bad="$bad $call:$k"
            printf '#   %s, killed before %s number %d\n' "$name" "$call" "$k"
            tap_quote "$err"
            head -n 5 differ | sed 's/^/#   /'
        fi
    done <list
    check "$name: killed in each of $killed windows" test "$killed" -gt 4 -a "$killed" -ge "$(($(wc -l <list) / 2))" \
        -a -z "$bad"
}

resume() {
    study "$@" --resume
}
again() {
    study "$@"
}
parts() {
    study --point=0 && study --point=1 && study --merge
}
forced() { # or it is another study's directory still
    study --resume || study --force
}

expect_status 0 'the undisturbed run' study
bare now
mv bare expected
mkdir before
windows 'a run' resume
windows 'a run whose spool is kept' resume -D checkpoint.keep=true

windows 'a part' parts --point=0
# begin NAME OPTION... -- the directory from which the next are killed.
begin() {
    name=$1
    shift
    rm -rf now
    expect_status 0 "$name" study "$@"
    rm -rf before
    mv now before
}
begin 'one part' --point=0
windows 'the other part' parts --point=1
windows 'a resumption' again --resume
rm -rf now
mv before now
expect_status 0 'both parts' study --point=1
mv now before
windows 'a merge' again --merge
begin 'the results of another study' -s 4 -D checkpoint.keep=true
windows 'a run that replaces them' forced --force
begin 'a study of fewer rounds' -D algorithm.rounds=7 -D checkpoint.keep=true
windows 'more rounds' again --resume -D checkpoint.keep=true
finish
