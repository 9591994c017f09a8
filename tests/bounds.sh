#!/bin/sh
# bounds.sh -- the numbers of the analyses by the formulas of the papers, written out here for problems with one
# parameter, where every matrix is a number.
# shellcheck disable=SC2317,SC2016 # functions are run by check; programs of awk are meant literally
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

# What the programs below share: rows of tables by the names of columns; same() counts, and tells of what differs.
cat >shared.awk <<'END'
BEGIN { FS = "," }
function abs(x) { return x < 0 ? -x : x }
function same(name, found, want) {
    seen++
    if (found == "" || abs(found - want) > 1e-9 * abs(want) + 1e-13) { print FILENAME, FNR, name ":", found, "expected", want; bad++ } }
function none(name, found) { seen++; if (found != "") { print FILENAME, FNR, name ":", found, "expected none"; bad++ } }
FNR == 1 { for (field = 1; field <= NF; field++) col[$field] = field; next }
END
# by_hand NAME COUNT PROGRAM FILE... -- COUNT numbers are as the program says.
by_hand() {
    by_hand_name=$1
    printf '%s\nEND { print seen + 0, bad + 0; exit !(seen == %d && bad + 0 == 0) }\n' "$3" "$2" >own.awk
    shift 3
    check "$by_hand_name" awk -f shared.awk -f own.awk "$@"
}
# number DIR ANALYSIS NAME -- of run.yaml
number() { awk -v group="$2:" -v key="$3:" '$1 == group { on = 1 } on && $1 == key { print $2; exit }' "$1/run.yaml"; }

# Local update methods. Three clients a_i (x - c_i)^2/2 of two samples each.
printf 'client,a,c\n0,1,0.5\n0,1,1.5\n1,2,-1.2\n1,2,-0.4\n2,2.5,2.3\n2,2.5,1.7\n' >centres.csv
cat >local.cfg <<'END'
data = { source = "file"; path = "centres.csv"; target = "a"; client = "client"; };
partition = { scheme = "given"; weights = "uniform"; };
loss = { type = "quadratic"; };
algorithm = { name = "local-update"; rounds = 6; theta = "sum"; local_steps = 4; client_learning_rate = 0.05;
              server_learning_rate = 0.02; batch = 2; };
analysis = ( "local-convergence", "surrogate" );
output = { trajectory = true; };
END
# Assumptions 2 to 4; q(g, a) = sum_k theta_k (1 - g a)^(k-1), so that phi of (17) is a q; x*(g) = sum a q c / sum a q.
local_theory='
FILENAME == "centres.csv" { n[$1]++; a[$1] = $2; c[$1] += $3 / 2; square[$1] += $3 ^ 2 / 2; next }
function q(g, l,   k, s) { for (k = 0; k < K; k++) if (theta == "sum" || k == K - 1) s += (1 - g * l) ^ k; return s }
function phi(g, l) { return l * q(g, l) }
function minimiser(g,   i, top, low) {
    for (i = 0; i < 3; i++) { top += phi(g, a[i]) * c[i]; low += phi(g, a[i]) } return top / low }
function ready(   i, v) {
    if (L > 0) return
    K = 4; mu = 1; L = 2.5; abar = 5.5 / 3; cbar = (c[0] + c[1] + c[2]) / 3
    for (i = 0; i < 3; i++) { sc += (c[i] - cbar) ^ 2 / 3; sa += (a[i] - abar) ^ 2 / 3
        v = a[i] ^ 2 * (square[i] - c[i] ^ 2); if (v > G2) G2 = v }
    sc = sqrt(sc); sa = sqrt(sa) }
'
expect_status 0 'local steps' "$FEDOMP" -q -c local.cfg -o sum
by_hand 'the surrogate loss of a sum' 12 "BEGIN { theta = \"sum\" }
    $local_theory"'{ ready(); g = .05; x = minimiser(g); spread = sc * (1 + sa / mu)
      same("sigma_c", $col["sigma_c"], sc); same("sigma_a", $col["sigma_a"], sa)
      same("minimum", $col["minimum"], x); same("distance", $col["distance"], abs(x - minimiser(0)))
      same("shift", $col["shift"], abs(x - minimiser(g / 2)))
      chi = (1 - (1 - g * L) ^ K) / (g * L) / K
      same("theorem16", $col["theorem16"], L / mu * spread * (1 - chi) / chi)
      same("theorem17", $col["theorem17"], spread * (L * K - phi(g, L)) / phi(g, mu))
      epsilon = 1 - exp(-g * K * L)
      same("corollary20", $col["corollary20"], spread * L / mu * epsilon / (1 - epsilon))
      same("theorem21", $col["theorem21"], sc * (1 + phi(g, L) / phi(g, mu)) * (phi(g / 2, L) - phi(g, L)) / phi(g / 2, mu))
      same("corollary 13", $col["corollary"], (1 - (1 - g * L) ^ K) / (1 - (1 - g * mu) ^ K))
      same("surrogate_mu", $col["surrogate_mu"], (phi(g, 1) + phi(g, 2) + phi(g, 2.5)) / 3)
      same("condition", $col["condition"], 1) }' centres.csv sum/surrogate.csv
expect_status 0 'the last gradient' "$FEDOMP" -q -c local.cfg -o last -D algorithm.theta=last -D 'analysis=["surrogate"]'
by_hand 'the surrogate loss of the last gradient' 6 "BEGIN { theta = \"last\" }
    $local_theory"'{ ready(); g = .05; x = minimiser(g); chi = (1 - g * L) ^ (K - 1)
      same("minimum", $col["minimum"], x); same("distance", $col["distance"], abs(x - minimiser(0)))
      same("theorem16", $col["theorem16"], L / mu * sc * (1 + sa / mu) * (1 - chi) / chi)
      same("corollary 14", $col["corollary"], ((1 - g * L) / (1 - g * mu)) ^ (K - 1) * L / mu)
      none("theorem17", $col["theorem17"]); none("theorem21", $col["theorem21"]) }' centres.csv last/surrogate.csv
# Theorem 26, t rounds after x_1 = 0, and the distances measured.
convergence="BEGIN { theta = \"sum\" }
    $local_theory"'
FILENAME ~ /trajectory/ { x[$col["round"]] = $col["theta_0"]; next }
{ ready(); g = .05; t = $col["round"]; mg = phi(g, mu); lg = phi(g, L); star = minimiser(g); noise = K * G2 / (3 * 2)
  nu = 4 * noise / mg ^ 2 > (b + 1) * star ^ 2 ? 4 * noise / mg ^ 2 : (b + 1) * star ^ 2
  same("surrogate_square", $col["surrogate_square"], (x[t] - star) ^ 2)
  same("optimum_square", $col["optimum_square"], (x[t] - minimiser(0)) ^ 2) }
'
by_hand 'Theorem 26' 28 "$convergence"'
    { same("theorem26", $col["theorem26"], (1 - .02 * mg) ^ t * star ^ 2 + .02 * noise / mg)
      none("theorem27", $col["theorem27"]) }' centres.csv sum/trajectory.csv sum/local-convergence.csv
by_hand 'constants of Lemmas 23 and 24' 4 "BEGIN { theta = \"sum\" }
    $local_theory"'FNR == 2 { ready(); same("g_square", '"$(number sum local-convergence g_square)"', G2)
      same("lemma23", '"$(number sum local-convergence lemma23)"', K * G2 / 6)
      same("mu_gamma", '"$(number sum local-convergence mu_gamma)"', (1 - (1 - .05) ^ 4) / .05)
      same("l_gamma", '"$(number sum local-convergence l_gamma)"', (1 - (1 - .05 * 2.5) ^ 4) / .05) }' centres.csv sum/surrogate.csv
# Theorem 27 with a larger b than it asks for, and Corollary 28.
a=$(awk 'BEGIN { printf "%.17g", 2 / ((1 - .95 ^ 4) / .05) }')
expect_status 0 'a server rate that falls' "$FEDOMP" -q -c local.cfg -o falls -D algorithm.server_learning_rate.schedule=inverse-time \
    -D "algorithm.server_learning_rate.a=$a" -D algorithm.server_learning_rate.b=15.0
by_hand 'Theorem 27 and Corollary 28' 28 "BEGIN { b = 15 }
    $convergence"'
    { eps = 1 - exp(-g * K * L); same("theorem27", $col["theorem27"], nu / (b + t + 1))
      bias = sc * (1 + sa / mu) * L / mu * eps / (1 - eps)
      same("corollary28", $col["corollary28"], 2 * nu / (b + t + 1) + 2 * bias ^ 2) }' centres.csv falls/trajectory.csv falls/local-convergence.csv
expect_status 0 'both rates fall' "$FEDOMP" -q -c local.cfg -o both -D algorithm.client_learning_rate.schedule=theorem29 \
    -D algorithm.server_learning_rate.schedule=theorem29
by_hand 'Theorem 29' 7 "BEGIN { theta = \"sum\" }
    $local_theory"'{ ready(); kappa = L / mu; b = 3 * kappa ^ 2; g = 1 / (L * (b + 1)); if (g > log(2) / (K * mu)) g = log(2) / (K * mu)
      nu = 18 * G2 / (mu ^ 2 * K * 6); first = (b + 1) * minimiser(g) ^ 2; if (first > nu) nu = first
      same("theorem29", $col["theorem29"], (2 * nu + 16 * sc ^ 2 * kappa ^ 2) / (b + $col["round"] + 1)) }' \
    centres.csv both/local-convergence.csv

# FedAvg and FedProx: three clients with one feature.
printf 'client,y,x\n0,1.1,0.5\n0,2.4,1.5\n0,-1.0,-0.6\n1,2.2,1.2\n1,-0.2,0.4\n2,3.1,1.4\n2,1.3,0.7\n2,-2.0,-1.1\n2,0.1,0.2\n' >line.csv
printf 'client,theta_0\n-1,1.5\n' >truth.csv
cat >line.cfg <<'END'
data = { source = "file"; path = "line.csv"; target = "y"; client = "client"; truth = "truth.csv"; };
partition = { scheme = "given"; };
algorithm = { name = "fedavg"; rounds = 20; learning_rate = 0.2; local_steps = 3; };
analysis = ( "decomposition", "early-stopping", "spectrum" );
END
# K has one eigenvalue that is not 0, sum x^2/N, and KP sum_i q_i sum x_ij^2/N; q_i is P_ii along x_i.
line='
FILENAME == "line.csv" { m = $1; n[m]++; xx[m] += $3 ^ 2; xy[m] += $2 * $3; yy[m] += $2 ^ 2; N++; next }
function ready(   m, v, k, q, fit) {
    if (kappa > 0) return
    eta = .2; s = method == "fedavg" ? 3 : 1; norm = 1.5 ^ 2
    for (m = 0; m < 3; m++) {
        v = xx[m] / n[m]; if (eta * v > gamma) gamma = eta * v; if (alpha == "" || v < alpha) alpha = v
        q = 0; for (k = 0; k < s; k++) q += (1 - eta * v) ^ k
        if (method == "fedprox") q = 1 / (1 + eta * v)
        lambda += xx[m] / N; product += q * xx[m] / N; pull += q * xy[m] / N; if (least == "" || q < least) least = q
        fit = xy[m] / xx[m]; sigma2 += (yy[m] - fit * xy[m]) / (N - 3); apart += xx[m] * (fit - 1.5) ^ 2 / N }
    apart -= 3 * sigma2 / N
    kappa = method == "fedavg" ? gamma * s / (1 - (1 - gamma) ^ s) : 1 + gamma
    while (early(eta * s * (stop + 1))) stop++ }
function early(u) { return sqrt((lambda < 1 / u ? lambda : 1 / u) / N) <= 1 / (sqrt(2 * exp(1) * sigma2) * u) }
'
for method in fedavg fedprox; do
    expect_status 0 "$method" "$FEDOMP" -q -c line.cfg -o $method -D algorithm.name=$method
    by_hand "$method: Proposition 7, Theorems 8 and 10 to 12, Corollary 14" 315 "BEGIN { method = \"$method\" }
    $line"'{ ready(); t = $col["round"]; keep = (1 - eta * product) ^ t; e = 2 * exp(1) * eta * t * s
      same("delta1", $col["delta1"], keep ^ 2 * product / s); same("delta2", $col["delta2"], (1 - keep) ^ 2 / N)
      same("delta2_bound", $col["delta2_bound"], (eta * t * product < 1 ? eta * t * product : 1) / N)
      if (t > 0) same("delta1_bound", $col["delta1_bound"], 1 / e); else none("delta1_bound", $col["delta1_bound"])
      same("bias", $col["bias"], keep ^ 2 * product / s * norm); same("variance", $col["variance"], (1 - keep) ^ 2 / N * sigma2)
      same("heterogeneity", $col["heterogeneity"], apart)
      same("bound", $col["bound"], 3 * kappa * (keep ^ 2 * product / s * norm + (1 - keep) ^ 2 / N * sigma2 + apart))
      if (t > 0 && t <= stop) same("theorem8", $col["theorem8"], 3 * kappa / e * (norm + 1) + 3 * kappa * apart)
      else none("theorem8", $col["theorem8"])
      if (t > 0 && t < stop) same("theorem10", $col["theorem10"], 3 * kappa / e * (norm + 3) + 3 * kappa * apart)
      else none("theorem10", $col["theorem10"])
      first = 3 * kappa / (eta * s) * norm * exp(-2 * eta * s / kappa * lambda * t)
      same("theorem11", $col["theorem11"], first + 3 * kappa * sigma2 / N + 3 * kappa * apart)
      same("theorem12", $col["theorem12"], (1 - s * eta * lambda / kappa) ^ (2 * t) * norm + sigma2 * kappa / (N * lambda))
      # the limit is pull/product, and what is left of the way falls by 1 - eta product a round
      miss = pull / product * (1 - keep) - 1.5
      same("measured", $col["measured"], lambda * miss ^ 2); same("coefficients", $col["coefficients"], miss ^ 2)
      first = (1 - s * eta * alpha / (2 * kappa)) ^ (2 * t) * norm
      same("corollary14", $col["corollary14"], first + 2 * sigma2 * kappa / (N * alpha)) }' line.csv $method/decomposition.csv
    # of one eigenvalue lambda the radius is the root of sqrt(min(lambda, e^2)/N) = e^2/(sqrt(2e) sigma)
    by_hand "$method: the stopping time and Theorem 22" 5 "BEGIN { method = \"$method\" }
    $line"'{ ready(); radius = sqrt(2 * exp(1) * sigma2 / N); if (radius ^ 2 > lambda) radius = sqrt(sqrt(2 * exp(1) * sigma2 * lambda / N))
      same("rounds", $col["rounds"], stop); same("sigma", $col["sigma"], sqrt(sigma2))
      same("critical_radius", $col["critical_radius"], radius)
      same("theorem22", $col["theorem22"], kappa * (radius ^ 2 * (norm + 1) + apart))
      same("corollary23", $col["corollary23"], kappa * sigma2 / N) }' line.csv $method/early-stopping.csv
    by_hand "$method: eigenvalues of K and KP, condition of P" 7 "BEGIN { method = \"$method\" }
    $line"'{ ready(); same("lambda", $col["lambda"], lambda); same("product", $col["product"], product)
      same("gamma", '"$(number $method spectrum gamma)"', gamma); same("kappa", '"$(number $method spectrum kappa)"', kappa)
      # across x_i, P is s
      same("p_least", '"$(number $method spectrum p_least)"', least); same("p_largest", '"$(number $method spectrum p_largest)"', s)
      same("condition", '"$(number $method spectrum condition)"', s / least) }' line.csv $method/spectrum.csv
done

# Network Gradient Descent: four clients on a circle, where client m hears m + 1. SE(W) is 0, the largest singular value 1,
# the least of I - W that is not 0 is sqrt(2); the product of 1 - alpha h_m around it is the radius to the fourth.
printf '3,0.9,1.3\n3,-1,-0.6\n' >>line.csv
printf 'client,y,x\n0,1.0,0.8\n1,-0.7,-0.4\n1,0.2,0.3\n' >test.csv
cat >circle.cfg <<'END'
data = { source = "file"; path = "line.csv"; target = "y"; client = "client"; truth = "truth.csv"; test_path = "test.csv"; };
partition = { scheme = "given"; };
network = { type = "circle"; degree = 1; };
algorithm = { name = "ngd"; rounds = 30; learning_rate = 0.1; };
analysis = ( "ngd-efficiency", "optimum" );
END
expect_status 0 'a circle' "$FEDOMP" -q -c circle.cfg -o circle
circle='
FILENAME == "line.csv" { m = $1; n[m]++; xx[m] += $3 ^ 2; xy[m] += $2 * $3; yy[m] += $2 ^ 2; next }
function ready(   m, t, old) {
    if (radius > 0) return
    radius = 1; alpha = .1; least = 1e9
    for (m = 0; m < 4; m++) { h[m] = xx[m] / n[m]; b[m] = xy[m] / n[m]; H += h[m] / 4; B += b[m] / 4; value += yy[m] / n[m] / 8
        if (h[m] > most) most = h[m]; if (h[m] < least) least = h[m]; radius *= (1 - alpha * h[m]) ^ .25 }
    best = B / H; value -= B * best / 2
    for (m = 0; m < 4; m++) { se_h += (h[m] - H) ^ 2 / 4; se_b += (b[m] - B) ^ 2 / 4; se_g += (h[m] * 1.5 - b[m]) ^ 2 / 4 }
    se_h = sqrt(se_h); se_b = sqrt(se_b); se_g = sqrt(se_g)
    for (t = 1; t <= 2000; t++) { old = x[0]
        for (m = 0; m < 4; m++) x[m] = (1 - alpha * h[m]) * (m < 3 ? x[m + 1] : old) + alpha * b[m]
        if (t == 30) for (m = 0; m < 4; m++) { end[m] = x[m]; final += (x[m] - best) ^ 2 / 4 } }
    for (m = 0; m < 4; m++) { far += (x[m] - best) ^ 2 / 4; left += (end[m] - x[m]) ^ 2; begun += x[m] ^ 2 } }
'
by_hand 'conditions, rates and distances of Theorems 1 to 3 and Corollary 2' 29 "$circle"'
    { ready(); same("sigma_max_w", $col["sigma_max_w"], 1); same("sigma_min_i_minus_w", $col["sigma_min_i_minus_w"], sqrt(2))
      same("se_w", $col["se_w"], 0); same("rho", $col["rho"], 1)
      same("kappa1", $col["kappa1"], H); same("kappa2", $col["kappa2"], most); same("kappa3", $col["kappa3"], least)
      same("se_hessian", $col["se_hessian"], se_h); same("se_xy", $col["se_xy"], se_b); same("se_gradient", $col["se_gradient"], se_g)
      same("radius", $col["radius"], radius); same("measured_radius", $col["measured_radius"], (left / begun) ^ (1 / 60))
      same("theorem1_left", $col["theorem1_left"], alpha); same("theorem1_right", $col["theorem1_right"], 2 / most)
      same("theorem1_holds", $col["theorem1_holds"], 1)
      same("theorem2_left", $col["theorem2_left"], alpha * most); same("theorem2_right", $col["theorem2_right"], H / most * sqrt(2) / 4)
      same("theorem2_holds", $col["theorem2_holds"], 1)
      same("theorem3_left", $col["theorem3_left"], alpha * most); same("theorem3_right", $col["theorem3_right"], 0)
      same("theorem3_holds", $col["theorem3_holds"], 0)
      same("theorem2_rate", $col["theorem2_rate"], alpha * (se_h + se_b)); same("theorem3_rate", $col["theorem3_rate"], alpha * se_g)
      same("distance", $col["distance"], sqrt(far)); same("final_distance", $col["final_distance"], sqrt(final))
      same("c1", $col["c1"], sqrt(far) / (alpha * (se_h + se_b))); same("c2", $col["c2"], sqrt(far) / (alpha * se_g))
      same("corollary2_start", $col["corollary2_start"], best * (1 - alpha * least) ^ 30)
      same("corollary2_rate", $col["corollary2_rate"], alpha * (se_g + abs(best - 1.5))) }' line.csv circle/ngd-efficiency.csv
by_hand 'the optimum and its distance from the truth' 4 "$circle"'
    { ready(); same("loss", $col["loss"], value); same("error", $col["error"], abs(best - 1.5))
      same("mse", $col["mse"], (best - 1.5) ^ 2); same("log_mse", $col["log_mse"], log((best - 1.5) ^ 2)) }' line.csv circle/optimum.csv
expect_status 0 'predictions' "$FEDOMP" -q -c circle.cfg -o predicted -D algorithm.name=fedavg -D 'analysis=["prediction"]'
by_hand 'predictions of the final model' 7 '
    FILENAME ~ /theta/ { theta = $col["theta_0"]; next }
    FILENAME ~ /test/ { y[++rows] = $2; x[rows] = $3; sum += ($2 - theta * $3) ^ 2 / 3; next }
    { k = $col["sample"] + 1; same("response", $col["response"], y[k]); same("prediction", $col["prediction"], theta * x[k])
      if (k == 3) same("mean_square", '"$(number predicted prediction mean_square)"', sum) }' \
    predicted/theta.csv test.csv predicted/prediction.csv

# FedLRGD: the gradient of the server is L1 (theta_t - theta_t+1); the true one is that of the samples. Lemma 2 by its sum.
awk 'BEGIN { srand(5); print "client,y,x"; for (i = 0; i < 45; i++) { x = .1 + .9 * rand()
    printf "%d,%.17g,%.17g\n", i < 5 ? -1 : i % 8, 1 / (1 + exp(-x - rand())), x } }' </dev/null >soft.csv
cat >soft.cfg <<'END'
data = { source = "file"; path = "soft.csv"; target = "y"; client = "client"; };
partition = { scheme = "given"; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "fedlrgd"; rank = 2; iterations = 12; certify = true; };
analysis = ( "gradient-error" );
output = { trajectory = true; };
END
expect_status 0 'a server with two samples' "$FEDOMP" -q -c soft.cfg -o soft
l1=$(number soft fedlrgd smoothness)
by_hand 'errors of its gradients, Lemma 2 and the certificate' 39 '
    FILENAME == "soft.csv" { y[++rows] = $2; x[rows] = $3; next }
    FILENAME ~ /trajectory/ { theta[$col["round"]] = $col["theta_0"]; next }
    function slope(w,   i, s) { for (i = 1; i <= rows; i++) s += x[i] * (1 / (1 + exp(-x[i] * w)) - y[i]); return s / rows + .1 * w }
    { t = $col["round"]; l1 = '"${l1:-0}"'; g = slope(theta[t])
      if (t == 0) bound = $col["gap"]
      same("lemma2", $col["lemma2"], bound)
      if (t < 12) { error = abs(l1 * (theta[t] - theta[t + 1]) - g); seen++
          if (!(abs($col["error"] - error) < 1e-9 && error > 1e-9)) { print t, $col["error"], error; bad++ }
          same("grad_norm", $col["grad_norm"], abs(g)); bound = (1 - .1 / l1) * bound + $col["error"] ^ 2 / (2 * l1) }
      else { same("the certificate", '"$(number soft certificate gap_at_most)"', g ^ 2 / (2 * .1))
             same("its gradient", '"$(number soft certificate grad_norm)"', abs(g)) } }' \
    soft.csv soft/trajectory.csv soft/gradient-error.csv
finish
