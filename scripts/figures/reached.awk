# reached.awk -- the rows of metrics.csv whose gap is within the target, of points where all replicates have it.
FNR == 1 {
    columns = csv($0, name)
    for (i = 1; i <= columns; i++)
        column[name[i]] = i
    if (!("gap" in column) || !("algorithm.stop.below" in column))
        fail(FILENAME ": expected the columns gap and algorithm.stop.below")
    print
    next
}
{
    csv($0, cell)
    all[cell[column["run"]]]++
    if (cell[column["gap"]] != "" && cell[column["gap"]] + 0 <= cell[column["algorithm.stop.below"]] + 0) {
        line[++lines] = $0
        of[lines] = cell[column["run"]]
        good[of[lines]]++
    }
}
END {
    for (i = 1; i <= lines; i++)
        if (good[of[i]] == all[of[i]])
            print line[i]
}
