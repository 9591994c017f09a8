#!/bin/sh
# Network Gradient Descent as a whole: schedules, stops, divergence, sweeps that share draws.
# shellcheck disable=SC2016 # programs of awk and sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'EOF'
seed = 3;
data = { source = "synthetic"; model = "linear"; samples = 400; theta = [1.0, -1.0, 0.5];
         covariance = { type = "ar1"; rho = 0.5; }; };
partition = { clients = 10; };
network = { type = "circle"; };
loss = { type = "linear"; };
algorithm = { name = "ngd"; rounds = 60; learning_rate = 0.1; };
EOF

# rate_at DIR ROUND -- the rate used in that round
rate_at() { awk -F, -v t="$2" 'NR > 1 && $3 == t { print $4 }' "$1/metrics.csv"; }

expect_status 0 'a step schedule' "$FEDOMP" -q -c run.cfg -o step -D algorithm.learning_rate.schedule=step \
    -D 'algorithm.learning_rate.values=[0.2, 0.1, 0.05]' -D 'algorithm.learning_rate.at=[10, 20]'
check 'update 9 is round 10' test "$(rate_at step 10)" = 0.20000000000000001
check 'at = 10: updates t >= 10 use the next value' test "$(rate_at step 11)" = 0.10000000000000001
check 'at = 20 likewise' test "$(rate_at step 21)" = 0.050000000000000003
expect_status 0 'inverse-time' "$FEDOMP" -q -c run.cfg -o inverse -D algorithm.learning_rate.schedule=inverse-time \
    -D algorithm.learning_rate.a=1.0 -D algorithm.learning_rate.b=9.0
check 'a/(b+t) counts from 1' test "$(rate_at inverse 1)" = 0.10000000000000001
expect_status 0 'warm-up' "$FEDOMP" -q -c run.cfg -o warm -D algorithm.learning_rate.schedule=constant \
    -D algorithm.learning_rate.value=0.1 -D algorithm.learning_rate.warmup=4
check 'climbs' test "$(rate_at warm 1)" = 0.025000000000000001
check 'and stays' test "$(rate_at warm 4)" = 0.10000000000000001
expect_status 3 'theorem29 needs local steps' "$FEDOMP" -q -c run.cfg -o no \
    -D algorithm.learning_rate.schedule=theorem29

expect_status 0 'a tolerance' "$FEDOMP" -c run.cfg -o tolerance -D algorithm.rounds=100000 \
    -D algorithm.tolerance=1e-9 -D output.every=1000
expect_line tolerance/run.yaml 'tolerance reached: 1'
expect_status 0 'a stop by metric' "$FEDOMP" -c run.cfg -o stop -D algorithm.rounds=100000 \
    -D algorithm.stop.metric=gap -D algorithm.stop.below=1e-2 -D output.every=5
expect_line stop/run.yaml 'stop criterion reached: 1'
check 'at the first recorded round below' awk -F, '
    NR > 1 { gap[++n] = $6; round[n] = $3 }
    END { exit !(gap[n] < 1e-2 && gap[n - 1] >= 1e-2 && round[n] % 5 == 0) }' stop/metrics.csv

expect_status 5 'divergence' "$FEDOMP" -c run.cfg -o diverged -D algorithm.learning_rate=3.0 -D replicates=2 \
    -D algorithm.rounds=2000
expect_line err 'diverged: client'
expect_line err 'warning: run 0: learning rate 3'
expect_line diverged/run.yaml 'diverged: 2'
check 'metrics.csv is written up to there' sh -c 'test "$(wc -l <diverged/metrics.csv)" -gt 2'
expect_status 0 'divergence recorded' "$FEDOMP" -q -c run.cfg -o recorded -D algorithm.learning_rate=3.0 \
    -D on_divergence=record -D algorithm.rounds=2000

# The limit of the iteration is the stable solution; also where clients have fewer samples than parameters.
cat >thin.cfg <<'EOF'
seed = 8;
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 80; noise = 0.5;
         theta = [1.0, -1.0, 0.5, 2.0, 0.0, 1.0, -2.0, 0.3]; };
partition = { clients = 20; };
network = { type = "circle"; degree = 1; };
loss = { type = "linear"; };
algorithm = { name = "ngd"; rounds = 60000; learning_rate = 0.05; };
analysis = ( "stable" );
output = { every = 60000; };
sweep = ( { keys = ["network.type", "network.degree", "algorithm.learning_rate"];
            values = ( ("circle", 1, 0.05), ("circle", 3, 0.05), ("fixed-degree", 4, 0.05), ("central", 1, 0.02),
                       ("complete", 1, 0.05) ); } );
EOF
expect_status 0 'n = 4 < p = 8 < N = 80' "$FEDOMP" -q -c thin.cfg -o thin
check 'stable.csv has 5 x 2 x 20 rows' test "$(wc -l <thin/stable.csv)" -eq 201
check 'iterates meet the stable solution to 1e-10' awk -F, '
    FNR == 1 { next }
    NR == FNR { for (j = 4; j <= NF; j++) want[$1, $2, $3, j] = $j; next }
    { for (j = 4; j <= NF; j++) { d = $j - want[$1, $2, $3, j]; if (d < 0) d = -d; if (d > most) most = d; n++ } }
    END { print most; exit !(n == 1600 && most < 1e-10) }' thin/stable.csv thin/theta.csv

# Points of a sweep share their draws: the same data, so the same loss at round 0.
check 'points share the data of a replicate' sh -c '
    test "$(awk -F, "NR > 1 && \$6 == 0 { print \$5, \$8 }" thin/metrics.csv | sort -u | wc -l)" -eq 2'
expect_status 0 'an initial point from a file' sh -c '
    sed "1s/.*/run,replicate,client,theta_0,theta_1,theta_2/" step/theta.csv >start.csv &&
    "$FEDOMP" -q -c run.cfg -o zero -D algorithm.initial=file -D algorithm.initial_path="$PWD/start.csv" \
        -D algorithm.rounds=0'
expect_same zero/theta.csv step/theta.csv 'is where a run of no rounds ends'
expect_status 0 'a truth from a file' sh -c '
    printf "client,theta_0,theta_1\n-1,2,3\n" >truth.csv
    printf "y,a,b\n1,1,0\n2,0,1\n3,1,1\n4,2,1\n" >data.csv
    printf "data = { source = \"file\"; path = \"data.csv\"; target = \"y\"; truth = \"truth.csv\"; };
        partition = { clients = 2; }; network = { type = \"circle\"; };
        algorithm = { name = \"ngd\"; rounds = 0; };\n" >truth.cfg
    "$FEDOMP" -q -c truth.cfg -o truth'
check 'gives the error sqrt(13)' awk -F, 'NR == 2 { exit !($8 > 3.6055512 && $8 < 3.6055513) }' truth/metrics.csv
finish
