#!/bin/sh
# The command line: every option, every documented exit status.
# shellcheck disable=SC2016 # programs of awk and sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"

cat >"$tmp/run.cfg" <<'EOF'
name = "small";
seed = 5;
data = { source = "synthetic"; model = "linear"; samples = 60; theta = [1.0, -1.0]; };
partition = { clients = 6; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 20; learning_rate = 0.1; };
EOF
cd "$tmp" || exit 1

expect_status 0 '--help' "$FEDOMP" --help
expect_line out 'usage: fedomp -c FILE'
expect_status 0 '--version' "$FEDOMP" --version
expect_match out '^fedomp [0-9]'
expect_status 2 'no configuration' "$FEDOMP"
expect_line err 'fedomp: no configuration: -c FILE is needed'
expect_status 2 'an unknown option' "$FEDOMP" --nonsense
expect_match err '^fedomp: '
expect_status 2 'a stray argument' "$FEDOMP" -c run.cfg stray
expect_line err "unexpected argument 'stray'"
expect_status 2 '-q with -v' "$FEDOMP" -q -v -c run.cfg
expect_status 2 'no such number of threads' "$FEDOMP" -t zero -c run.cfg
expect_line err "-t: not a number of threads"
expect_status 2 'a negative seed' "$FEDOMP" -s -4 -c run.cfg
expect_status 2 '--resume is refused' "$FEDOMP" --resume -c run.cfg
expect_line err '--resume is not available'
expect_status 2 'a directory without a name' "$FEDOMP" -c run.cfg -o ''
expect_line err 'the name of the output directory is empty'
check 'a refused command leaves nothing' test ! -e results
expect_status 3 'a run refused after its directories were made' "$FEDOMP" -c run.cfg -o some/new/directory/ \
    -D network.degree=6
check 'takes them away again' test ! -e some
mkdir empty
expect_status 3 'a run refused in a directory that was there' "$FEDOMP" -c run.cfg -o empty/new -D network.degree=6
check 'leaves that one' test -d empty -a ! -e empty/new

expect_status 0 'a run into the default directory' "$FEDOMP" -c run.cfg
expect_line out 'results in results/small'
expect_lines err 0 'nothing on stderr when it is no terminal'

# On a terminal: one line, within its width; a control sequence begins each.
if has_terminal; then
    # seen TERMINAL COLUMNS OPTION... -- what it shows, a line for each time.
    seen() {
        terminal=$1
        width=$2
        shift 2
        TERM=$terminal script -q -e -c "stty cols $width; '$FEDOMP' -c '$FED_SRCDIR/conf/ngd_circle.cfg' -t 1 \
            -D algorithm.rounds=60000 -o '$tmp/seen' --force $*" "$tmp/typescript" >/dev/null
        tr '\r' '\n' <"$tmp/typescript" | sed -n 's/^.\[K\(..*\)/\1/p' >"$tmp/seen.lines"
    }
    seen xterm 100
    expect_match "$tmp/seen.lines" '^replicate [0-9]+ of 20, round [0-9]+ of 60000, 0:00:0[0-9] left, [0-9]+/s, loss [0-9.]+$' 'progress on a terminal'
    seen xterm 100 -t 2
    expect_match "$tmp/seen.lines" '^0 of 20 replicates(, 0:00:[0-9]+ left)?, round [0-9]+ of 60000, [0-9]+/s, loss [0-9.]+$' 'side by side, before one has ended'
    seen xterm 30
    check 'no wider than it' awk 'length($0) > 29 { exit 1 } END { exit NR == 0 }' "$tmp/seen.lines"
    seen xterm 100 -q
    check 'none with -q' test ! -s "$tmp/seen.lines"
    seen dumb 100
    check 'none on a dumb terminal' test ! -s "$tmp/seen.lines"
else
    skip 'progress on a terminal' 'script(1) opens no terminal here'
fi
expect_status 0 'a sweep of a key that the method has not' "$FEDOMP" -c run.cfg -o twins \
    -D 'sweep=({key="algorithm.local_steps"; values=[1,2];})'
expect_line err 'warning: run 1 is run 0 again: what is swept between them has no effect'
expect_status 0 'a rate that is too large' "$FEDOMP" -c run.cfg -o worse -D algorithm.learning_rate=2.2 -D algorithm.rounds=9
expect_match err 'warning: run 0, replicate 0: the loss ended at [0-9.e+]+, above the [0-9.]+ it began with' 'is told'
expect_status 0 'replicates of nothing random' "$FEDOMP" -c "$FED_SRCDIR/conf/own_data.cfg" -D replicates=2 -o alike
expect_line err 'warning: replicates 0 and 1 are the same: nothing in this study is random'
expect_match alike/run.yaml '^name: own_data$' 'run.yaml has the name of the study'
for file in metrics.csv summary.csv theta.csv run.yaml; do
    check "$file is there" test -s "results/small/$file"
done
expect_status 2 'a directory that is not empty' "$FEDOMP" -c run.cfg
expect_line err 'results/small: not empty'
echo mine >results/small/notes
echo stale >results/small/theta.npy
expect_status 0 '--force replaces' "$FEDOMP" -q --force -c run.cfg -D output.theta=false
expect_lines out 0 '-q prints nothing'
check '--force leaves other files alone' test -s results/small/notes
check '--force takes stale outputs away' test ! -e results/small/theta.csv -a ! -e results/small/theta.npy
expect_status 0 '-v tells what was chosen' "$FEDOMP" -v -t 2 -c run.cfg -o verbose
expect_line err '2 threads'
expect_line err '60 samples, 6 clients (partition random), 2 parameters; gradients from'

expect_status 0 '-s is a seed' "$FEDOMP" -q -s 7 -c run.cfg -o seven
expect_status 0 '-D seed too' "$FEDOMP" -q -D seed=7 -c run.cfg -o seven2
expect_same seven/theta.csv seven2/theta.csv '-s N and -D seed=N are the same'
expect_status 0 'a seed of 63 bits' "$FEDOMP" -q -s 9223372036854775807 -c run.cfg -o big
check 'is that seed' grep -q '^seed: 9223372036854775807$' big/run.yaml
if [ -w /dev/full ]; then
    expect_status 2 'a summary that cannot be written' sh -c 'exec "$FEDOMP" --force -c run.cfg -o big >/dev/full'
    expect_line err 'fedomp: standard output: No space left on device'
fi

expect_status 0 '--check finds no fault' "$FEDOMP" --check -c run.cfg
expect_line out 'no fault found'
sed 's/rounds = 20/round = 20/; s/clients = 6/clients = -6/' run.cfg >faults.cfg
expect_status 3 'two faults: the first is told' "$FEDOMP" -c faults.cfg
expect_lines err 1
expect_line err 'fedomp: faults.cfg:4: partition.clients'
expect_status 3 '--check lists all' "$FEDOMP" --check -c faults.cfg
expect_lines err 2
expect_line err "faults.cfg:6: algorithm.round: unknown key (did you mean 'rounds'?)"
sed 's/rounds = 20/batch = 2/; s/learning_rate = 0.1/learning_rate = { schedule = "cosine"; }/; s/circle/file/
    s/}; *$/}; loss = { l1 = 0.1; };/; 2,5s/ loss = .*//' run.cfg >faults.cfg
expect_status 3 '--check lists what one stage does not hide from the next' "$FEDOMP" --check -c faults.cfg \
    -D data.samples=5 -D 'analysis=["stabel"]'
expect_lines err 4
expect_line err 'network.path: '
expect_line err 'algorithm.learning_rate.value: needed by the schedule "cosine"'
expect_line err 'loss.l1: ngd cannot handle an l1 penalty'
expect_line err "unknown analysis 'stabel' (did you mean 'stable'?)"

expect_status 0 '--print-config' "$FEDOMP" --print-config -c run.cfg -D algorithm.rounds=30
cp "$out" printed.cfg
expect_line out 'rounds = 30;'
expect_match out '^# hash: [0-9a-f]{64}$'
expect_status 0 'what it prints is valid input' "$FEDOMP" --print-config -c printed.cfg
expect_same "$out" printed.cfg 'and resolves to itself'
expect_status 0 'and runs' "$FEDOMP" -q -c printed.cfg -o printed
expect_status 0 'the same run' "$FEDOMP" -q -c run.cfg -D algorithm.rounds=30 -o overridden
expect_same printed/theta.csv overridden/theta.csv 'with the same answer'
check 'which --print-config told' \
    sh -c '[ "$(sed -n "1s/# //p" printed.cfg)" = "$(grep ^hash printed/run.yaml)" ]'
check 'and the same hash' sh -c '[ "$(grep ^hash printed/run.yaml)" = "$(grep ^hash overridden/run.yaml)" ]'
check 'another seed has another hash' \
    sh -c '[ "$(grep ^hash printed/run.yaml)" != "$(grep ^hash seven/run.yaml)" ]'

expect_status 0 '-c by the name of an example' "$FEDOMP" --print-config -c ngd_circle
cp "$out" named.cfg
expect_status 0 'or of its file' "$FEDOMP" --print-config -c ngd_circle.cfg
expect_same "$out" named.cfg 'which is the same'
"$FEDOMP" --print-config -c "$FED_SRCDIR/conf/ngd_circle.cfg" >by_path.cfg
expect_same named.cfg by_path.cfg 'as by its path'
expect_status 0 'those of the papers too' "$FEDOMP" --print-config -c ngd_fig2
expect_status 3 'a name that is none' "$FEDOMP" --print-config -c no_such_example
expect_line err 'no_such_example'
cp run.cfg ngd_circle.cfg
expect_status 0 'a file of that name goes first' "$FEDOMP" --print-config -c ngd_circle.cfg
expect_line out 'name = "small";'
rm ngd_circle.cfg
expect_status 3 'a path is no name' "$FEDOMP" --print-config -c ./ngd_circle

expect_status 0 '--list' "$FEDOMP" --list
for kind in algorithms losses graphs partitions schedules sketches datasets metrics models analyses examples; do
    expect_status 0 "--list=$kind" "$FEDOMP" --list=$kind
    check "--list=$kind names something" test -s "$out"
done
expect_status 2 'an unknown kind' "$FEDOMP" --list=nonsense
expect_status 0 '--explain' "$FEDOMP" --explain=network.degree
expect_line out 'network.degree: integer, default 1'
expect_status 2 '--explain of an unknown key' "$FEDOMP" --explain=network.degre
expect_line err "did you mean 'network.degree'?"
finish
