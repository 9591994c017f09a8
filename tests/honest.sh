#!/bin/sh
# honest.sh -- comparisons say at which model their metrics are taken, and warn where the least gap and the least
# test error are of different runs: by the program, fedomp-sweep and fedomp-report alike.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$tmp" || exit 1
TMPDIR=$tmp
export TMPDIR FEDOMP
# The first step follows a, which is large and right in seven of ten samples; the optimum follows b, which is small
# and always right. Of the test samples a is always right, b never.
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 100; i++) { s = i % 2 ? 1 : -1; print (i % 10 < 7 ? s : -s) "," (s / 10) "," i % 2 } }' >train.csv
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 20; i++) { s = i % 2 ? 1 : -1; print s "," (-s / 10) "," i % 2 } }' >test.csv
cat >two.cfg <<'END'
data = { source = "file"; path = "train.csv"; test_path = "test.csv"; target = "y"; };
partition = { clients = 4; };
network = { type = "complete"; };
loss = { type = "logistic"; l2 = 1e-6; };
algorithm = { name = "fedavg"; learning_rate = 2.0; rounds = 1; };
output = { every = 1000; };
END
rounds='sweep=({ key = "algorithm.rounds"; values = [1, 20000]; })'
words='run 1 has the smallest gap, but run 0 has the smallest test error: 0 against 1'
expect_status 0 'the program' "$FEDOMP" -c two.cfg -o both -D "$rounds"
expect_line err "fedomp: warning: $words"
expect_match out "^loss, gap, .*: at the server's model$" 'says at which model'
expect_status 0 'with the order turned' "$FEDOMP" -c two.cfg -o same -D "$rounds" -D data.test_path=train.csv
check 'no warning where they agree' sh -c '! grep -q "smallest gap" "$1"' sh "$err"
expect_status 0 'without a server' "$FEDOMP" -c two.cfg -o peers -D algorithm.name=ngd -D algorithm.rounds=5
expect_match out "^loss, gap, .*: at the mean of the clients' models$" 'the mean'
expect_match out '^(log_mse, )?consensus: means over the clients$' 'or over the clients'
expect_status 0 'both' "$FEDOMP" -c two.cfg -o mixed -D algorithm.rounds=5 \
    -D 'sweep=({ key = "algorithm.name"; values = ["fedavg", "ngd"]; })'
expect_match out "^loss, gap, .*: at the server's model, else the clients' mean$" 'either'

expect_status 0 'a sweep' "$FED_BUILDDIR/fedomp-sweep" -t 1 --loop -c two.cfg -o sweep -p algorithm.rounds=1,20000
expect_line err "fedomp-sweep: warning: $words"
expect_status 0 'the same as parts' "$FED_BUILDDIR/fedomp-sweep" -t 1 --loop -c two.cfg -D "$rounds" -o parts
check 'once' test "$(grep -c "$words" "$err")" -eq 1

"$FEDOMP" -q -c two.cfg -o one
"$FEDOMP" -q -c two.cfg -o many -D algorithm.rounds=20000
expect_status 0 'a report' "$FED_BUILDDIR/fedomp-report" -q both
expect_line both/report.html "warning: $words"
expect_line both/report.html 'All metrics are of the server&#39;s model.'
expect_status 0 'of two directories' "$FED_BUILDDIR/fedomp-report" -q -o two.html one many
expect_match two.html 'class="note">warning: .* has the smallest gap, but .* has the smallest test error: 0 against 1<'
expect_status 0 'of two that agree' "$FED_BUILDDIR/fedomp-report" -q -o alike.html same one
check 'none' sh -c '! grep -q "smallest gap" alike.html'
expect_status 0 'of a mixture' "$FED_BUILDDIR/fedomp-report" -q mixed
expect_line mixed/report.html 'without a server of the mean of the clients&#39; models; mse, log_mse, dist_global and consensus are means'
finish
