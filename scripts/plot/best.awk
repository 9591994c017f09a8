# best.awk -- for each value of a key, or of several with commas between, the run whose metric is best at its last
# round, a line each; all runs that --only allows without a key. The first file holds the points, `dir` is set
# before each summary. BEST_PER, BEST_METRIC in the environment; of several metrics the first that is there.
# BEST_RANKS, if it is not empty, has the places of all runs, as " 1:RUN=PLACE ...", and no metric is used.

BEGIN {
    wanted = split(ENVIRON["BEST_METRIC"], metric, ",")
    for (i = 1; i <= wanted; i++)
        place[metric[i]] = i
    used = wanted + 1
    ranked = split(ENVIRON["BEST_RANKS"], rank, " ")
}

role == "points" { read_points(); next }
FNR == 1 {
    read_header()
    pers = split(ENVIRON["BEST_PER"], per, ",")
    for (i = 1; i <= pers; i++) {
        if (resolve(per[i]) == "")
            fail("--best-per " per[i] ": no such swept key (" swept() ")")
        per[i] = resolve(per[i])
    }
    next
}
!read_row() { next }
{ note_run() }
!ranked && cell[column["metric"]] in place && number(cell[column["median"]]) {
    name = cell[column["metric"]]
    used = place[name] < used ? place[name] : used
    worth[run, name] = (name == "accuracy" ? -1 : 1) * cell[column["median"]] # the last round's stays
}

END {
    if (failed)
        exit 4
    if (runs == 0)
        fail("--only: no run agrees with every one")
    for (i = 1; i <= ranked; i++) {
        split(rank[i], part, "=")
        worth[part[1], metric[used = 1]] = part[2]
    }
    if (pers && used > wanted)
        fail("--best-per: no metric '" metric[1] "' to choose by")
    for (i = 1; i <= runs; i++) {
        r = order[i]
        v = pers ? "" : r
        for (k = 1; k <= pers; k++)
            v = v SUBSEP value[r, per[k]]
        if (pers && !((r, metric[used]) in worth))
            continue
        if (!(v in best) || worth[r, metric[used]] < worth[best[v], metric[used]])
            best[v] = r
    }
    for (v in best)
        print best[v]
}
