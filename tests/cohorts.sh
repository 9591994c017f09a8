#!/bin/sh
# cohorts.sh -- where methods with cohorts go when clients are unequal: 4 clients of 2, 4, 8 and 26 samples whose minimisers
# and curvatures differ, two a round, rates that fall.
# shellcheck disable=SC2317 # functions are run by check
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

awk 'BEGIN { print "client,a,c"; split("2 4 8 26", n, " ")
    for (m = 1; m <= 4; m++) for (i = 1; i <= n[m]; i++) printf "%d,%g,%g\n", m, m / 2, 3 - m }' </dev/null >data.csv
cat >run.cfg <<'END'
seed = 2022;
replicates = 20;
data = { source = "file"; path = "data.csv"; target = "a"; client = "client"; };
partition = { scheme = "given"; };
loss = { type = "quadratic"; };
algorithm = { name = "local-update"; rounds = 4000; clients_per_round = 2; client_learning_rate = 0.0;
              server_learning_rate = { schedule = "inverse-time"; a = 4.0; b = 10.0; }; };
output = { every = 4000; };
END
# gap DIR -- the mean of the replicates' parameter, minus the weighted minimiser sum w a c / sum w a.
distance() {
    awk -F, -v file="$1" 'FNR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
        FILENAME == "data.csv" { top += $2 * $3; low += $2; next }
        { sum += $col["theta_0"]; n++ } END { d = sum / n - top / low; print d < 0 ? -d : d }' data.csv "$1/theta.csv"
}
below() { awk -v a="$1" -v b="$2" 'BEGIN { print a, b; exit !(a != "" && a < b) }'; }
above() { awk -v a="$1" -v b="$2" 'BEGIN { print a, b; exit !(a != "" && a > b) }'; }

expect_status 0 'local-update' "$FEDOMP" -c run.cfg -o unbiased
check 'is unbiased by default: the weighted optimum' below "$(distance unbiased)" 0.03
expect_status 0 'one client a round' "$FEDOMP" -c run.cfg -o one -D algorithm.clients_per_round=1 -D algorithm.rounds=10 \
    -D output.every=10
expect_line err 'a client has weight 2.6 in its cohorts' 'a client that counts more than twice is told'
expect_status 0 'renormalised' "$FEDOMP" -c run.cfg -o renormalised -D algorithm.cohort_weights=renormalised
check 'weights go elsewhere' above "$(distance renormalised)" 0.1
expect_line err 'the limit is neither' 'with a warning'
for method in fedavg fedprox; do
    set -- -D algorithm.name=$method -D algorithm.learning_rate.schedule=inverse-time -D algorithm.learning_rate.a=4.0 \
        -D algorithm.learning_rate.b=10.0
    expect_status 0 "$method" "$FEDOMP" -c run.cfg -o "$method" "$@"
    expect_line err 'algorithm.cohort_weights = "unbiased"' "$method renormalises by default, and says which key helps"
    check "$method ends elsewhere" above "$(distance "$method")" 0.1
    expect_status 0 "$method, unbiased" "$FEDOMP" -q -c run.cfg -o "$method-unbiased" "$@" \
        -D algorithm.cohort_weights=unbiased
    check "$method, unbiased: the weighted optimum" below "$(distance "$method-unbiased")" 0.03
done
expect_status 0 'uniform weights' "$FEDOMP" -c run.cfg -o u1 -D partition.weights=uniform
cp "$err" silent
check 'nothing is said' sh -c '! grep -q warning silent'
expect_status 0 'renormalised' "$FEDOMP" -q -c run.cfg -o u2 -D partition.weights=uniform \
    -D algorithm.cohort_weights=renormalised
check 'with uniform weights the two coincide' awk -F, 'NR == FNR { a[FNR] = $NF; next }
    FNR > 1 { d = $NF - a[FNR]; if (d > 1e-12 || d < -1e-12) bad = 1 } END { exit bad }' u1/theta.csv u2/theta.csv
expect_status 3 'unbiased and fixed' "$FEDOMP" -q -c run.cfg -o no -D algorithm.cohort_weights=unbiased \
    -D algorithm.sampling=fixed
expect_line err 'algorithm.cohort_weights'
finish
