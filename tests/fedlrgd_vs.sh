#!/bin/sh
# fedlrgd_vs.sh -- federated oracle complexity to a gap of epsilon, p = 4, clients sorted by response,
# phi = 100: FedLRGD needs at most half of what local steps need for 1e-6, and loses for n^-1/2.
. "${FED_SRCDIR:?}/tests/lib.sh"

cat >"$tmp/run.cfg" <<'END'
replicates = 5;
data      = { source = "synthetic"; model = "logistic"; soft = true; samples = 5020; noise = 0.5;
              theta = [1.0, -0.8, 0.6, -0.4]; covariance = { type = "uniform"; }; };
partition = { clients = 50; scheme = "sorted"; };
loss      = { type = "logistic"; l2 = 0.01; };
algorithm = { rounds = 250; stop = { metric = "gap"; below = 1e-6; }; };
cost      = { phi = 100.0; };
output    = { metrics = "final"; theta = false; };
sweep = ( { keys = ["algorithm.name", "partition.server", "algorithm.local_steps", "algorithm.learning_rate"];
            values = ( ("fedlrgd", 20, 1, 0.99), ("fedavg", 0, 1, 0.99), ("fedavg", 0, 2, 0.99),
                       ("fedavg", 0, 5, 0.99), ("fedavg", 0, 10, 0.099) ); },
          { key = "algorithm.stop.below"; values = [0.01412, 1e-6]; } );
END
expect_status 0 'the comparison runs' "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/out"

# The median gamma of each method to each gap, "-" where it was not reached by most replicates.
awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    { key = $at["algorithm.name"] " " $at["algorithm.local_steps"] " " $at["algorithm.stop.below"]
      if ($at["gap"] + 0 < $at["algorithm.stop.below"] + 0) reached[key] = reached[key] " " $at["gamma"] }
    END { for (key in reached) if ((n = split(reached[key], g, " ")) >= 3) {
        for (i = 2; i <= n; i++) for (j = i; j > 1 && g[j - 1] + 0 > g[j] + 0; j--) { t = g[j]; g[j] = g[j - 1]; g[j - 1] = t }
        print key, g[3] } }' "$tmp/out/metrics.csv" | sort >"$tmp/gamma"
sed 's/^/# /' "$tmp/gamma"
best() { # PATTERN EPSILON
    awk -v method="$1" -v below="$2" '$1 == method && $3 + 0 == below + 0 && (least == "" || $4 < least) { least = $4 }
        END { print least }' "$tmp/gamma"
}
check '1e-6: at most half of the best local-step method' awk -v a="$(best fedlrgd 1e-6)" -v b="$(best fedavg 1e-6)" \
    'BEGIN { exit !(a != "" && b != "" && a <= b / 2) }'
check 'n^-1/2: it loses' awk -v a="$(best fedlrgd 0.01412)" -v b="$(best fedavg 0.01412)" \
    'BEGIN { exit !(a != "" && b != "" && a > b) }'
check 'several steps on unlike clients never reach 1e-6' awk '$1 == "fedavg" && $2 > 1 && $3 + 0 == 1e-6 { bad = 1 }
    END { exit bad }' "$tmp/gamma"
finish
