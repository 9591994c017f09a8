# ranking.awk -- the order of the runs in ranking.csv of fedomp-sweep, read before summary.csv: "rank", run, place,
# round, tabs between; before them "ranked" and the metric. A ranking of other results than these is noted instead.

FNR == 1 {
    file++
    read_header()
    next
}

{ read_row() }

file == 1 {
    if (places == 0)
        metric = cell[column["metric"]]
    ranked[++places] = run
    place[run] = places
    round[run] = cell[column["round"]]
    median[run] = cell[column["median"]]
    next
}

!(run in place) { stale = 1 }
cell[column["metric"]] == metric && cell[column["round"]] == round[run] {
    agreed += cell[column["median"]] == median[run]
}

END {
    if (failed)
        exit 4
    if (stale || agreed != places) {
        print "note\tranking.csv is of other results than summary.csv and is not used; fedomp-sweep --summary writes it again."
        exit
    }
    printf "ranked\t%s\n", plain(metric)
    for (k = 1; k <= places; k++)
        printf "rank\t%d\t%d\t%d\n", ranked[k], k, round[ranked[k]]
}
