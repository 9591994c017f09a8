#!/bin/sh
# fedlrgd.sh -- FedLRGD from outside: exact where theory says so, within its bars elsewhere, plain about
# what is lost, the same at any number of threads.
. "${FED_SRCDIR:?}/tests/lib.sh"

# make_data CLIENTS SAMPLES FEATURES SERVER KIND -- a CSV of features in (0,1); SERVER samples of client -1.
make_data() {
    awk -v m="$1" -v s="$2" -v p="$3" -v r="$4" -v kind="$5" 'BEGIN {
        srand(7); printf "client,y"; for (j = 0; j < p; j++) printf ",x%d", j; print ""
        for (i = 0; i < r + m * s; i++) {
            eta = 0; line = ""
            for (j = 0; j < p; j++) { x = 0.01 + 0.98 * rand(); eta += (j % 3 - 1) * x; line = line sprintf(",%.17g", x) }
            y = kind == "linear" ? eta + rand() - 0.5 : 1 / (1 + exp(-eta - rand()))
            printf "%d,%.17g%s\n", i < r ? -1 : (i - r) % m, y, line
        }
    }'
}

# last DIR COLUMN [REPLICATE] -- its value in the last row of metrics.csv.
last() {
    awk -F, -v want="$2" -v only="${3:-}" 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        only == "" || $at["replicate"] == only { value = $at[want] } END { print value }' "$1/metrics.csv"
}

# below VALUE BAR, same VALUE VALUE -- a number, and at most the bar, or equal; for `check`.
# shellcheck disable=SC2317
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 <= b + 0) }'; }
# shellcheck disable=SC2317
same() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 == b + 0) }'; }

# configure LOSS L2 REST -- a configuration for data.csv.
configure() {
    cat >"$tmp/run.cfg" <<END
data = { source = "file"; path = "data.csv"; format = "csv"; target = "y"; client = "client"; };
partition = { scheme = "given"; };
loss = { type = "$1"; l2 = $2; };
algorithm = { name = "fedlrgd"; $3 };
END
}

# Linear regression has rank p + 1 per coordinate: with as many samples the server's gradient is the
# clients' own, so that its descent is gradient descent, iterate by iterate.
make_data 10 12 4 5 linear >"$tmp/data.csv"
sed 's/^-1,/99,/' "$tmp/data.csv" >"$tmp/plain.csv"
configure linear 0.1 'iterations = 20; initial = "normal";'
sed 's/data.csv/plain.csv/; s/name = "fedlrgd"; iterations/name = "fedavg"; learning_rate = 0.24390243902439027; rounds/' \
    "$tmp/run.cfg" >"$tmp/plain.cfg"
expect_status 0 'r = p + 1 runs' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/exact"
expect_status 0 'gradient descent runs' "$FEDOMP" -q -c "$tmp/plain.cfg" -o "$tmp/plain"
paste -d, "$tmp/exact/theta.csv" "$tmp/plain/theta.csv" | awk -F, '
    NR == 2 { for (c = 4; c <= 7; c++) { d = $c - $(c + 7); if (d < 0) d = -d; if (d > most) most = d } }
    END { print NR == 2 ? most : 1 }' >"$tmp/apart"
check 'after 20 iterations it stands where gradient descent does, to 1e-10' below "$(cat "$tmp/apart")" 1e-10

for rank in 5 12; do # p + 1, and 2p + 4 with singular values left out
    make_data 10 12 4 "$rank" linear >"$tmp/data.csv"
    configure linear 0.1 'iterations = 4000;'
    run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/linear$rank"
    check "linear, r = $rank: gradient at the end" below "$(last "$tmp/linear$rank" grad_norm)" 1e-10
    expect_match "$tmp/linear$rank/run.yaml" 'rank_kept_most: 5$' "linear, r = $rank: rank p + 1 is kept"
done
make_data 10 12 4 3 linear >"$tmp/data.csv"
run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/poor" -D on_divergence=record
check 'linear, r < p + 1: far off' awk -v g="$(last "$tmp/poor" grad_norm)" 'BEGIN { exit !(g > 1e-3) }'

# More coordinates than fit at once, more clients than one tile, an intercept, and server samples beyond
# the rank: still exact.
make_data 300 2 99 110 linear >"$tmp/data.csv"
configure linear 0.1 'rank = 102; iterations = 2; smoothness = 20.0;'
sed -i 's/l2 = 0.1;/l2 = 0.1; intercept = true;/' "$tmp/run.cfg"
sed 's/^-1,/999,/' "$tmp/data.csv" >"$tmp/plain.csv"
sed 's/data.csv/plain.csv/; s/name = "fedlrgd"; rank = 102; iterations/name = "fedavg"; learning_rate = 0.05; rounds/; s/smoothness = 20.0;//' \
    "$tmp/run.cfg" >"$tmp/plain.cfg"
expect_status 0 'p = 100 in blocks runs' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/wide"
expect_status 0 'its gradient descent runs' "$FEDOMP" -q -c "$tmp/plain.cfg" -o "$tmp/wideplain"
paste -d, "$tmp/wide/theta.csv" "$tmp/wideplain/theta.csv" | awk -F, '
    NR == 2 { for (c = 4; c <= 103; c++) { d = $c - $(c + 103); if (d < 0) d = -d; if (d > most) most = d } }
    END { print NR == 2 && NF == 206 ? most : 1 }' >"$tmp/apart"
check 'p = 100 in blocks agrees with it to 1e-8' below "$(cat "$tmp/apart")" 1e-8

# Logistic regression with soft labels: 50 clients of 20 samples, 7 seeds each. The bars are four standard deviations or
# more of log10(gap) above its mean over 1000 replicates: -12.3 + 4 0.96, -8.1 + 4 0.49, -6.4 + 4 0.41.
cat >"$tmp/logistic.cfg" <<'END'
replicates = 7;
data = { source = "synthetic"; model = "logistic"; soft = true; noise = 0.5; samples = 1012;
         theta = [0.8, -0.6]; covariance = { type = "uniform"; }; };
partition = { clients = 50; server = 12; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "fedlrgd"; iterations = 1000; };
output = { every = 1000; metrics = "final"; };
END
bar() { # P RANK THETA BAR [BAR OF THE MEDIAN]
    expect_status 0 "logistic, p = $1, r = $2: none diverges" "$FEDOMP" -q -c "$tmp/logistic.cfg" \
        -o "$tmp/bar$1" -D "data.theta=$3" -D "partition.server=$2" -D "data.samples=$((1000 + $2))"
    worst=$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        { gap = $at["gap"] + 0; if (gap > most) most = gap; n++ } END { print n == 7 ? most : 1 }' "$tmp/bar$1/metrics.csv")
    check "logistic, p = $1, r = $2: worst gap $worst within $4" below "$worst" "$4"
    median=$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next } { print $at["gap"] }' \
        "$tmp/bar$1/metrics.csv" | sort -g | sed -n 4p)
    check "logistic, p = $1, r = $2: median gap $median within ${5:-$4}" below "$median" "${5:-$4}"
}
bar 2 12 '[0.8, -0.6]' 1e-8 1e-10
bar 4 20 '[0.8, -0.6, 0.4, -0.5]' 1e-6
bar 7 32 '[0.8, -0.6, 0.4, -0.5, 0.7, -0.3, 0.2]' 1e-4

# Every design of probes does; the certificate bounds the gap.
for design in uniform halton normal; do
    run "$FEDOMP" -q -c "$tmp/logistic.cfg" -o "$tmp/$design" -D "algorithm.design=$design" \
        -D replicates=1 -D algorithm.certify=true
    check "probes $design: gap" below "$(last "$tmp/$design" gap)" 1e-7
    bound=$(sed -n 's/.*gap_at_most: //p' "$tmp/$design/run.yaml")
    check "probes $design: the certificate bounds the gap" below "$(last "$tmp/$design" gap)" "$bound"
done
run "$FEDOMP" -q -c "$tmp/logistic.cfg" -o "$tmp/word" -D algorithm.probes=halton -D replicates=1
check 'probes = "halton" is the design' same "$(last "$tmp/word" gap)" "$(last "$tmp/halton" gap)"
{
    echo client,theta_0,theta_1
    awk 'BEGIN { srand(3); for (k = 0; k < 24; k++) printf "%d,%.17g,%.17g\n", k, 2 * rand() - 1, 2 * rand() - 1 }'
} >"$tmp/probes.csv"
run "$FEDOMP" -q -c "$tmp/logistic.cfg" -o "$tmp/given" -D algorithm.design=file \
    -D "algorithm.probe_path=$tmp/probes.csv" -D replicates=1
check 'probes from a file: gap' below "$(last "$tmp/given" gap)" 1e-7

# Losses without a closed form step by power iteration. Of 160 replicates log10(gap) of Poisson's has the mean -5.9 and the
# deviation 0.62; the bar is four of them above.
make_data 10 20 3 16 logistic >"$tmp/data.csv"
for loss in poisson quadratic; do
    bar=1e-6
    [ $loss = quadratic ] || bar=3e-4
    configure "$loss" 0.1 'iterations = 3000;'
    expect_status 0 "$loss: runs" "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/$loss"
    check "$loss: gap" below "$(last "$tmp/$loss" gap)" $bar
done

expect_status 0 'softmax: runs' "$FEDOMP" -q -c "$tmp/logistic.cfg" -o "$tmp/softmax" -D loss.type=softmax \
    -D data.soft=false -D replicates=1 -D partition.server=24
check 'softmax: gap' below "$(last "$tmp/softmax" gap)" 1e-6

# A feature that is 0 at a server sample costs its coordinate a row, and that is said; with a choice of
# samples it is avoided.
make_data 10 20 3 8 logistic | awk -F, -v OFS=, 'NR == 3 { $4 = 0 } { print }' >"$tmp/data.csv"
configure logistic 0.1 'iterations = 10;'
expect_status 0 'a zero feature is accepted' "$FEDOMP" -c "$tmp/run.cfg" -o "$tmp/zero"
expect_line err 'remove rows from the matrices of 1 of 3 coordinates; coordinate 1 keeps rank 7 of 8'
expect_match "$tmp/zero/run.yaml" 'rows_lost: 1$' 'the lost row is counted'
expect_status 0 'a smaller rank leaves that sample out' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/fewer" -D algorithm.rank=7
expect_match "$tmp/fewer/run.yaml" 'rows_lost: 0$' 'nothing is lost'

# Some coordinates alone: the others stay, and those reach the optimum given them.
make_data 10 20 3 4 linear >"$tmp/data.csv"
configure linear 0.1 'iterations = 2000; coordinates = [0, 2];'
expect_status 0 'two of three coordinates move' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/some"
check 'the third stays at 0' same "$(awk -F, 'NR == 2 { print $5 }' "$tmp/some/theta.csv")" 0
awk -F, -v OFS=, '{ print $1, $2, $3, $5 }' "$tmp/data.csv" >"$tmp/less.csv"
sed 's/data.csv/less.csv/; s/coordinates = .*;/};/' "$tmp/run.cfg" >"$tmp/less.cfg"
run "$FEDOMP" -q -c "$tmp/less.cfg" -o "$tmp/less"
check 'the two reach the optimum without it' below "$(paste -d, "$tmp/some/theta.csv" "$tmp/less/theta.csv" | awk -F, '
    NR == 2 { a = $4 - $10; b = $6 - $11; print a * a + b * b }')" 1e-20
expect_status 3 'coordinates beyond the last' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/no" -D 'algorithm.coordinates=[3]'

# The last layer of a network alone: linear regression on its hidden units, which the probes leave as they are.
make_data 10 20 3 8 linear >"$tmp/data.csv"
configure linear 0.1 'iterations = 3000; coordinates = [8, 9, 10];'
echo 'model = { type = "mlp"; hidden = [2]; activation = "tanh"; precision = "double"; };' >>"$tmp/run.cfg"
expect_status 0 'the last layer of a network moves' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/layer"
expect_match "$tmp/layer/run.yaml" 'rank_kept_most: 4$' 'its slices have one rank more than it has parameters'
awk -F, -v OFS=, 'function tanh(x) { return 1 - 2 / (exp(2 * x) + 1) }
    FNR == 1 { file++; if (file == 2) print "client,y,h0,h1,one"; next }
    file == 1 { for (j = 0; j < 8; j++) w[j] = $(j + 4); next }
    { for (u = 0; u < 2; u++) { h[u] = w[6 + u]; for (j = 0; j < 3; j++) h[u] += w[3 * u + j] * $(j + 3) }
      printf "%s,%s,%.17g,%.17g,1\n", $1, $2, tanh(h[0]), tanh(h[1]) }' "$tmp/layer/theta.csv" "$tmp/data.csv" >"$tmp/hidden.csv"
sed '/^model/d; s/data.csv/hidden.csv/; s/coordinates = .*;/};/' "$tmp/run.cfg" >"$tmp/hidden.cfg"
expect_status 0 'regression on the hidden units' "$FEDOMP" -q -c "$tmp/hidden.cfg" -o "$tmp/hidden"
check 'ends at the same parameters' below "$(paste -d, "$tmp/layer/theta.csv" "$tmp/hidden/theta.csv" | awk -F, '
    NR == 2 { for (j = 0; j < 3; j++) d += ($(12 + j) - $(18 + j)) ^ 2; print d }')" 1e-20

# Approximate ranks: linear regression has rank p + 1 exactly, one direction carries a billionth; a feature
# that is always 0 gives a slice of zeros.
make_data 10 20 3 6 linear | awk -F, -v OFS=, '{ $6 = NR == 1 ? "zero" : 0; print }' >"$tmp/data.csv"
configure linear 0.1 'iterations = 50;'
printf 'analysis = ( "rank" );\nrank = { slices = 30; threshold = 0.999999999999; nontrivial = 0.0; spread = 3.0; };\n' >>"$tmp/run.cfg"
histogram() { # NAME EXPECTED OPTIONS... -- "rank:count" of the bins that are not empty
    name=$1 expected=$2
    shift 2
    rm -rf "$tmp/ranks"
    run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/ranks" "$@"
    found=$(awk -F, 'NR > 1 && $4 > 0 { printf "%s:%s ", $3, $4 }' "$tmp/ranks/rank.csv")
    check "$name: $found" test "$found" = "$expected "
}
histogram 'linear slices have rank p + 1' 4:3
expect_match "$tmp/ranks/run.yaml" 'slices_of_zeros: 1$' 'the slice of zeros is skipped'
histogram 'a billionth of the norm needs one' 1:3 -D rank.threshold=1e-9
histogram 'the parameter that is 0 is trivial; two of the others are drawn' 4:2 -D rank.nontrivial=1e-9 -D rank.coordinates=2
histogram 'rows of length 1' 4:3 -D rank.normalise=true

# A network is asked sample by sample: without hidden units, its slices are those of regression with an intercept. With
# them, parameters of one layer can be had alone.
configure linear 0.0 'iterations = 50; initial = "zeros"; smoothness = 10.0;'
printf 'analysis = ( "rank" );\nrank = { slices = 30; nontrivial = 0.0; };\n' >>"$tmp/run.cfg"
run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/products" -D loss.intercept=true
echo 'model = { type = "mlp"; precision = "double"; };' >>"$tmp/run.cfg"
run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/network"
check 'a network without hidden units: the same ranks' cmp -s "$tmp/products/rank.csv" "$tmp/network/rank.csv"
check 'and the same tails' below "$(paste -d, "$tmp/products/tail.csv" "$tmp/network/tail.csv" | awk -F, '
    NR > 1 { for (c = 4; c <= 5; c++) { d = ($c - $(c + 7)) ^ 2; if (d > most) most = d }; if ($4 > 1e-6) n++ }
    END { if (n > 0) print most + 0 }')" 1e-20
for layer in 0:10 2:3 -1:13; do # two hidden units: parameters of each layer, one feature of four being 0
    run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/layer${layer%:*}" -D 'model.hidden=[2]' -D algorithm.initial=he -D "rank.layer=${layer%:*}"
    check "layer ${layer%:*} has ${layer#*:} parameters" test "$(awk '/ slices(_of_zeros)?: / { n += $2 } END { print n }' \
        "$tmp/layer${layer%:*}/run.yaml")" = "${layer#*:}"
done
expect_status 3 'an activation has none' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/none" -D 'model.hidden=[2]' -D rank.layer=1
expect_line err 'rank.layer: the model has no layer 1 with parameters'

# What cannot be done is refused, and what fails says so.
expect_status 3 'more rank than server samples' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/no" -D algorithm.rank=9
expect_line err 'algorithm.rank: 9, but the server holds 6 samples'
expect_status 3 'no samples at the server' "$FEDOMP" -q -c "$tmp/logistic.cfg" -o "$tmp/no" -D partition.server=0
expect_line err 'fedlrgd needs samples at the server'
expect_status 4 'another method refuses the server its samples' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/no" \
    -D algorithm.name=fedavg
expect_status 3 'an empty box' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/no" -D 'algorithm.box=[1.0, 1.0]'
expect_status 3 'an unknown design' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/no" -D algorithm.probes=halten
expect_status 5 'divergence is told' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/far" -D algorithm.smoothness=0.001 \
    -D algorithm.iterations=500
expect_line "$tmp/far/run.yaml" '|theta| is'
expect_status 0 'iterations win over rounds' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/wins" -D algorithm.rounds=3
check 'fifty of them' same "$(last "$tmp/wins" round)" 50

# The same bytes at any number of threads.
for threads in 1 2 3 4 7; do
    run "$FEDOMP" -q -t "$threads" -c "$tmp/logistic.cfg" -o "$tmp/t$threads" -D replicates=1 -D partition.server=20 \
        -D cost.compute=exponential -D analysis=rank -D rank.nontrivial=0.0
    for file in theta.csv rank.csv clock.csv; do
        expect_same "$tmp/t1/$file" "$tmp/t$threads/$file" "$file is the same on $threads threads"
    done
done
# One sample, one probe, one parameter: G is x (x theta - y), and its inverse the number told.
printf 'client,y,x\n-1,0.7,0.4\n0,0.2,0.5\n0,0.9,0.3\n' >"$tmp/data.csv"
printf 'client,theta_0\n0,0.5\n' >"$tmp/probe.csv"
configure linear 0.1 'iterations = 5; probes = "file"; probe_path = "probe.csv";'
expect_status 0 'one probe' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/one"
check 'the norm of the inverse' awk '$1 == "inverse_norm:" { d = $2 * .4 * .5 - 1; n = d < 1e-12 && d > -1e-12 } END { exit !n }' \
    "$tmp/one/run.yaml"

# Linear regression: with r = p + 1 the gradient is exact at every iteration, with fewer samples it is not.
make_data 10 20 3 4 linear >"$tmp/data.csv"
configure linear 0.1 'iterations = 30;'
printf 'analysis = ( "gradient-error" );\noutput = { trajectory = true; };\n' >>"$tmp/run.cfg"
expect_status 0 'the error of the gradient' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/gradient"
check 'is rounding for r = p + 1' awk -F, 'NR > 1 { n++; if (!($5 < 1e-9)) bad = 1; if (!($4 > 0)) bad = 1 }
    END { exit !(n == 31 && bad + 0 == 0) }' "$tmp/gradient/gradient-error.csv"
expect_status 0 'of fewer samples' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/rough" -D algorithm.rank=2
check 'is not' awk -F, 'NR > 1 && $5 > 1e-3 { n++ } END { exit !(n == 31) }' "$tmp/rough/gradient-error.csv"

finish
