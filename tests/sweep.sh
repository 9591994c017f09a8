#!/bin/sh
# fedomp-sweep: what the points are, what each line does, how runs are ranked.
# shellcheck disable=SC2016 # programs of awk and sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"

SWEEP=$FED_BUILDDIR/fedomp-sweep
TMPDIR=$tmp
export TMPDIR FEDOMP
cat >"$tmp/base.cfg" <<'EOT'
seed = 5;
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 60; theta = [1.0, -1.0]; };
partition = { clients = 6; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 20; learning_rate = 0.1; };
output = { every = 10; };
EOT
cd "$tmp" || exit 1

# points OPTION... -- the -D options of the points, one line each.
points() {
    "$SWEEP" -c base.cfg --dry-run "$@" 2>"$err" | sed 's/.*base\.cfg //; s/ -o .*//'
}

# runs DIR -- how many are complete.
runs() {
    find "$1/runs" -name run.yaml | wc -l
}

# The points: crossed, the first slowest; --zip together; a list; all of them crossed.
points -p algorithm.learning_rate=.1,.2 -p network.type=circle,complete >got
cat >want <<'EOT'
-D algorithm.learning_rate=.1 -D network.type=circle
-D algorithm.learning_rate=.1 -D network.type=complete
-D algorithm.learning_rate=.2 -D network.type=circle
-D algorithm.learning_rate=.2 -D network.type=complete
EOT
expect_same got want 'the -p are crossed, the first varies slowest'
points --zip network.type=circle,fixed-degree -p algorithm.rounds=5,6 -z network.degree=1,2 >got
cat >want <<'EOT'
-D network.type=circle -D network.degree=1 -D algorithm.rounds=5
-D network.type=circle -D network.degree=1 -D algorithm.rounds=6
-D network.type=fixed-degree -D network.degree=2 -D algorithm.rounds=5
-D network.type=fixed-degree -D network.degree=2 -D algorithm.rounds=6
EOT
expect_same got want 'the --zip move together and are crossed with the -p'
printf '%s\r\n' 'algorithm.rounds,data.theta' '5,"[1.0, 2.0]"' '' '6,"[3.0, 4.0]"' >list.csv
points --list=list.csv >got
cat >want <<'EOT'
-D algorithm.rounds=5 -D 'data.theta=[1.0, 2.0]'
-D algorithm.rounds=6 -D 'data.theta=[3.0, 4.0]'
EOT
expect_same got want 'a list in CSV, with quoted cells'
points -p 'data.theta=[1.0,2.0],[3.0,4.0]' -p 'data.theta[0]=7.0' >got
cat >want <<'EOT'
-D 'data.theta=[1.0,2.0]' -D 'data.theta[0]=7.0'
-D 'data.theta=[3.0,4.0]' -D 'data.theta[0]=7.0'
EOT
expect_same got want 'commas inside brackets part no values'
points -D algorithm.rounds=9 -s 3 -t 1 -p network.type=circle >got
echo '-D algorithm.rounds=9 -s 3 -t 1 -D network.type=circle' >want
expect_same got want '-D, -s and -t go to every point'
check 'a dry run writes nothing' test ! -e results

# Faults are told before anything is written.
expect_status 2 'no configuration' "$SWEEP" -p network.type=circle
expect_status 2 'overrides for a sweep that is there' "$SWEEP" --resume -o nowhere -D seed=1
expect_line err '-D, -s, -t and points need -c FILE'
expect_status 2 'nothing to sweep' "$SWEEP" -c base.cfg
expect_line err 'nothing to sweep'
expect_status 2 'an unknown option' "$SWEEP" -c base.cfg --nonsense
expect_status 2 'a stray argument' "$SWEEP" -c base.cfg -p network.type=circle stray
expect_status 2 'options for sbatch without --slurm' "$SWEEP" -c base.cfg -p network.type=circle -- --mem=1
expect_status 2 'zipped keys of different lengths' \
    "$SWEEP" -c base.cfg --zip network.type=circle,complete --zip network.degree=1,2,3
expect_line err '3 values, where the key before has 2'
expect_status 2 'a key swept twice' "$SWEEP" -c base.cfg -p network.degree=1,2 -p network.degree=3
expect_status 2 'an empty value' "$SWEEP" -c base.cfg -p network.degree=1,,2
expect_status 2 'no values' "$SWEEP" -c base.cfg -p network.degree
expect_status 2 'a key that changes no result' "$SWEEP" -c base.cfg -p output.every=1,2
expect_line err 'output.every: does not affect results'
expect_status 2 'not a number of jobs' "$SWEEP" -c base.cfg -p network.degree=1 -j none
expect_status 2 'no sweep to resume' "$SWEEP" --resume -o nowhere
expect_line err 'nowhere: contains no sweep'
expect_status 3 'an unknown key' "$SWEEP" -c base.cfg -p algorithm.learning_rat=1,2
expect_line err "did you mean 'learning_rate'?"
expect_status 3 'a bad value of one point' "$SWEEP" -c base.cfg -p partition.clients=5,-5
expect_line err 'this was the point -D partition.clients=-5'
expect_status 3 'a missing configuration' "$SWEEP" -c absent.cfg -p network.degree=1
check 'refused sweeps leave nothing' test ! -e results
expect_status 0 '--help' "$SWEEP" --help
expect_line out 'usage: fedomp-sweep'
expect_status 0 '--version' "$SWEEP" --version
expect_match out '^fedomp [0-9]'

# A sweep by processes is the sweep of one process, byte for byte but for the seconds.
cat >inside.cfg <<'EOT'
@include "base.cfg"
sweep = ( { key = "algorithm.learning_rate"; values = [0.05, 0.1, 0.2]; },
          { key = "network.type"; values = ["circle", "complete"]; } );
EOT
run "$FEDOMP" -q -c inside.cfg -o inside
sed 's/,[^,]*$//' inside/metrics.csv >inside.metrics
for how in --loop --parallel; do
    if [ $how = --parallel ] && ! command -v parallel >/dev/null; then
        skip 'a sweep by --parallel' 'GNU parallel is not installed'
        continue
    fi
    expect_status 0 "a sweep by $how" "$SWEEP" -c base.cfg -t 1 $how -o "out$how" \
        -p algorithm.learning_rate=0.05,0.1,0.2 -p network.type=circle,complete
    expect_line out "6 of 6 runs done; all of it in $tmp/out$how"
    expect_lines err 0 'no progress when it is no terminal'
    expect_same "out$how/summary.csv" inside/summary.csv 'has the summary of a sweep inside one process'
    sed 's/,[^,]*$//' "out$how/metrics.csv" >metrics
    expect_same metrics inside.metrics 'and its metrics'
    find "out$how/runs" -name '*.csv' ! -name theta.csv >twice
    expect_lines twice 0 'and no table is stored twice'
done
expect_status 2 'a second sweep in the same place is refused' \
    "$SWEEP" -c base.cfg -o out--loop -p algorithm.learning_rate=0.05
expect_status 0 'resumed when all is done' "$SWEEP" --resume -o out--loop
expect_line err 'all 6 runs were already complete'
expect_status 0 'resumed with more points' "$SWEEP" -t 1 --loop --resume -c base.cfg -o out--loop \
    -p algorithm.learning_rate=0.05,0.1,0.2,0.3 -p network.type=circle,complete
expect_line out '8 of 8 runs done'
expect_status 0 'all points at once' "$SWEEP" -q -t 1 --loop -c base.cfg -o whole \
    -p algorithm.learning_rate=0.05,0.1,0.2,0.3 -p network.type=circle,complete
expect_same out--loop/summary.csv whole/summary.csv 'tables of the points before are joined with the new ones'

for only in 'run=1,6' 'type=complete --only learning_rate=0.05,0.2' 'learning_rate=.3'; do
    # shellcheck disable=SC2086 # words
    expect_status 0 "--only $only" "$SWEEP" --summary --rank=loss -o whole --only $only
    case $only in
        run*) awk -F, 'NR > 1 && ($3 == 1 || $3 == 6) { print NR - 1 }' whole/ranking.csv >want ;;
        type*) awk -F, 'NR > 1 && $2 == "complete" && ($1 == 0.05 || $1 == 0.2) { print NR - 1 }' whole/ranking.csv >want ;;
        *) awk -F, 'NR > 1 && $1 == 0.3 { print NR - 1 }' whole/ranking.csv >want ;;
    esac
    awk '/ of 8 runs done/ { exit } NR > 1 && $1 ~ /^[0-9]+$/ { print $1 }' "$out" >got
    expect_same got want 'shows those rows, with their places'
    check 'two of them' test "$(wc -l <got)" -eq 2
done
expect_status 2 'a key that was not swept' "$SWEEP" --summary -o whole --only colour=red
expect_line err "fedomp-sweep: --only: no such swept key: 'colour'"

# Runs done again, and a sweep killed while tables are moved: the same tables as before.
expect_status 0 'a base that sweeps itself' "$SWEEP" -q -t 1 --loop -c inside.cfg -o again \
    -p 'data.theta=[1.0, 2.0],[3.0, 4.0]' -D replicates=1
cp again/metrics.csv again/summary.csv .
rm -r "again/runs/$(sed -n 2p again/points.csv | cut -d , -f 2 | cut -c 1-16)"
expect_status 0 'a run that was removed' "$SWEEP" -q --loop --resume -o again
expect_same again/summary.csv summary.csv 'is done again, the others keep their tables'
cut -d , -f 1-10 again/metrics.csv >got
cut -d , -f 1-10 metrics.csv >want
expect_same got want 'all of them'
cp again/metrics.csv metrics.csv
for point in 2 3; do
    hash=$(sed -n "${point}p" again/points.csv | cut -d , -f 2 | cut -c 1-16)
    DIR=$tmp/again awk -v name=summary.csv -v inner=6 -f "$FED_SRCDIR/scripts/sweep/scatter.awk" \
        again/.gathered again/summary.csv
    mv "again/runs/$hash/.tmp-summary.csv" "again/runs/$hash/summary.csv"
    find again/runs -name '.tmp-*' -exec rm {} +
    expect_status 0 'killed while tables were moved' "$SWEEP" -q --summary -o again
    expect_same again/summary.csv summary.csv 'the same summary'
    expect_same again/metrics.csv metrics.csv 'and the same metrics'
done
find again/runs -name '*.csv' ! -name theta.csv >twice
expect_lines twice 0 'stored once again'
expect_status 0 'a base that sweeps itself' "$SWEEP" -q -t 1 --loop -c inside.cfg -o nested -p seed=5,6
awk -F , '{ print $1 "," $2 "," $3 "," $4 }' nested/summary.csv | sort -u | sort -t , -k 4,4n >got
{
    for seed in 5 6; do
        for rate in 0.05 0.1 0.2; do
            for type in circle complete; do
                echo "$seed,$rate,$type,$((count = ${count:--1} + 1))"
            done
        done
    done
    echo seed,algorithm.learning_rate,network.type,run
} | sort -t , -k 4,4n >want
expect_same got want 'numbers its runs through'
grep '^5,' nested/summary.csv | sed 's/^5,//' >got
sed 1d inside/summary.csv >want
expect_same got want 'and keeps the columns inside'

# The manifest: a line runs alone, from anywhere, and its directory has the hash of its run.yaml.
mkdir "it's here"
cp base.cfg "it's here/a b.cfg"
expect_status 0 'names with quotes and spaces' "$SWEEP" -q -t 1 --loop -c "it's here/a b.cfg" \
    -o "it's here/out" -p 'data.theta=[1.0, 2.0],[3.0, 4.0]'
expect_lines "it's here/out/manifest" 2
expect_line "it's here/out/summary.csv" '"[1.0, 2.0]",0,'
rm -rf "it's here/out/runs"
line=$(sed -n 2p "it's here/out/manifest")
check 'a line runs alone' sh -c "cd / && $line"
directory=$(ls "it's here/out/runs")
hash=$(awk '$1 == "hash:" { print $2 }' "it's here/out/runs/$directory/run.yaml")
check 'in a directory named by the hash in run.yaml' test "$directory" = "$(printf %.16s "$hash")"
expect_line "it's here/out/points.csv" "1,$hash,\"[3.0, 4.0]\""
expect_status 0 'the same by --only' "$SWEEP" -o "it's here/out" --only=1
check 'runs the line asked for' test "$(runs "it's here/out")" -eq 2
expect_status 2 'a line that is not there' "$SWEEP" -o "it's here/out" --only=9

# Points that resolve to the same configuration are one run, and all of them are in the tables.
expect_status 0 'keys that do not matter' "$SWEEP" -t 1 --loop -c base.cfg -o same \
    -p network.type=central,circle -p network.degree=1,2
expect_line err '1 of 4 points are the same run as another'
expect_lines same/manifest 3
expect_lines same/ranking.csv 5

# Failures: a client without samples is a fault of the data, found when the point runs.
printf 'client,x,y\n0,1,2\n0,2,1\n1,1,1\n1,0,1\n' >data.csv
cat >file.cfg <<'EOT'
data = { source = "file"; path = "data.csv"; target = "y"; client = "client"; };
partition = { scheme = "random"; };
algorithm = { name = "ngd"; rounds = 5; learning_rate = 0.1; };
network = { type = "complete"; };
EOT
expect_status 4 'a failing point stops the loop' "$SWEEP" -t 1 --loop -c file.cfg -o stop \
    -p partition.clients=2,9,3
expect_match err '^fedomp-sweep: line 2: status 4: fedomp: .*9'
expect_line err '2 of 3 runs are not complete'
expect_status 4 '--keep-going does the others' "$SWEEP" --loop -k --resume -o stop
expect_line out '2 of 3 runs done'
if command -v parallel >/dev/null; then
    for how in --keep-going --fail-fast; do
        expect_status 4 "a failing point with --parallel $how" "$SWEEP" -t 1 -j 1 --parallel $how \
            -c file.cfg -o "stop$how" -p partition.clients=2,9,3
    done
    check '--keep-going did the others' test "$(runs stop--keep-going)" -eq 2
    check '--fail-fast did not' test "$(runs stop--fail-fast)" -eq 1
fi
expect_status 5 'a point that diverges is no failure' "$SWEEP" -t 1 --loop -c base.cfg -o diverged \
    -D algorithm.rounds=400 -p algorithm.learning_rate=99,0.1
expect_line out '2 of 2 runs done'
expect_match diverged/ranking.csv '^99,0,no,'
check 'and is ranked last' sh -c 'tail -n 1 diverged/ranking.csv | grep -q ^99,'
expect_status 0 'nor when divergence is recorded' "$SWEEP" -q -t 1 --loop -c base.cfg -o recorded \
    -D algorithm.rounds=400 -D on_divergence=record -p algorithm.learning_rate=99,0.1
expect_match recorded/ranking.csv '^99,0,no,'
sed 's/seed = 5/seed = 6/' base.cfg >changed.cfg
cp base.cfg kept.cfg
expect_status 0 'a sweep' "$SWEEP" -q -t 1 --loop -c kept.cfg -o kept -p algorithm.rounds=5,6
rm -rf kept/runs/*
cp changed.cfg kept.cfg
expect_status 0 'resumed after the base changed' "$SWEEP" -q --loop --resume -o kept
expect_line err 'made by another configuration'

# The ranking against values written by hand: three points of 3, 2 and 3 replicates.
mkdir -p made/runs
echo 'run,hash,a.rate,b.rate,kind' >made/points.csv
number=0
for name in aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb cccccccccccccccc dddddddddddddddd; do
    echo "$number,$name,0.$number,$((number * 2)),\"x,$number\"" >>made/points.csv
    echo "fedomp -o $tmp/made/runs/$name  # run $number" >>made/manifest
    mkdir made/runs/$name
    printf 'hash: %s\nruns:\n- run: 0\n' $name >made/runs/$name/run.yaml
    echo run,round,metric,n,median,q25,q75,mean,sd >made/runs/$name/summary.csv
    number=$((number + 1))
done
cat >>made/runs/aaaaaaaaaaaaaaaa/summary.csv <<'EOT'
0,10,loss,3,1,0.5,1.5,1,0.5
0,10,accuracy,3,0.9,0.8,0.95,0.9,0.1
0,20,loss,3,7,6.5,7.5,7,0.5
0,20,accuracy,3,0.5,0.4,0.6,0.5,0.1
EOT
cat >>made/runs/bbbbbbbbbbbbbbbb/summary.csv <<'EOT'
0,10,loss,2,2,1.5,2.5,2,0.5
0,10,accuracy,2,0.8,0.7,0.9,0.8,0.1
0,100,loss,2,-3e-5,-4e-5,-2e-5,-3e-5,1e-5
0,100,accuracy,2,0.75,0.7,0.8,0.75,0.05
EOT
cat >>made/runs/cccccccccccccccc/summary.csv <<'EOT'
0,10,loss,3,3,2.5,3.5,3,0.5
0,10,accuracy,3,,,,,
0,20,loss,3,0.25,0.125,0.5,0.25,0.5
0,20,accuracy,3,,,,,
EOT
echo '0,20,loss,3,-100,-100,-100,-100,0' >>made/runs/dddddddddddddddd/summary.csv
printf '  first_failure: 1\n' >>made/runs/dddddddddddddddd/run.yaml
expect_status 5 'a ranking by loss' "$SWEEP" --summary -o made
cat >want <<EOT
rank  a.rate  b.rate  kind  run  answered  round  n    loss     q25     q75
   1     0.1       2   x,1    1       yes    100  2  -3e-05  -4e-05  -2e-05
   2     0.2       4   x,2    2       yes     20  3    0.25   0.125     0.5
   3     0.0       0   x,0    0       yes     20  3       7     6.5     7.5
   4     0.3       6   x,3    3        no     20  3    -100    -100    -100
4 of 4 runs done; all of it in $tmp/made
EOT
expect_same "$out" want 'best first at the last round; without an answer last; keys told apart'
cat >want <<'EOT'
a.rate,b.rate,kind,run,answered,round,metric,n,median,q25,q75,mean,sd
0.1,2,"x,1",1,yes,100,loss,2,-3e-5,-4e-5,-2e-5,-3e-5,1e-5
0.2,4,"x,2",2,yes,20,loss,3,0.25,0.125,0.5,0.25,0.5
0.0,0,"x,0",0,yes,20,loss,3,7,6.5,7.5,7,0.5
0.3,6,"x,3",3,no,20,loss,3,-100,-100,-100,-100,0
EOT
expect_same made/ranking.csv want 'ranking.csv'
expect_status 5 'a ranking by accuracy' "$SWEEP" --summary -o made --rank=accuracy
sed 1d made/ranking.csv | sed 's/,"x.*//' | paste -s -d ' ' - >got
echo '0.1,2 0.0,0 0.2,4' >want
expect_same got want 'highest first, an empty value last'
expect_status 5 'a ranking at a round' "$SWEEP" --summary -o made --at=10 --best=high --top=2
expect_match out '^ *1 +0\.2 +4 +x,2 +2 +3 +3 +2\.5 +3\.5$'
expect_line out 'at round 10' 'what is the same in all rows is told once'
expect_line out 'and 1 more'
expect_status 2 'a metric that was not recorded' "$SWEEP" --summary -o made --rank=gap
expect_line err 'no run recorded gap; recorded are:'

# The best of each kind alone; a key may be named by its last word.
sed 's/,"x,[01]"$/,left/; s/,"x,[23]"$/,right/' made/points.csv >points && mv points made/points.csv
expect_status 5 'the best of each kind' "$SWEEP" --summary -o made --best-per=kind
expect_match out '^ *1 +0\.1 +2 +left +1 +100 +2 '
expect_match out '^ *2 +0\.2 +4 +right +2 +20 +3 '
expect_lines out 4 'and no other row'
expect_lines made/ranking.csv 5 'ranking.csv has them all'
expect_status 2 'a key that was not swept' "$SWEEP" --summary -o made --best-per=rate
expect_line err "--best-per: no such swept key: 'rate'"

# 80 columns, whatever the keys.
long=$(printf '%070d' 7)
expect_status 0 'long values' "$SWEEP" -t 1 --loop -c base.cfg -o long -D on_divergence=record \
    -p "data.theta=[1.$long, 2.0],[3.0, 4.0]" -p algorithm.learning_rate=0.1,0.2 -p network.type=circle,complete
check 'fit in 80 columns' awk 'length > 80 && !/all of it in/ { exit 1 }' "$out"
expect_match out '^ *1 .*\.\. ' 'and are shortened'
# No cell of a spreadsheet's formula.
printf '%s\n' 'data.path,algorithm.rounds' '=1+1.csv,5' '@x.csv,5' '-1.csv,5' >formulas
tee ./=1+1.csv ./@x.csv <data.csv >./-1.csv
sed 's/path = "data.csv"; //' file.cfg >nofile.cfg
expect_status 0 'names that look like formulas' "$SWEEP" -t 1 --loop -c nofile.cfg -o formulas.sweep \
    -D partition.clients=2 --list=formulas
for file in points summary ranking; do
    for name in =1+1.csv @x.csv -1.csv; do
        check "$file.csv has '$name" grep -E -q "(^|,)'$(printf %s "$name" | sed 's/[+.]/\\&/g')," formulas.sweep/$file.csv
    done
done

# The choices of a sweep hold when it is resumed, and give way to new ones.
expect_status 4 'a sweep with choices' "$SWEEP" -t 1 --loop -k -c file.cfg -o choices --rank=grad_norm --top=1 \
    --best-per=clients -p partition.clients=2,9,3
expect_status 4 'resumed' "$SWEEP" --resume -o choices
expect_match out '^rank .* grad_norm' 'ranks by the same metric'
expect_line out 'and 1 more'
expect_status 4 'resumed with another' "$SWEEP" --resume -o choices --rank=loss
expect_match out '^rank .* loss' 'which holds'
expect_match choices/.choices '^metric=loss$' 'from then on'

# The configuration's own sweep: one study in parts, with the outputs of one process, and no table twice.
for how in --loop --parallel; do
    if [ $how = --parallel ] && ! command -v parallel >/dev/null; then
        skip 'parts by --parallel' 'GNU parallel is not installed'
        continue
    fi
    expect_status 0 "a sweep of its own by $how" "$SWEEP" -c inside.cfg -t 1 $how -o "own$how" --rank=log_mse
    expect_line out "6 of 6 runs done; all of it in $tmp/own$how"
    expect_same "own$how/summary.csv" inside/summary.csv 'has the summary of one process'
    expect_same "own$how/theta.csv" inside/theta.csv 'and its parameters'
    check 'in one place' test ! -e "own$how/runs"
    expect_lines "own$how/ranking.csv" 7
done
expect_status 0 'resumed when all is done' "$SWEEP" --resume -o own--loop
expect_line err 'all 6 runs were already complete'
expect_match out '^rank .* log_mse' 'with its choices'
expect_status 0 'a sweep of fedomp itself' "$SWEEP" --summary -o inside --best-per=network.type
expect_lines out 5 'is ranked, too'
expect_lines inside/ranking.csv 7
sed 's/-q -c/-q --nonsense -c/' own--loop/manifest >broken
rm -rf own--loop/run.yaml && cp broken own--loop/manifest
expect_status 2 'parts that fail' "$SWEEP" --loop --resume -o own--loop
expect_match err '^fedomp-sweep: line 1: status 2: ' 'are told of'

# Warnings of the runs, each once.
expect_status 0 'rates that are too large' "$SWEEP" -t 1 --loop -c base.cfg -o warned -D on_divergence=record \
    -D algorithm.rounds=3 -p algorithm.learning_rate=0.1,5.0,6.0,7.0 -D network.rows=3
expect_match err '^fedomp-sweep: warning: .*network.rows.*\(4 of 4 runs\)$' 'a warning of all runs'
expect_match err '^fedomp-sweep: warning: the final loss .*\(3 of 4 runs\)$' 'and one of some'
check 'each once' sh -c 'test "$(sort "$1" | uniq -d | wc -l)" -eq 0' sh "$err"
expect_status 0 'and quiet' "$SWEEP" -q --summary -o warned
expect_lines err 0 'none'

# The worked scripts, shortened; by_points.sh does without fedomp-sweep, and is tested with parts.
for script in "$FED_SRCDIR"/conf/sweeps/*.sh; do
    name=$(basename "$script" .sh)
    [ "$name" != by_points ] || continue
    FEDOMP_SWEEP=$SWEEP expect_status 0 "conf/sweeps/$name.sh" sh "$script" -q -t 1 --loop -o "$name" \
        -D replicates=2 -D algorithm.rounds=10 -D data.samples=1000 -D partition.clients=40
    check "$name: every point is ranked" \
        test "$(wc -l <"$name/ranking.csv")" -eq "$(wc -l <"$name/points.csv")"
done

# A terminal sees how far it is.
if has_terminal; then
    TERM=xterm run script -q -e -c "'$SWEEP' -t 1 --loop -c base.cfg -o seen -p seed=1,2,3" typescript
    expect_line typescript '2 of 3 runs, 0:00:0' 'progress on a terminal'
else
    skip 'progress on a terminal' 'script(1) opens no terminal here'
fi
check 'nothing is left in the temporary directory' sh -c '! ls -d fedomp-sweep.* 2>/dev/null'
finish
