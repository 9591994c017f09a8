#!/bin/sh
# clients.sh -- clients.csv agrees with metrics.csv: its losses, accuracies and words add up to those of all
# clients together.
. "${FED_SRCDIR:?}/tests/lib.sh"

# study METHOD [MORE] -- a network on made data of six clients.
study() {
    awk 'BEGIN { srand(7); print "y,a,b,c"; for (i = 0; i < 90; i++) print i % 3 "," i % 3 + rand() "," rand() "," rand() - i % 3 }' \
        >"$tmp/x.csv"
    cat >"$tmp/c.cfg" <<END
data = { source = "file"; path = "x.csv"; target = "y"; test_fraction = 0.2; };
partition = { clients = 6; scheme = "quantity"; };
model = { type = "mlp"; hidden = [5]; precision = "double"; };
loss = { type = "softmax"; };
$1
output = { every = 5; clients = true; };
END
    expect_status 0 "$2: runs" "$FEDOMP" -q -c "$tmp/c.cfg" -o "$tmp/out" --force
}

# agrees COLUMN WEIGHT METRIC -- at every record the sum over clients of column (times samples/all when WEIGHT
# is samples) is the metric.
# shellcheck disable=SC2317 # called by check
agrees() {
    awk -F, -v column="$1" -v weight="$2" -v metric="$3" '
        FNR == 1 { for (c = 1; c <= NF; c++) at[NR == FNR, $c] = c; next }
        NR == FNR { want[$at[1, "round"]] = $at[1, metric]; next }
        {
            w = weight == "samples" ? $at[0, "samples"] : 1
            sum[$at[0, "round"]] += w * $at[0, column]
            all[$at[0, "round"]] += weight == "samples" ? w : 0
        }
        END {
            for (round in want) {
                found = sum[round] / (weight == "samples" ? all[round] : 1)
                off = found - want[round]; if (off < 0) off = -off
                if (!(round in sum) || off > 1e-9 * (1 + want[round])) exit 1
                seen++
            }
            exit !(seen == 3)
        }' "$tmp/out/metrics.csv" "$tmp/out/clients.csv"
}

study 'algorithm = { name = "fedavg"; rounds = 10; clients_per_round = 3; };' fedavg
check 'losses of the clients are the objective' agrees loss samples loss
check 'their accuracies are that of all samples' agrees accuracy samples accuracy
check 'their words are those sent' agrees words 1 words_up
check 'three take part in a round' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    { n[$at["round"]] += $at["active"] } END { exit !(n[0] == 0 && n[5] == 3 && n[10] == 3) }' "$tmp/out/clients.csv"
check 'the one model has one error' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    { key = $at["round"]; if (key in e && e[key] != $at["test_error"]) exit 1; e[key] = $at["test_error"] }' \
    "$tmp/out/clients.csv"

study 'algorithm = { name = "ngd"; rounds = 10; }; network = { type = "fixed-degree"; degree = 2; };' ngd
check 'words to peers are those sent' agrees words 1 words_peer
check 'squared distances are the consensus' awk -F, '
    FNR == 1 { for (c = 1; c <= NF; c++) at[NR == FNR, $c] = c; next }
    NR == FNR { want[$at[1, "round"]] = $at[1, "consensus"]; next }
    { sum[$at[0, "round"]] += $at[0, "distance"] ^ 2 / 6 }
    END { for (r in want) { d = sum[r] - want[r]; if (d < 0) d = -d; if (d > 1e-12 * (1 + want[r])) exit 1 }
          exit !(want[10] > 0) }' "$tmp/out/metrics.csv" "$tmp/out/clients.csv"
finish
