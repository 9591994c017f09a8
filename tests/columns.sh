#!/bin/sh
# columns.sh -- further columns by output.columns: |f - f*|_N recomputed from theta.csv and the data, and the same for
# a function of the linear kernel; the loss after local steps in closed form; what the clients of a round lose before
# them, and how their test errors spread, from clients.csv; recall known beforehand.
# shellcheck disable=SC2317 # functions are run by check
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

# last COLUMN DIR -- of the last row of metrics.csv
last() { awk -F, -v name="$1" 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } END { print $col[name] }' "$2/metrics.csv"; }
near() { awk -v a="$1" -v b="$2" -v tol="$3" 'BEGIN { d = a - b; s = a < 0 ? -a : a
    print a, b; exit !(a != "" && b != "" && (d < 0 ? -d : d) <= tol * s) }'; }

awk 'BEGIN { print "client,y,u,v"; for (i = 0; i < 30; i++) { u = sin(3 * i); v = cos(5 * i)
    printf "%d,%.17g,%.17g,%.17g\n", i % 3, 2 * u - v + 0.3 * sin(7 * i), u, v } }' </dev/null >data.csv
printf 'client,theta_0,theta_1\n-1,2,-1\n' >truth.csv
cat >linear.cfg <<'END_CFG'
data = { source = "file"; path = "data.csv"; target = "y"; client = "client"; truth = "truth.csv"; };
partition = { scheme = "given"; };
algorithm = { name = "fedavg"; rounds = 7; learning_rate = 0.2; local_steps = 2; };
output = { columns = "function_error"; };
END_CFG
expect_status 0 'function_error' "$FEDOMP" -q -c linear.cfg -o linear
by_hand=$(awk -F, 'FNR == NR { if (FNR == 2) { a = $4 - 2; b = $5 + 1 } next }
    FNR > 1 { d = a * $3 + b * $4; sum += d * d; n++ } END { printf "%.17g\n", sqrt(sum / n) }' linear/theta.csv data.csv)
check 'is the root of the mean square over the samples' near "$(last function_error linear)" "$by_hand" 1e-12
check 'stands after seconds' sh -c 'head -n 1 linear/metrics.csv | grep -q "seconds,function_error$"'
expect_match linear/summary.csv ',function_error,1,' 'and in summary.csv'

cat >drawn.cfg <<'END_CFG'
seed = 2022;
data = { source = "synthetic"; samples = 60; theta = [1.0, -0.5]; };
partition = { clients = 4; };
algorithm = { name = "fedavg"; rounds = 9; learning_rate = 0.2; local_steps = 3; };
output = { columns = ["function_error"]; };
END_CFG
expect_status 0 'of drawn data' "$FEDOMP" -q -c drawn.cfg -o features
expect_status 0 'of the linear kernel' "$FEDOMP" -q -c drawn.cfg -o kernel -D features.type=kernel -D features.kernel=linear
check 'it is the same function' near "$(last function_error features)" "$(last function_error kernel)" 1e-9

printf 'client,z,c\n0,1,1\n1,2,0.5\n' >two.csv
cat >maml.cfg <<'END_CFG'
data = { source = "file"; path = "two.csv"; target = "z"; client = "client"; };
partition = { scheme = "given"; };
loss = { type = "quadratic"; };
algorithm = { name = "local-update"; rounds = 5; client_learning_rate = 0.25; server_learning_rate = 0.3;
              local_steps = 3; theta = "maml"; };
output = { columns = "adapted_loss"; };
END_CFG
expect_status 0 'adapted_loss' "$FEDOMP" -q -c maml.cfg -o maml
by_hand=$(awk -F, 'NR == 2 { x = $4; a = .75 ^ 3 * (x - 1); b = .5 ^ 3 * (x - .5); printf "%.17g\n", (a * a + 2 * b * b) / 4 }' maml/theta.csv)
check 'is that of the clients'"'"' models after three steps' near "$(last adapted_loss maml)" "$by_hand" 1e-12
expect_status 0 'steps of rate 0' "$FEDOMP" -q -c maml.cfg -o rest -D algorithm.client_learning_rate=0.0
check 'change no loss' near "$(last adapted_loss rest)" "$(last loss rest)" 1e-14
expect_status 3 'an unknown column' "$FEDOMP" -q -c maml.cfg -o no -D output.columns=adapted_los
expect_line err "did you mean 'adapted_loss'"

# The mean over the round's clients, by their samples, of their losses in the record before.
awk 'BEGIN { print "client,y,u,v"; for (i = 0; i < 77; i++) { u = sin(3 * i); v = cos(5 * i)
    printf "%d,%d,%.17g,%.17g\n", i % 12 < 7 ? i % 12 : 7, int(u + v + 1.5 + 0.9 * sin(11 * i)) % 3, u, v } }' </dev/null >classes.csv
cat >cohort.cfg <<'END_CFG'
seed = 3;
data = { source = "file"; path = "classes.csv"; target = "y"; client = "client"; test_path = "classes.csv"; };
partition = { scheme = "given"; };
loss = { type = "softmax"; l2 = 0.01; };
algorithm = { name = "fedavg"; rounds = 6; learning_rate = 0.5; local_steps = 2; clients_per_round = 3; };
output = { columns = ["cohort_loss", "clients_error", "clients_error_log_sd", "recall_at_5"]; clients = true; };
END_CFG
expect_status 0 'cohort_loss' "$FEDOMP" -q -c cohort.cfg -o cohort
by_hand=$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    { loss[$col["round"], $col["client"]] = $col["loss"] }
    $col["round"] == 6 && $col["active"] == 1 { n += $col["samples"]; sum += $col["samples"] * loss[5, $col["client"]] }
    END { printf "%.17g\n", sum / n }' cohort/clients.csv)
check 'is that of the three clients before the round' near "$(last cohort_loss cohort)" "$by_hand" 1e-12
check 'and empty before the first' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 { exit $col["cohort_loss"] != "" }' \
    cohort/metrics.csv
expect_status 0 'of all clients' "$FEDOMP" -q -c cohort.cfg -o all -D algorithm.clients_per_round=0
before=$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } $col["round"] == 5 { print $col["loss"] }' all/metrics.csv)
check 'is the loss of the round before' near "$(last cohort_loss all)" "$before" 1e-12
check 'one model: its error, and no spread' test "$(last clients_error all)/$(last clients_error_log_sd all)" = "$(last test_error all)/"
check 'three classes are among five' test "$(last recall_at_5 all)" = 1
expect_status 0 'the same bytes on three threads' "$FEDOMP" -q -c cohort.cfg -o three -t 3
check 'of the columns' sh -c 'for d in cohort three; do cut -d, -f1-20,22- $d/metrics.csv >$d.cut; done; cmp cohort.cut three.cut'

expect_status 0 'clients with models of their own' "$FEDOMP" -q -c cohort.cfg -o own -D algorithm.name=ngd -D algorithm.local_steps=1 \
    -D algorithm.clients_per_round=0 -D network.type=circle -D network.degree=1
by_hand=$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; next }
    $col["round"] == 6 { e[n++] = $col["test_error"]; sum += $col["test_error"] }
    END { mean = sum / n; for (i = 0; i < n; i++) q += (e[i] - mean) ^ 2; printf "%.17g %.17g\n", mean, log(q / (n - 1)) / 2 }' own/clients.csv)
check 'clients_error is their mean' near "$(last clients_error own)" "${by_hand% *}" 1e-12
check 'and the other the log of their deviation' near "$(last clients_error_log_sd own)" "${by_hand#* }" 1e-9

# At 0 all outputs are alike and the first five count: of the labels of the samples 2/3, 1, 0 and 1/2 are there.
printf '0,4,6 1:1\n3 1:2\n5 2:1\n1,7 2:2\n 1:1 2:1\n' >tags.svm
cat >tags.cfg <<'END_CFG'
data = { source = "file"; path = "tags.svm"; test_path = "tags.svm"; multilabel = true; };
loss = { type = "multilabel"; };
algorithm = { name = "fedavg"; rounds = 0; };
output = { columns = "recall_at_5"; };
END_CFG
expect_status 0 'recall_at_5' "$FEDOMP" -q -c tags.cfg -o tags
check 'of four samples with labels' near "$(last recall_at_5 tags)" 0.541666666666666667 1e-12
# A model that has become NaN finds no label; a set of ten, of which the first five would count.
awk 'BEGIN { print "y,u"; for (i = 0; i < 20; i++) printf "%d,%.17g\n", i % 10, 1e5 * sin(i) }' </dev/null >huge.csv
cat >huge.cfg <<'END_CFG'
data = { source = "file"; path = "huge.csv"; target = "y"; test_path = "huge.csv"; };
partition = { clients = 2; };
loss = { type = "softmax"; };
algorithm = { name = "fedavg"; rounds = 3; learning_rate = 1e308; };
output = { columns = "recall_at_5"; };
on_divergence = "record";
END_CFG
expect_status 0 'a model that overflows' "$FEDOMP" -q -c huge.cfg -o huge
check 'has no recall to boast of' awk -v r="$(last recall_at_5 huge)" 'BEGIN { exit !(r != "" && r < 0.9) }'

# fedlrgd draws clients once, before its first iteration: later rounds have no cohort, stopped in between or not.
cat >once.cfg <<'END_CFG'
seed = 5;
data = { source = "synthetic"; model = "logistic"; samples = 120; theta = [1.0, -1.0, 0.5]; soft = true;
         covariance = { type = "uniform"; }; };
partition = { clients = 4; server = 20; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "fedlrgd"; iterations = 6; rank = 20; box = 1.0; };
output = { columns = "cohort_loss"; };
checkpoint = { keep = true; };
END_CFG
expect_status 0 'fedlrgd in one go' "$FEDOMP" -q -c once.cfg -o once
expect_status 0 'in two' "$FEDOMP" -q -c once.cfg -o twice -D algorithm.iterations=3
expect_status 0 'and on' "$FEDOMP" -q -c once.cfg -o twice --resume
check 'has the same cohort_loss' sh -c 'for d in once twice; do cut -d, -f1-20,22- $d/metrics.csv >$d.cut; done; cmp once.cut twice.cut'
check 'which is empty after the first iteration' test -z "$(last cohort_loss once)"
finish
