# table.awk -- the first rows of ranking.csv for the eye: columns aligned, keys by their last word
# where that is clear, the median under the name of the metric.
#
# top: rows to show, 0 for all; metric.

top > 0 && NR > top + 1 { more++; next }

{ csv($0, cell) }

NR == 1 {
    for (keys = 0; cell[keys + 1] != "run"; keys++) {
        full[keys + 1] = short[keys + 1] = cell[keys + 1]
        sub(/.*\./, "", short[keys + 1])
        used[short[keys + 1]]++
    }
    for (k = 1; k <= keys; k++) if (used[short[k]] == 1) cell[k] = short[k]
    cell[keys + 6] = metric
}

# After the keys: run, answered, round, metric, n, median, q25, q75.
{
    n = 0
    text[NR, ++n] = NR == 1 ? "rank" : NR - 1
    for (k = 1; k <= keys + 8; k++) {
        if (k == keys + 4) continue
        numeric = NR > 1 && k > keys + 5 && cell[k] != ""
        text[NR, ++n] = numeric ? sprintf("%.5g", cell[k]) : cell[k]
    }
    columns = n
    rows = NR
    for (k = 1; k <= n; k++) if (length(text[NR, k]) > wide[k]) wide[k] = length(text[NR, k])
}

END {
    for (r = 1; r <= rows; r++) {
        line = ""
        for (k = 1; k <= columns; k++)
            line = line sprintf("%s%" wide[k] "s", k > 1 ? "  " : "", text[r, k])
        print line
    }
    if (more) printf "and %d more\n", more
}
