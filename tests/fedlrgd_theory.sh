#!/bin/sh
# fedlrgd_theory.sh -- what the FedLRGD paper says beside what is measured: Lemmas 1 and 2, Theorem 1 and Proposition 1
# by their formulas, written out here; samples and probes by pivoting, a part of the clients, projection, scaling.
# shellcheck disable=SC2317,SC2016 # functions are run by check; awk programs
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

near() { awk -v a="$1" -v b="$2" -v tol="$3" 'BEGIN { d = a - b; s = b < 0 ? -b : b
    print a, b; exit !(a != "" && b != "" && (d < 0 ? -d : d) <= tol * (s + 1e-300)) }'; }
last() { awk -F, -v want="$2" 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c } END { print $at[want] }' "$1/metrics.csv"; }
# fact DIR NAME -- the first number of that name in run.yaml
fact() { sed -n "s/^ *$2: //p" "$1/run.yaml" | head -n 1; }

cat >logistic.cfg <<'END_CFG'
seed = 2022;
data = { source = "synthetic"; model = "logistic"; soft = true; samples = 400; noise = 0.5; theta = [1.0];
         covariance = { type = "uniform"; }; };
partition = { clients = 10; server = 10; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "fedlrgd"; rank = 5; iterations = 60; theory = { epsilon = 1e-3; order = 9.0; holder = 1.5; }; };
analysis = ("gradient-error", "rank");
rank = { slices = 160; nontrivial = 0.0; samples = "training"; spread = 0.5; order = 2.0; holder = 1.5; };
output = { trajectory = true; };
END_CFG
expect_status 0 'a run with one parameter, d = 2' "$FEDOMP" -q -c logistic.cfg -o logistic
check 'Lemma 2 bounds every gap by the errors before it' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    { n++; if ($at["lemma2"] == "" || !($at["gap"] <= $at["lemma2"] * (1 + 1e-9) + 1e-15)) { print; bad++ } }
    END { exit n != 61 || bad > 0 }' logistic/gradient-error.csv
check 'and is not vacuous' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next } NR == 2 { first = $at["lemma2"] }
    END { exit !($at["lemma2"] < first / 10) }' logistic/gradient-error.csv
# g = x (s(x theta) - y): |theta| stays below 2, so that second derivatives in the data stay below 1.5
check 'tails of the SVD lie below Lemma 1 and Theorem 1, as their formulas say' awk -F, '
    function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }
    NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    { r = $at["rank"]; d = 2; eta = 2; l = 1; L = 1.5
      q = (r / (fact(l + d) / fact(l))) ^ (1 / d) - 1
      if (q > 0) { want = (L / (fact(l) * q ^ eta)) ^ 2; seen1++
          if ($at["lemma1"] / want > 1 + 1e-9 || $at["lemma1"] / want < 1 - 1e-9 || $at["largest"] > want) { print "lemma", $0, want; bad++ } }
      if (r >= exp(1) * sqrt(d) * 2 ^ d * (l + d) ^ d) { seen2++
          want = L ^ 2 * exp(2 * eta / d) * d ^ (eta / d) * 4 ^ eta * (l + d) ^ (2 * eta) / fact(l) ^ 2 * r ^ (-2 * eta / d)
          if ($at["theorem1"] / want > 1 + 1e-9 || $at["theorem1"] / want < 1 - 1e-9 || $at["largest"] > want) { print "theorem", $0, want; bad++ }
      } else if ($at["theorem1"] != "") bad++
      if ($at["mean"] > $at["largest"] * (1 + 1e-12)) bad++ }
    END { exit bad > 0 || seen1 < 100 || seen2 < 10 }' logistic/tail.csv
by_hand=$(awk -v r="$(fact logistic log10_rank)" -v s="$(fact logistic iterations)" 'BEGIN {
    r = 10 ^ r; n = 39; print log(r * (r + n + s + 1000)) / log(10) - log(1000 * 1000 ^ .75) / log(10) }')
check 'Proposition 1 compares r (r + s + S + phi m) with phi m (p/epsilon)^(3/4)' near "$(fact logistic log10_ratio)" "$by_hand" 1e-6

# linear regression in p = 2: the derivatives x (x theta - y) at a sample are 5 numbers, of x x and x y
awk 'BEGIN { srand(3); print "client,y,a,b"; for (i = 0; i < 90; i++) { a = .1 + rand(); b = .1 + rand()
    printf "%d,%.17g,%.17g,%.17g\n", i < 12 ? -1 : i % 6, a - 2 * b + rand(), a, b } }' </dev/null >linear.csv
cat >linear.cfg <<'END_CFG'
data = { source = "file"; path = "linear.csv"; target = "y"; client = "client"; };
partition = { scheme = "given"; };
loss = { l2 = 0.2; };
algorithm = { name = "fedlrgd"; iterations = 2000; adapt = 1e-7; };
output = { every = 2000; };
END_CFG
expect_status 0 'a rank found by pivoting' "$FEDOMP" -q -c linear.cfg -o pivoted
check 'is that of the derivatives' near "$(fact pivoted rank)" 5 0
check 'and the answer is exact' awk -v gap="$(last pivoted gap)" 'BEGIN { print gap; exit !(gap < 1e-10 && gap > -1e-10) }'
expect_status 0 'probes by pivoting' "$FEDOMP" -q -c linear.cfg -o probes -D algorithm.design=pivoted
check 'never span less' awk -v a="$(fact probes inverse_norm)" -v b="$(fact pivoted inverse_norm)" 'BEGIN { print a, b; exit !(a > 0 && a <= 1.5 * b) }'
check 'gradients of all that were tried are counted' near "$(last probes gamma)" \
    "$(awk 'BEGIN { print 4 * 24 * 12 + 10 * 13 + 5 * 2000 + 100 * 6 * 5 }')" 1e-12
expect_status 0 'projected' "$FEDOMP" -q -c linear.cfg -o ball -D algorithm.radius=0.25
check 'descent ends on the ball, where the gradient points along theta' awk -F, 'FNR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    FILENAME ~ /theta/ { t0 = $at["theta_0"]; t1 = $at["theta_1"]; next }
    { n++; e = $3 * t0 + $4 * t1 - $2; g0 += $3 * e; g1 += $4 * e }
    END { g0 = g0 / n + .2 * t0; g1 = g1 / n + .2 * t1; s = sqrt(t0 * t0 + t1 * t1); g = sqrt(g0 * g0 + g1 * g1)
          print s, (t0 * g1 - t1 * g0) / (s * g); d = (t0 * g1 - t1 * g0) / (s * g)
          exit !(s > .25 - 1e-12 && s < .25 + 1e-12 && g > 1e-3 && d < 1e-6 && d > -1e-6 && t0 * g0 + t1 * g1 < 0) }' ball/theta.csv linear.csv
expect_status 0 'a part of the clients' "$FEDOMP" -q -c linear.cfg -o part -D algorithm.clients_per_round=2
check 'costs phi tau m a message' near "$(last part gamma)" "$(awk 'BEGIN { print 24 * 12 + 10 * 13 + 5 * 2000 + 100 * 2 * 5 }')" 1e-12
expect_status 0 'features between 0 and 1' "$FEDOMP" -q -c linear.cfg -o unit -D data.minmax=true
awk -F, 'NR == 1 { print; next } { line[NR] = $0; for (c = 3; c <= 4; c++) { if (NR == 2 || $c < lo[c]) lo[c] = $c
        if (NR == 2 || $c > hi[c]) hi[c] = $c } }
    END { for (i = 2; i <= NR; i++) { split(line[i], v, ","); printf "%s,%s,%.17g,%.17g\n", v[1], v[2],
        (v[3] - lo[3]) / (hi[3] - lo[3]), (v[4] - lo[4]) / (hi[4] - lo[4]) } }' linear.csv >unit.csv
expect_status 0 'the same by hand' "$FEDOMP" -q -c linear.cfg -o hand -D data.path=unit.csv
check 'gives the same model' awk -F, 'NR % 2 == 1 { next } NR == 2 { a = $4; b = $5; next }
    { d = a - $4; e = b - $5; print d, e; exit !(d * d < 1e-18 && e * e < 1e-18) }' unit/theta.csv hand/theta.csv
finish
