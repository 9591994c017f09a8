# oracle_rank.awk -- for each target: the methods that reached it, by median gamma; those that always do come first.
#   awk -f conf/sweeps/oracle_rank.awk results/fedlrgd_vs_fedavg/metrics.csv
# Columns: scheme, phi, epsilon, method (name, server samples, local steps, rate), reached/replicates, median gamma of
# those that reached it.
BEGIN { FS = "," }
NR == 1 {
    for (c = 1; c <= NF; c++) column[$c] = c
    next
}
{
    target = $column["partition.scheme"] " " $column["cost.phi"] " " $column["algorithm.stop.below"]
    method = $column["algorithm.name"] "," $column["partition.server"] "," $column["algorithm.local_steps"] "," \
        $column["algorithm.learning_rate"]
    key = target " " method
    all[key]++
    if ($column["gap"] != "" && $column["gap"] + 0 <= $column["algorithm.stop.below"] + 0)
        gamma[key, ++good[key]] = $column["gamma"] + 0
}
END {
    for (key in good) {
        n = good[key]
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && gamma[key, j] < gamma[key, j - 1]; j--) {
                t = gamma[key, j]; gamma[key, j] = gamma[key, j - 1]; gamma[key, j - 1] = t
            }
        median = (gamma[key, int((n + 1) / 2)] + gamma[key, int((n + 2) / 2)]) / 2
        split(key, part, " ")
        printf "%s %s %g %s %d/%d %.4g\n", part[1], part[2], part[3], part[4], n, all[key], median | \
            "sort -k1,1 -k2,2g -k3,3gr -k5,5gr -k6,6g"
    }
}
