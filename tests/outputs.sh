#!/bin/sh
# The outputs: columns, recorded rounds, statistics; the same bytes at any number of threads.
# shellcheck disable=SC2016 # programs of awk and sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'EOF'
seed = 11;
replicates = 5;
data = { source = "synthetic"; model = "logistic"; samples = 300; theta = [1.0, -1.0, 0.5]; test_samples = 50; };
partition = { clients = 10; };
network = { type = "fixed-degree"; degree = 2; };
loss = { type = "logistic"; l2 = 0.01; };
algorithm = { name = "ngd"; rounds = 25; learning_rate = 0.2; };
cost = { phi = 10.0; };
output = { every = 10; };
sweep = ( { key = "algorithm.learning_rate"; values = [0.1, 0.2]; },
          { keys = ["network.type", "network.degree"]; values = ( ("circle", 1), ("fixed-degree", 3) ); } );
EOF
expect_status 0 'a sweep of four points' "$FEDOMP" -q -c run.cfg -o out
head -n 1 out/metrics.csv >header
echo 'algorithm.learning_rate,network.type,network.degree,run,replicate,round,rate,loss,gap,grad_norm,error,mse,log_mse,dist_global,consensus,accuracy,test_error,active,gradients,words_up,words_down,words_peer,gamma,seconds' >expected
expect_same header expected 'metrics.csv has all columns, the sweep keys first'
expect_lines out/metrics.csv 81 'rounds 0, 10, 20 and the last of 4 points x 5 replicates'
head -n 1 out/summary.csv >header
echo 'algorithm.learning_rate,network.type,network.degree,run,round,metric,n,median,q25,q75,mean,sd' >expected
expect_same header expected 'summary.csv is tidy'
check 'summary.csv says nothing of time' sh -c '! grep -q seconds out/summary.csv'
head -n 1 out/theta.csv >header
echo 'run,replicate,client,theta_0,theta_1,theta_2' >expected
expect_same header expected 'theta.csv has its columns'
expect_lines out/theta.csv 201 'theta.csv has a row per client'

# Counted by hand: 10 clients of 30 samples; on the circle 10 messages of 3 words a round.
awk -F, 'NR > 1 && $4 == 0 && $5 == 0 && $6 == 25 { print $18, $19, $20, $21, $22, $23 }' out/metrics.csv >counts
echo '10 25 0 0 750 3250' >expected
expect_same counts expected 'active, passes, words and gamma = 25 (30 + 10 x 10) by hand'

awk -F, 'NR > 1 && $4 == 2 && $6 == 20 { print $8 }' out/metrics.csv | sort -g | sed -n 3p >median
awk -F, '$4 == 2 && $5 == 20 && $6 == "loss" { print $8 }' out/summary.csv >expected
expect_same median expected 'the median of five losses is the third'

for threads in 1 2 3 4 7; do
    "$FEDOMP" -q -t $threads -c run.cfg -o out$threads
    # what may differ: the last column, and four blocks of run.yaml
    sed 's/,[^,]*$//' out$threads/metrics.csv >m$threads
    awk '/^[a-z]/ { skip = /^(threads|timings|machine|output):/ } !skip' out$threads/run.yaml >y$threads
    expect_same m1 m$threads "metrics.csv at $threads threads"
    expect_same out1/summary.csv out$threads/summary.csv "summary.csv at $threads threads"
    expect_same out1/theta.csv out$threads/theta.csv "theta.csv at $threads threads"
    expect_same y1 y$threads "run.yaml at $threads threads"
done
"$FEDOMP" -q -c run.cfg -D replicates=1 -D algorithm.batch=7 -t 1 -o batch1
"$FEDOMP" -q -c run.cfg -D replicates=1 -D algorithm.batch=7 -t 7 -o batch7
expect_same batch1/theta.csv batch7/theta.csv 'minibatches at 1 and 7 threads, fewer jobs than threads'
awk -F, 'NR > 1 && $4 == 0 && $6 == 25 { print $19, $23 }' batch1/metrics.csv >counts
awk 'BEGIN { printf "%.17g %d\n", 25 * 70 / 300, 25 * (7 + 100) }' >expected
expect_same counts expected 'passes and gamma of minibatches by hand'

expect_status 0 'metrics = "final"' "$FEDOMP" -q -c run.cfg -D output.metrics=final -o final
expect_lines final/metrics.csv 21 'one row per replicate'
expect_same final/summary.csv out/summary.csv 'summary.csv has every recorded round all the same'
expect_status 0 'metrics = "none"' "$FEDOMP" -q -c run.cfg -D output.metrics=none -o none
check 'no metrics.csv then' test ! -e none/metrics.csv
check 'no temporary file stays' sh -c '! ls -A out | grep -q tmp'

cat >wide.cfg <<'EOF'
data = { source = "file"; path = "wide.csv"; target = "y"; };
partition = { clients = 2; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 1; };
EOF
awk 'BEGIN { printf "y"; for (j = 0; j < 5000; j++) printf ",x%d", j; print ""
    for (i = 0; i < 4; i++) { printf "%d", i; for (j = 0; j < 5000; j++) printf ",%d", (i * j) % 7; print "" } }' >wide.csv
expect_status 0 'a model of 5000 parameters' "$FEDOMP" -q -c wide.cfg -o wide
check 'goes to theta.npy' test -s wide/theta.npy -a ! -e wide/theta.csv
check 'of 128 bytes and 2 x 5000 doubles' test "$(wc -c <wide/theta.npy)" -eq 80128
check 'whose shape is in its header' grep -aq "'shape': (1, 1, 2, 5000)" wide/theta.npy
check 'and in run.yaml' grep -q 'parameters: 5000' wide/run.yaml

# The trajectory: as many rows as there are records, from the start to the models' mean in theta.csv.
expect_status 0 'a trajectory' "$FEDOMP" -q -c run.cfg -D output.trajectory=true -o way
expect_same way/summary.csv out/summary.csv 'which changes no number'
cut -d , -f 4-6 out/metrics.csv >expected
cut -d , -f 1-3 way/trajectory.csv >rounds
expect_same rounds expected 'it has the rounds of metrics.csv'
awk -F, 'NR == FNR { if (FNR > 1) for (j = 4; j <= 6; j++) mean[$1, $2, j] += $j / 10; next }
    FNR > 1 && $3 == 0 && ($4 != 0 || $5 != 0 || $6 != 0) { bad++ }
    FNR > 1 && $3 == 25 { n++; for (j = 4; j <= 6; j++) { d = $j - mean[$1, $2, j]; if (d * d > 1e-28) bad++ } }
    END { exit !(n == 20 && !bad) }' way/theta.csv way/trajectory.csv
check 'from the start to the mean of the final models' test $? -eq 0
expect_status 0 'a method with a server' "$FEDOMP" -q -c run.cfg -D output.trajectory=true -D 'sweep=()' \
    -D algorithm.name=fedavg -D replicates=1 -o served
cut -d , -f 4- served/theta.csv | tail -n 1 >expected
cut -d , -f 4- served/trajectory.csv | tail -n 1 >end
expect_same end expected 'ends with its model'
expect_status 3 'a trajectory of 5000 parameters' "$FEDOMP" -q -c wide.cfg -D output.trajectory=true -o wider
expect_status 3 'which --check knows' "$FEDOMP" --check -c wide.cfg -D output.trajectory=true
expect_line err 'output.trajectory: the model has 5000 parameters, a trajectory at most 4096'

# The truth of drawn data moves with their features: without noise the optimum is the truth.
cat >exact.cfg <<'EOF'
data = { source = "synthetic"; samples = 200; theta = [1.0, -2.0]; noise = 0.0; covariance = { type = "uniform"; }; };
loss = { type = "linear"; intercept = true; };
algorithm = { name = "fednewton"; };
EOF
for change in data.standardize=true data.features=3; do
    l2=0
    [ $change = data.features=3 ] && l2=1e-9
    expect_status 0 "$change" "$FEDOMP" -q -c exact.cfg -o exact --force -D $change -D loss.l2=$l2
    check "$change: the truth is met" awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) if ($c == "error") at = c }
        END { exit !($at != "" && $at < 1e-6) }' exact/metrics.csv
done

# Features by name, and how they were standardized: the same model in the units of the file.
for standardize in false true; do
    expect_status 0 "standardize = $standardize" "$FEDOMP" -q -c "$FED_SRCDIR/conf/own_data.cfg" \
        -D algorithm.name=fednewton -D data.standardize=$standardize -o units-$standardize
    tail -n 1 units-$standardize/theta.csv | tr ',\n' '  ' >>both
done
awk '/^  features:/, /^threads/' units-true/run.yaml >expected
check 'features have their names' sh -c 'tr -d " \n" <expected | grep -q "^features:-x1-x2feature_means:"'
sed -n '/^ *feature_means/,/^threads/s/^ *- //p' units-true/run.yaml | tr '\n' ' ' >>both
# run replicate client a b c, twice, then means and scales
awk '{
    for (j = 1; j <= 2; j++) {
        slope = $(9 + j) / $(14 + j)
        origin += slope * $(12 + j)
        d = $(3 + j) - slope
        far += d * d
    }
    d = $6 - ($12 - origin)
    exit !(NF == 16 && far + d * d < 1e-24)
}' both
check 'their means and scales lead back to the units of the file' test $? -eq 0
check 'which are left out where they are not wanted' sh -c '! grep -q feature_means units-false/run.yaml'

# A result of more bytes than are read at first: 600 records and their models, then the last of them.
cat >long.cfg <<'END'
data = { source = "synthetic"; samples = 40; theta = [1.0, 2.0, 3.0]; };
partition = { clients = 4; };
algorithm = { name = "fedavg"; rounds = 600; learning_rate = 0.01; };
output = { trajectory = true; };
END
expect_status 0 'a long result' "$FEDOMP" -q -c long.cfg -o long
check 'has every record' awk -F, 'NR > 1 && $3 != NR - 2 { exit 1 } END { exit NR != 602 }' long/metrics.csv
tail -n 1 long/trajectory.csv | cut -d, -f4- >expected
tail -n 1 long/theta.csv | cut -d, -f4- >models
check 'and its model' sh -c 'test -s expected && cmp expected models'


# More replicates than are read at once: quartiles of all of them.
printf 'seed = 4; replicates = 9000; data = { source = "synthetic"; samples = 6; theta = [1.0]; };
algorithm = { name = "fedavg"; rounds = 1; learning_rate = 0.1; }; output = { theta = false; };\n' >many.cfg
expect_status 0 '9000 replicates' "$FEDOMP" -q -t 1 -c many.cfg -o many
awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next } $col["round"] == 1 { print $col["loss"] }' many/metrics.csv |
    sort -g >losses
# shellcheck disable=SC2016 # a program of awk
check 'their median, quartiles and mean' awk -F, '
    function far(x, y) { return x / y - 1 > 1e-12 || x / y - 1 < -1e-12 }
    function at(q, h) { h = q * (n - 1) + 1; return x[int(h)] + (h - int(h)) * (x[int(h) + 1] - x[int(h)]) }
    NR == FNR { x[++n] = $1; sum += $1; next }
    FNR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    $col["round"] == 1 && $col["metric"] == "loss" { found = $col["n"] == 9000 && !far($col["median"], at(.5)) &&
        !far($col["q25"], at(.25)) && !far($col["q75"], at(.75)) && !far($col["mean"], sum / n) }
    END { exit !found }' losses many/summary.csv

# The files of so many are written at the same time, by three threads: the bytes are those of one.
expect_status 0 'on three threads' "$FEDOMP" -q -t 3 -c many.cfg -o three
check 'the same statistics' cmp many/summary.csv three/summary.csv
for name in many three; do
    sed 's/,[^,]*$//' $name/metrics.csv >$name.metrics
    awk '/^[a-z]/ { skip = /^(threads|timings|machine|output|date|command):/ } !skip' $name/run.yaml >$name.yaml
done
check 'the same metrics' cmp many.metrics three.metrics
check 'the same run.yaml' diff many.yaml three.yaml
finish
