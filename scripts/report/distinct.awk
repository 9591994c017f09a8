# distinct.awk -- of the runs in partition.csv those whose partition is no other's before: a line each, its number
# the greatest number of samples of any (* where there are clients beyond 400, which pictures draw together),
# and the numbers of all runs that share it, or "all".

NR == 1 {
    n = csv($0, names)
    for (i = 1; i <= n; i++)
        column[names[i]] = i
    next
}

{
    csv($0, cell)
    run = cell[column["run"]]
    if (!(run in held))
        order[++runs] = run
    if (cell[column["samples"]] + 0 > most)
        most = cell[column["samples"]] + 0
    many = many || cell[column["client"]] >= 400
    held[run] = held[run] cell[column["client"]] ":" cell[column["label"]] ":" cell[column["samples"]] ";"
}

END {
    for (r = 1; r <= runs; r++) {
        text = held[order[r]]
        if (!(text in first))
            list[++count] = text
        sharing[text] = sharing[text] (text in first ? (++with[text] < 8 ? ", " order[r] : with[text] == 8 ? ", ..." : "") : order[r])
        if (!(text in first))
            first[text] = order[r]
    }
    for (r = 1; r <= count; r++)
        print first[list[r]], (many ? "*" : most), (count == 1 && runs > 1 ? "all" : sharing[list[r]])
}
