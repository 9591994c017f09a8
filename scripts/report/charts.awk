# charts.awk -- what fedomp-plot is to draw: the thinned curves as a summary.csv, the best run first, and a
# line for each chart: metric, x, the logarithmic axes ("", x, y, xy), the floor of its values, tabs between.
#
# summary: the file to write; draw: the metrics to draw, or "".

function quoted(text)
{
    if (text !~ /[",]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

function number17(x) { return sprintf("%.17g", x) }

# A curve that never moves says nothing.
function moves(set,    r, run, i, have, y)
{
    for (r = 1; r <= runs; r++) {
        run = order[r]
        for (i = 1; i <= points[set, run]; i++) {
            if (have && data[set, run, i, "y"] != y)
                return 1
            y = data[set, run, i, "y"]
            have = 1
        }
    }
    return 0
}

# The values of a set over all runs, those without an answer aside.
function span(set,    r, run, i, y)
{
    least = most = smallest = ""
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        if (lost(run) && !lost(by_rank[1]))
            continue
        for (i = 1; i <= points[set, run]; i++) {
            y = data[set, run, i, "y"]
            least = least == "" || y < least ? y : least
            most = most == "" || y > most ? y : most
            if (y > 0 && (smallest == "" || y < smallest))
                smallest = y
        }
    }
}

# The points to draw: the curve of a run that diverged ends where it leaves the others for good.
function inside(set, run,    n)
{
    n = points[set, run]
    while (lost(run) && n > 0 && data[set, run, n, "y"] > most)
        n--
    return n
}

function write_set(set,    r, run, i, k, n, text)
{
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        text = ""
        for (k = 1; k <= keys; k++)
            text = text quoted(reads(run, key[k]) ? value[run, k] : "") ","
        n = inside(set, run)
        for (i = 1; i <= n; i++)
            printf "%s%d,%s,%s,%d,%s,%s,%s,,\n", text, run, number17(data[set, run, i, "x"]), quoted(set), replicates, \
                number17(data[set, run, i, "y"]), number17(data[set, run, i, "a"]), number17(data[set, run, i, "b"]) >summary
    }
}

# Does what the runs spend on their way differ by more than five times?
function unequal(x,    r, run, total, least, most)
{
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        total = x == "words" ? final[run, "words_up"] + final[run, "words_down"] + final[run, "words_peer"] : final[run, x]
        if (lost(run) && !lost(by_rank[1]) || total <= 0)
            continue
        least = least == "" || total < least ? total : least
        most = most == "" || total > most ? total : most
    }
    return least != "" && most > 5 * least
}

# A logarithm where values differ by more than twenty times and none is negative, but for rounding; eighteen
# powers of ten at most.
function chart(set, x,    logarithmic, floor, axes)
{
    span(set)
    if (least == "" || !moves(set))
        return
    logarithmic = least >= -1e-12 * most && smallest != "" && most > 20 * smallest
    floor = smallest > most * 1e-18 ? smallest : most * 1e-18
    axes = (x != "round" && unequal(x) ? "x" : "") (logarithmic ? "y" : "")
    print set, x, axes, (logarithmic ? number17(floor) : "")
}

END {
    if (runs == 0)
        exit 1
    OFS = "\t"
    rank_runs()
    for (k = 1; k <= keys; k++)
        printf "%s,", quoted(key[k]) >summary
    print "run,round,metric,n,median,q25,q75,mean,sd" >summary
    for (i = 1; i <= metric_count; i++) {
        span(metrics[i])
        write_set(metrics[i])
    }
    n = split(draw != "" ? draw : "loss gap log_mse error grad_norm dist_global consensus accuracy test_error test_loss test_mse", list, /[ ,]+/)
    for (i = 1; i <= n; i++)
        if (list[i] in is_metric)
            chart(list[i], "round")
    if (moves("gamma"))
        chart(main, "gamma")
    if (moves("words_up") || moves("words_down") || moves("words_peer"))
        chart(main, "words")
    for (i = 1; i <= set_count && i <= 12; i++) {
        span(sets[i])
        write_set(sets[i])
        chart(sets[i], "round")
    }
    # Of many runs the best have colours.
    for (i = 1; runs > 16 && i <= 8; i++)
        front = front (i > 1 ? "," : "") by_rank[i]
    print "front", front
}
