# theta.awk -- theta.csv in short: for each run and parameter, over replicates and clients, "theta", run,
# index, n, mean, sd, least, largest, tabs between.
#
# Before each file first=R, the number of its first run.

BEGIN { OFS = "\t" }

FNR == 1 {
    read_header()
    if (!("theta_0" in column))
        fail(FILENAME ": no column 'theta_0'")
    base = column["theta_0"]
    p = columns - base + 1
    next
}

{
    read_row()
    if (!(run in count)) {
        order[++runs] = run
        width[run] = p
    }
    count[run]++
    for (j = 0; j < p; j++) {
        x = cell[base + j]
        if (!number(x)) # nan, inf: a run that diverged
            lost[run, j] = 1
        if (count[run] == 1 || x + 0 < least[run, j])
            least[run, j] = x + 0
        if (count[run] == 1 || x + 0 > largest[run, j])
            largest[run, j] = x + 0
        # Welford's recursion: no cancellation.
        step = x - mean[run, j]
        mean[run, j] += step / count[run]
        square[run, j] += step * (x - mean[run, j])
    }
}

END {
    if (failed)
        exit 4
    for (r = 1; r <= runs; r++) {
        run = order[r]
        n = count[run]
        for (j = 0; j < width[run]; j++)
            if (!((run, j) in lost))
                printf "theta\t%d\t%d\t%d\t%.17g\t%s\t%.17g\t%.17g\n", run, j, n, mean[run, j],
                    (n > 1 ? sprintf("%.17g", sqrt(square[run, j] / (n - 1))) : ""), least[run, j], largest[run, j]
    }
}
