#!/bin/sh
# nonparametric.sh -- Su, Xu and Yang's rates and corollaries against runs: 1/t, N^(-2/3), errors at the stopping time,
# noise with heavy tails, clients in subspaces of their own.
# shellcheck disable=SC2317 # functions are run by check
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

number() { awk -v key="$2:" '$1 == key { print $2; exit }' "$1/run.yaml"; }
between() { awk -v a="$1" -v low="$2" -v high="$3" 'BEGIN { print a; exit !(a != "" && a >= low && a <= high) }'; }

# The rate 1/t: of features with variances 2^-j and equal coefficients the error is near 1/(2 ln 2 eta s t), and the
# worst bias is 1/(2 e eta s t).
expect_status 0 'the rate 1/t' "$FEDOMP" -q -c "$FED_SRCDIR/conf/fedavg_rate.cfg" -o rate -D replicates=10
check 'the error is 1/(2 ln 2 eta s t), the worst bias 1/(2 e eta s t)' awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    $col["round"] >= 50 && $col["round"] <= 500 { k = $col["run"] " " $col["round"]; n[k]++
        u = .1 * ($col["run"] == 1 ? 5 : 1) * $col["round"]
        error[k] += $col["measured"] * 2 * log(2) * u; bias[k] += $col["delta1"] * 2 * exp(1) * u }
    END { for (k in n) { e = error[k] / n[k]; b = bias[k] / n[k]; seen++
              if (!(e > .85 && e < 1.15 && b > .9 && b < 1 + 1e-9)) { print k, e, b; bad++ } }
          print seen, bad + 0; exit !(seen == 138 && bad + 0 == 0) }' rate/decomposition.csv

# The Sobolev kernel: the bound of Theorem 22 falls as N^(-2/3), the error at about the same rate. Of 40 replicates, whose
# errors have a relative standard deviation near 0.7, the exponent has one below 0.1; the band is four such wide.
expect_status 0 'Sobolev' "$FEDOMP" -q -c "$FED_SRCDIR/conf/fedavg_sobolev.cfg" -o sobolev \
    -D 'sweep=({ key = "data.samples"; values = [50, 100, 200, 400]; })'
check 'exponents of N' awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    { r = $col["run"]; n[r]++; bound[r] += $col["theorem22"]; risk[r] += $col["stopped_risk"]
      error[r] += $col["stopped_error"]; if (!($col["c3"] < 1)) bad++ }
    function slope(v,   r, x, y, sx, sy, sxx, sxy) {
        for (r = 0; r < 4; r++) { x = r * log(2); y = log(v[r] / n[r]); sx += x; sy += y; sxx += x * x; sxy += x * y }
        return -(4 * sxy - sx * sy) / (4 * sxx - sx * sx) }
    END { print slope(bound), slope(risk), slope(error), bad + 0
          exit !(slope(bound) > .61 && slope(bound) < .73 && slope(risk) > .3 && slope(risk) < 1.1 && slope(error) > .3 &&
                 slope(error) < 1.1 && bad + 0 == 0) }' sobolev/early-stopping.csv

# At the stopping time: at the samples the metric function_error, on new ones |theta - theta_0| (features of covariance I).
cat >features.cfg <<'END'
replicates = 5;
data = { source = "synthetic"; samples = 60; test_samples = 20000; theta = [1.0, -0.5, 2.0]; noise = 1.0; };
partition = { clients = 4; };
algorithm = { name = "fedavg"; rounds = 5000; learning_rate = 0.05; local_steps = 2; early_stopping = true; };
analysis = ( "early-stopping" );
output = { every = 5000; columns = "function_error"; };
END
expect_status 0 'features' "$FEDOMP" -q -c features.cfg -o features
check 'errors at the stopping time' awk -F, '
    FNR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    FILENAME ~ /metrics/ { if ($col["round"] > 0) { inside[$col["replicate"]] = $col["function_error"] ^ 2
                               outside[$col["replicate"]] = $col["mse"] }; next }
    { r = $col["replicate"]; a = $col["stopped_error"] / inside[r] - 1; b = $col["stopped_risk"] / outside[r] - 1; n++
      if (!(a < 1e-9 && a > -1e-9 && b < .1 && b > -.1)) { print r, a, b; bad++ } }
    END { print n, bad + 0; exit !(n == 5 && bad + 0 == 0) }' features/metrics.csv features/early-stopping.csv
check 'Corollary 23: kappa sigma^2 r/N' awk -F, -v kappa=1 '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    { q = $col["corollary23"] / (3 / 60); n++; if (!(q >= 1 && q < 1.5)) { print q; bad++ } }
    END { exit !(n == 5 && bad + 0 == 0) }' features/early-stopping.csv

# Theorem 10, with Student's noise, too: none of 200 replicates is above its bound, which has 3 for Theorem 8's 1.
cat >tails.cfg <<'END'
replicates = 200;
data = { source = "synthetic"; samples = 100; theta = [1.0]; noise = 0.5; covariance = { type = "uniform"; }; };
partition = { clients = 10; };
features = { type = "kernel"; kernel = "sobolev"; };
algorithm = { name = "fedavg"; rounds = 40; learning_rate = 0.5; local_steps = 2; };
analysis = ( "decomposition" );
output = { every = 5; theta = false; metrics = "final"; };
sweep = ( { keys = ["data.noise_law", "data.freedom"]; values = ( ("normal", 5.0), ("student", 4.5) ); } );
END
expect_status 0 'noise with heavy tails' "$FEDOMP" -q -c tails.cfg -o tails
check 'Theorem 10' awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    $col["theorem10"] == "" { next }
    { n[$col["run"]]++; if ($col["measured"] > $col["theorem10"]) above[$col["run"]]++
      most = $col["measured"] / $col["theorem10"] > most ? $col["measured"] / $col["theorem10"] : most
      kappa = ($col["theorem10"] - $col["theorem8"]) * $col["round"] * exp(1) / 3
      if (!(kappa >= 1 - 1e-9 && kappa < 3)) bad++ }
    END { print n[0], n[1], above[0] + 0, above[1] + 0, most, bad + 0
          exit !(n[0] > 600 && n[1] > 600 && above[0] + above[1] == 0 && most > .005 && bad + 0 == 0) }' \
    tails/decomposition.csv

# Example 1: every client has sqrt(d) times some axes, whose alpha, beta and nu are 1.
awk 'BEGIN { srand(5); print "client,y,a,b,c,d"
    for (m = 0; m < 40; m++)
        for (k = 0; k < 2; k++) { axis = (m + k * (1 + m % 3)) % 4; printf "%d,%.12g", m, 2 * (axis - 1) + rand() - .5
            for (j = 0; j < 4; j++) printf ",%d", j == axis ? 2 : 0
            print "" } }' </dev/null >axes.csv
printf 'client,theta_0,theta_1,theta_2,theta_3\n-1,-1,0,1,2\n' >truth.csv
cat >axes.cfg <<'END'
data = { source = "file"; path = "axes.csv"; target = "y"; client = "client"; truth = "truth.csv"; };
partition = { scheme = "given"; };
algorithm = { name = "fedavg"; rounds = 60; learning_rate = 0.2; local_steps = 2; sigma = 0.3; };
analysis = ( "decomposition" );
END
expect_status 0 'orthogonal samples' "$FEDOMP" -q -c axes.cfg -o axes
for name in alpha beta nu; do
    check "$name is 1" between "$(number axes $name)" 0.999999999 1.000000001
done
check 'Corollary 14 as its formula says, above the error' awk -F, -v kappa="$(number axes kappa)" '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    { t = $col["round"]; n++; want = (1 - .2 * 2 / (2 * kappa)) ^ (2 * t) * 6 + .09 * 2 * kappa * 4 / 80
      d = $col["corollary14"] / want - 1
      if (!(d < 1e-9 && d > -1e-9 && $col["coefficients"] <= want && $col["theorem12"] <= want)) { print t, d; bad++ } }
    END { exit !(n == 61 && bad + 0 == 0) }' axes/decomposition.csv

# Truths in two groups, many samples of covariance I: theta-bar is the middle, at Gamma/2 from either.
cat >groups.cfg <<'END'
data = { source = "heterogeneous"; clients = 10; sizes = [4000]; features = 3; heterogeneity = "two-point"; gamma = 0.5; };
partition = { scheme = "given"; };
algorithm = { name = "fedavg"; rounds = 5; learning_rate = 0.1; local_steps = 3; };
analysis = ( "decomposition" );
END
expect_status 0 'two groups' "$FEDOMP" -q -c groups.cfg -o groups
half() { awk -v c="$(number groups c2)" -v kappa="$(number groups kappa)" 'BEGIN { print 2 * c * sqrt(kappa) }'; }
check 'c2 of (29) is half of 1/sqrt(kappa)' between "$(half)" .95 1.05
# (31): Gamma sqrt(2 kappa beta nu M d/(alpha N)) with nu M d/N = 1, alpha and beta near 1
share() { awk -v s="$(number groups share_of_bound31)" -v kappa="$(number groups kappa)" 'BEGIN { print s * 2 * sqrt(2 * kappa) }'; }
check 'its share of (31)' between "$(share)" .85 1.1

# Random subspaces of few dimensions: Corollary 14 holds where its condition does.
expect_status 0 'random subspaces' "$FEDOMP" -q -c groups.cfg -o subspaces -D data.clients=200 -D 'data.sizes=[12, 20]' \
    -D data.features=10 -D data.subspace=4 -D data.subspaces=random -D replicates=20 -D algorithm.rounds=40 -D algorithm.learning_rate=0.04 \
    -D data.heterogeneity=radius
check 'Corollary 14 and (31) on random subspaces' awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    $col["corollary14"] != "" { n++; x[$col["round"]] += $col["coefficients"]; y[$col["round"]] += $col["corollary14"] }
    END { for (t in x) if (!(x[t] <= y[t])) bad++; print n, bad + 0; exit !(n >= 400 && bad + 0 == 0) }' \
    subspaces/decomposition.csv
check 'nu is n/r, and theta-bar is within (31)' awk -v nu="$(number subspaces nu)" -v s="$(number subspaces share_of_bound31)" '
    BEGIN { print nu, s; exit !(nu == 5 && s > 0 && s <= 1) }'

# What does not apply is left empty: more parameters than samples, another start than zeros.
empty() { awk -F, -v want="$2" 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next } $col[want] != "" { bad++ }
    END { exit NR < 2 || bad > 0 }' "$1/decomposition.csv"; }
expect_status 0 'six samples of eight features' "$FEDOMP" -q -c groups.cfg -o few -D data.clients=3 -D 'data.sizes=[2]' \
    -D data.features=8 -D data.gamma=0.0
for bound in theorem12 corollary14; do
    check "$bound says nothing: rho_N is 0" empty few $bound
done
expect_status 0 'a random start' "$FEDOMP" -q -c groups.cfg -o start -D algorithm.initial=normal
for bound in bound theorem8 theorem11 theorem12; do
    check "$bound of another start" empty start $bound
done
expect_status 0 'a rate that falls' "$FEDOMP" -q -c groups.cfg -o falls -D algorithm.learning_rate.schedule=inverse-time \
    -D algorithm.learning_rate.a=1.0 -D algorithm.learning_rate.b=9.0
for column in measured coefficients bound theorem8 theorem12; do
    check "$column of a rate that falls" empty falls $column
done
finish
