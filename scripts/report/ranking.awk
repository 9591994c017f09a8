# ranking.awk -- the order of the runs in ranking.csv of fedomp-sweep: "rank", run, place, round, tabs between;
# before them "ranked" and the metric.

FNR == 1 {
    read_header()
    next
}

{
    read_row()
    if (places == 0)
        printf "ranked\t%s\n", plain(cell[column["metric"]])
    printf "rank\t%d\t%d\t%d\n", run, ++places, cell[column["round"]]
}

END { exit failed ? 4 : 0 }
