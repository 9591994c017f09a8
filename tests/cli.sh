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
expect_line err 'fedomp: no configuration: use -c FILE'
expect_status 2 'an unknown option' "$FEDOMP" --nonsense
expect_match err '^fedomp: '
expect_status 2 'a stray argument' "$FEDOMP" -c run.cfg stray
expect_line err "unexpected argument 'stray'"
expect_status 2 '-q with -v' "$FEDOMP" -q -v -c run.cfg
expect_status 2 'no such number of threads' "$FEDOMP" -t zero -c run.cfg
expect_line err "-t: not a number of threads"
expect_status 2 'a negative seed' "$FEDOMP" -s -4 -c run.cfg
expect_status 2 '--resume with --force' "$FEDOMP" --resume --force -c run.cfg
expect_line err '--resume and --force cannot be combined'
for duration in 90 2w -1s 1:75:00 0s abc 1-2 ''; do
    expect_status 2 "no duration: '$duration'" "$FEDOMP" --max-time="$duration" -c run.cfg
    expect_line err '--max-time: not a duration such as 90s'
done
for duration in 90s 5m 2h 1d 0:30:00 1-12:00:00; do
    expect_status 0 "a duration: $duration" "$FEDOMP" -q --max-time="$duration" -c run.cfg -o enough --force
done
rm -r enough
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
    expect_match "$tmp/seen.lines" '^replicate [0-9]+ of 20, round [0-9]+ of 60000, [0-9]+:[0-9]{2}:[0-9]{2} left, [0-9]+/s, loss [0-9.]+$' 'progress on a terminal'
    seen xterm 100 -t 2
    expect_match "$tmp/seen.lines" '^0 of 20 replicates(, [0-9]+:[0-9]{2}:[0-9]{2} left)?, round [0-9]+ of 60000, [0-9]+/s, loss [0-9.]+$' 'side by side, before one has ended'
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
expect_line err 'warning: -D: algorithm.local_steps: has no effect with algorithm.name = ngd'
expect_status 0 'a rate that is too large' "$FEDOMP" -c run.cfg -o worse -D algorithm.learning_rate=2.2 -D algorithm.rounds=9
expect_match err 'warning: run 0, replicate 0: the final loss [0-9.e+]+ is above the initial loss [0-9.]+' 'is told'
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
expect_line out 'no errors found'
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
expect_line err 'loss.l1: an l1 penalty is not smooth, and ngd needs gradients'
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
mkdir ngd_circle
expect_status 0 'a directory of that name is none' "$FEDOMP" --print-config -c ngd_circle
expect_same "$out" named.cfg 'the example is found all the same'
rmdir ngd_circle
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
# What a report of a fault should tell, and where a result comes from.
expect_status 0 '--version -v' "$FEDOMP" --version -v
expect_match out '^commit +[^ ]' 'the commit'
expect_match out '^compiler +(gcc|clang) ' 'the compiler'
expect_match out '^BLIS +[0-9.]+, kernel [a-z0-9]+' "BLIS's kernel"
expect_status 0 '-v --version' "$FEDOMP" -v --version
expect_match out '^BLIS' 'in any order'
cat >stop.cfg <<'END'
data = { source = "synthetic"; model = "logistic"; samples = 400; theta = [2.0, -2.0]; };
partition = { clients = 5; };
network = { type = "circle"; };
loss = { type = "logistic"; };
algorithm = { name = "ngd"; rounds = 400; learning_rate = 0.5; };
END
expect_status 0 'a run to tell of' "$FEDOMP" -q -c stop.cfg -D 'name=a b' -o told
expect_match told/run.yaml '^  date: "?20[0-9-]+T[0-9:]+Z"?$' 'run.yaml has the date'
expect_match told/run.yaml '^  host: ' 'the host'
expect_match told/run.yaml "^  command: .*-q -c stop.cfg -D 'name=a b' -o told" 'and the command line'

# Rules that stop a replicate: above and below, not at the start, not by the clock.
expect_status 0 'stop above' "$FEDOMP" -q -c stop.cfg -D algorithm.stop.metric=accuracy -D algorithm.stop.above=0.8 -o above
check 'at the first accuracy above the bound' awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { a[NR] = $at["accuracy"]; n = NR } END { exit !(n > 2 && a[n] > 0.8 && a[n - 1] <= 0.8) }' above/metrics.csv
expect_line above/run.yaml 'stop criterion reached' 'run.yaml says why'
refuse_stop() {
    text=$1
    shift
    expect_status 3 "refused: $*" "$FEDOMP" -q -c stop.cfg "$@" -o refused
    expect_line err "$text"
    expect_lines err 1
}
refuse_stop 'needs a bound: stop.below, or stop.above' -D algorithm.stop.metric=accuracy
refuse_stop 'seconds would make results differ between runs' -D algorithm.stop.metric=seconds -D algorithm.stop.above=1
refuse_stop 'consensus is 0 at the start, below its bound' -D algorithm.stop.metric=consensus -D algorithm.stop.below=1e-3
expect_status 3 '--check sees it' "$FEDOMP" --check -c stop.cfg -D algorithm.stop.metric=accuracy
expect_line err 'needs a bound'
expect_status 0 'at the start when asked for' "$FEDOMP" -q -c stop.cfg -D algorithm.stop.metric=consensus \
    -D algorithm.stop.below=1e-3 -D algorithm.stop.at_start=true -o start
expect_lines start/metrics.csv 2 'one record'
expect_status 0 'by a metric without values' "$FEDOMP" -c stop.cfg -D loss.optimum=false -D algorithm.stop.metric=gap \
    -D algorithm.stop.below=1e-3 -o novalue
expect_line err 'algorithm.stop: gap has no value in this run, which therefore ends with its last round'

# Methods with and without a server, and a ranking that the test error does not share.
cat >both.cfg <<'END'
data = { source = "synthetic"; model = "logistic"; samples = 400; theta = [2.0, -2.0]; test_fraction = 0.5; };
partition = { clients = 5; };
network = { type = "circle"; };
loss = { type = "logistic"; };
algorithm = { name = "ngd"; rounds = 20; };
sweep = ( { key = "algorithm.name"; values = ["fedavg", "ngd"]; } );
END
expect_status 0 'methods with and without a server' "$FEDOMP" -c both.cfg -o both
expect_line err "note: loss, gap, accuracy and test_error are of the server's model (as in run 0) or, without a server, of the mean"
expect_line err 'which partition.weights = "uniform" makes one' 'and that their objectives may differ'
expect_status 0 'the same with one objective' "$FEDOMP" -c both.cfg -o one -D partition.weights=uniform
check 'is not told so' sh -c '! grep -q "different objectives" "$1"' sh "$err"
# Without a terminal: a line of progress at a time with -v, none otherwise.
expect_status 0 'progress in lines' env FEDOMP_PROGRESS=0.001 "$FEDOMP" -v -c ngd_circle -D replicates=2 -o lines
expect_match err '^fedomp: .*round [0-9]+ of 3000.*, loss [0-9.e-]+$' 'with -v'
expect_status 0 'the same without -v' env FEDOMP_PROGRESS=0.001 "$FEDOMP" -c ngd_circle -D replicates=2 -o silent
expect_lines err 0 'says nothing'
# A table of three swept keys and all metrics.
cat >wide.cfg <<'END'
replicates = 2;
data = { source = "synthetic"; model = "logistic"; samples = 200; theta = [1.0, -1.0]; test_fraction = 0.2; };
partition = { clients = 5; };
loss = { type = "logistic"; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 5; learning_rate = 0.1; };
sweep = ( { key = "algorithm.name"; values = ["ngd", "fedavg"]; }, { key = "algorithm.learning_rate"; values = [0.01, 0.1]; },
          { key = "loss.l2"; values = [0.0, 0.001]; } );
END
expect_status 0 'a wide table' "$FEDOMP" -c wide.cfg -o wide
check 'fits in 80 columns' awk 'length > 80 { exit 1 }' "$out"
expect_match out '^ *name .* gap .*test_error' 'and tells gap and test error'
expect_status 0 'a study with a warning' "$FEDOMP" -q -c wide.cfg -o quiet
expect_lines err 0 '-q keeps it from the terminal'
expect_match quiet/run.yaml "^- 'note: loss, gap, accuracy and test_error are of the server" 'but not from run.yaml'
# The layers of a model: parameters and operations by hand, 2 (4 + 1) and 2 * 4 * 8 of the convolution.
cat >net.cfg <<'EOF2'
data = { source = "synthetic"; model = "linear"; samples = 60; theta = [1.0, -2.0, 0.5, 1.0, 0.0, 1.0, -1.0, 0.5, 0.0]; };
partition = { clients = 4; };
loss = { type = "linear"; };
model = { type = "layers"; input = [1, 3, 3];
          layers = ({ type = "convolution"; channels = 2; kernel = 2; }, { type = "tanh"; },
                    { type = "max-pool"; size = 2; }, { type = "dense"; units = 1; }); };
algorithm = { name = "fedavg"; rounds = 2; };
EOF2
expect_status 0 'the layers of a network' "$FEDOMP" -c net.cfg --explain=model
for row in 'samples +1 x 3 x 3 +0 +0' '0 convolution +2 x 2 x 2 +10 +64' '1 tanh +2 x 2 x 2 +0 +8' \
    '2 max-pool +2 x 1 x 1 +0 +8' '3 dense +1 x 1 x 1 +3 +4' 'all +13 +84'; do
    expect_match out "^$row\$"
done
expect_status 0 'the same of a linear model' "$FEDOMP" -c net.cfg -D model.type=linear --explain=model
expect_match out '^all +9 +18$'
finish
