# thin.awk -- what the page needs of summary.csv, tabs between: the swept keys ("keys", names), those of a
# run ("point", run, values) and, at few rounds of each run, evenly chosen, the first and the last among
# them, each metric ("at", run, round, metric, n, median, q25, q75). Reads the file twice.
#
# budget: how many rounds of all runs together may stay.

BEGIN { OFS = "\t" }

FNR == 1 {
    pass++
    read_header()
    if (!("metric" in column && "round" in column && "q75" in column))
        fail(FILENAME ": expected the columns round, metric, n, median, q25, q75")
    keys = column["run"] - 1
    if (pass == 2) {
        choose()
        text = "keys"
        for (k = 1; k <= keys; k++)
            text = text OFS plain(names[k])
        print text
    }
    next
}

pass == 1 {
    read_row()
    round = cell[column["round"]]
    if (!(run in rounds))
        order[++runs] = run
    if (run in rounds && round == last[run])
        next
    last[run] = round
    rounds[run]++
    when[run, rounds[run]] = round
    next
}

# The rounds to keep: at most so many of each run.
function choose(    r, most, i, count, step)
{
    if (runs == 0)
        fail(FILENAME ": no rows")
    most = int(budget / runs)
    most = most < 12 ? 12 : most > 120 ? 120 : most
    for (r = 1; r <= runs; r++) {
        run = order[r]
        count = rounds[run]
        step = count > most ? (count - 1) / (most - 1) : 1
        for (i = 0; i < most && i * step < count; i++)
            keep[run, when[run, int(1 + i * step + 0.5)]] = 1
        keep[run, last[run]] = 1
    }
    split("", when)
}

{
    read_row()
    if (!(run in told)) {
        told[run] = 1
        text = "point" OFS run
        for (k = 1; k <= keys; k++)
            text = text OFS plain(cell[k])
        print text
    }
    round = cell[column["round"]]
    if ((run, round) in keep)
        print "at", run, round, plain(cell[column["metric"]]), cell[column["n"]],
            cell[column["median"]], cell[column["q25"]], cell[column["q75"]]
}

END {
    if (!failed && pass < 2)
        fail(FILENAME ": empty")
}
