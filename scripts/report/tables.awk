# tables.awk -- a table that an analysis or a method wrote, beside the metrics, in one of three forms, tabs
# between. With a column round: medians over replicates ("curve", table, run, round, column, n, median,
# q25, q75). With one row to a replicate: likewise ("final", table, run, column, n, median, q25, q75).
# Otherwise its first rows ("head", table, cells) and their number ("rows", table, count).
#
# table: its name; heads: whether the third form is wanted; before each file first=R, the number of its first run; most: rounds to keep of a run,
# rows to show.

BEGIN { OFS = "\t" }

FNR == 1 {
    read_header()
    if (header != "" && header != $0)
        fail(FILENAME ": the columns differ from those of earlier runs")
    header = $0
    next
}

{
    read_row()
    cell[column["run"]] = run
    rows++
    replicate = "replicate" in column ? cell[column["replicate"]] : rows
    if (!((run, replicate) in seen)) {
        seen[run, replicate] = 1
        pairs++
    }
    if (!(run in known)) {
        known[run] = 1
        order[++runs] = run
    }
    if (rows <= most)
        for (i = 1; i <= columns; i++)
            shown[rows, i] = plain(cell[i])
    round = "round" in column ? cell[column["round"]] : ""
    if (round == "" && pairs < rows)
        next
    if (!((run, round) in met)) {
        met[run, round] = 1
        when[run, ++rounds[run]] = round
    }
    for (i = 1; i <= columns; i++)
        if (names[i] !~ /^(run|replicate|round)$/ && number(cell[i]))
            values[run, round, i] = values[run, round, i] " " cell[i]
}

function quartiles(list,    a, n)
{
    n = split(list, a, " ")
    sort(a, n)
    return n OFS number17(quantile(a, n, 0.5)) OFS number17(quantile(a, n, 0.25)) OFS \
        number17(quantile(a, n, 0.75))
}

function number17(x) { return sprintf("%.17g", x) }

END {
    if (failed)
        exit 4
    if (!("round" in column) && pairs < rows) {
        if (!heads)
            exit
        for (row = 0; row <= rows && row <= most; row++) {
            text = "head" OFS table
            for (i = 1; i <= columns; i++)
                text = text OFS (row == 0 ? plain(names[i]) : shown[row, i])
            print text
        }
        print "rows", table, rows
        exit
    }
    for (r = 1; r <= runs; r++) {
        run = order[r]
        step = rounds[run] > most ? (rounds[run] - 1) / (most - 1) : 1
        for (k = 0; k < most && k * step < rounds[run]; k++) {
            round = when[run, int(1 + k * step + 0.5)]
            for (i = 1; i <= columns; i++)
                if ((run, round, i) in values)
                    print (round == "" ? "final" OFS table OFS run : "curve" OFS table OFS run OFS round), \
                        plain(names[i]), quartiles(values[run, round, i])
        }
    }
}
