# best.awk -- of runs that differ in the key `free` alone, the one whose `metric` (loss) is least over the last `window`
# (100) rounds; a window below 1 is a part of all rounds.

BEGIN {
    metric = metric == "" ? "loss" : metric
    window = window == "" ? 100 : window
}

FNR == 1 {
    pass++
    columns = csv($0, name)
    for (i = 1; i <= columns; i++)
        column[name[i]] = i
    if (!(free in column) || !("median" in column))
        fail(FILENAME ": expected the columns " free " and median")
    if (pass == 2)
        print
    next
}
pass == 1 {
    csv($0, cell)
    run = cell[column["run"]]
    at = cell[column["round"]] + 0
    last[run] = at > last[run] ? at : last[run]
    most = at > most ? at : most
    if (cell[column["metric"]] == metric && cell[column["median"]] != "")
        loss[run, at] = cell[column["median"]]
    if (!(run in group)) {
        for (i = 1; i < column["run"]; i++)
            group[run] = group[run] SUBSEP (i == column[free] ? "" : cell[i])
        order[++runs] = run
    }
    next
}
FNR == 2 { choose() }
{
    csv($0, cell)
    if (cell[column["run"]] in chosen)
        print
}

# Runs that ended early diverged, and are not chosen.
function choose(    i, j, r, part, sum, count, best)
{
    for (j in loss) {
        split(j, part, SUBSEP)
        if (part[2] > most - (window < 1 ? window * most : window)) {
            sum[part[1]] += loss[j]
            count[part[1]]++
        }
    }
    for (i = 1; i <= runs; i++) {
        r = order[i]
        if (last[r] < most || !(r in count))
            continue
        if (!(group[r] in best) || sum[r] / count[r] < sum[best[group[r]]] / count[best[group[r]]])
            best[group[r]] = r
    }
    for (i in best)
        chosen[best[i]] = 1
}
