# best_rate.awk -- the mean loss of the last 100 rounds at the best server rate, for each setting of the other swept keys.
#   awk -f conf/sweeps/best_rate.awk results/localupdate_rates/summary.csv
BEGIN { FS = OFS = "," }
NR == 1 {
    for (c = 1; c <= NF; c++) column[$c] = c
    rate = column["algorithm.server_learning_rate"]
    next
}
$column["metric"] == "loss" {
    run = $column["run"]
    round[run, ++records[run]] = $column["round"]
    loss[run, records[run]] = $column["median"]
    server[run] = $rate
    key[run] = ""
    for (c = 1; c < column["run"]; c++)
        if (c != rate) key[run] = key[run] (key[run] == "" ? "" : " ") $c
    if ($column["round"] > last) last = $column["round"]
}
END {
    for (run in records) {
        sum = n = 0
        for (k = 1; k <= records[run]; k++)
            if (round[run, k] > last - 100) { sum += loss[run, k]; n++ }
        if (n == 0 || loss[run, records[run]] !~ /^[0-9]/) continue
        mean = sum / n
        if (!(key[run] in best) || mean < best[key[run]]) { best[key[run]] = mean; at[key[run]] = server[run] }
    }
    for (k in best) print k, at[k], best[k] | "sort"
}
