# zero.awk -- the last record of replicate 0 of each run, from metrics.csv: "zero", run, metric, value, tabs
# between. The analyses in run.yaml speak of that replicate.

FNR == 1 {
    read_header()
    next
}

cell_of_zero() {
    for (i = column["round"] + 1; i <= columns; i++)
        last[run, names[i]] = cell[i]
    if (!(run in seen)) {
        seen[run] = 1
        order[++runs] = run
    }
}

function cell_of_zero()
{
    read_row()
    return cell[column["replicate"]] == 0
}

END {
    if (failed)
        exit 4
    for (r = 1; r <= runs; r++)
        for (i = column["round"] + 1; i <= columns; i++)
            if (number(last[order[r], names[i]]))
                printf "zero\t%d\t%s\t%s\n", order[r], plain(names[i]), last[order[r], names[i]]
}
