# curves.awk -- the section of the curves: its legend, what is drawn, a metric against other costs than rounds.

function legend(    r, run, shown)
{
    if (runs == 1) {
        if (banded)
            print "<p>Median over replicates, with the band from the first to the third quartile.</p>"
        return
    }
    printf "<p>Median over replicates%s", banded ? ", with the band from the first to the third quartile" : ""
    printf "; %s by the last %s.</p>\n", (runs <= 16 ? "the runs best first," : "the eight best runs in colour,"), esc(main)
    print "<ul class=\"legend\">"
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        if (!marked[run])
            continue
        printf "<li><svg viewBox=\"0 0 28 10\" class=\"key\" aria-hidden=\"true\"><g class=\"%s\"><path class=\"line\" d=\"M0 5H28\"/></g></svg> %s</li>\n", \
            style_of[run], esc(label[run])
    }
    if (runs > 16)
        printf "<li><svg viewBox=\"0 0 28 10\" class=\"key\" aria-hidden=\"true\"><g class=\"other\"><path class=\"line\" d=\"M0 5H28\"/></g></svg> the other %d</li>\n", runs - 8
    print "</ul>"
}

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

# The main metric against another cost than rounds, at the rounds that both have.
function against(cost, set,    r, run, i, x, k)
{
    for (r = 1; r <= runs; r++) {
        run = order[r]
        split("", x)
        for (i = 1; i <= points[cost, run]; i++)
            x[data[cost, run, i, "x"]] = data[cost, run, i, "y"]
        for (i = 1; i <= points[main, run]; i++)
            if (data[main, run, i, "x"] in x) {
                k = ++points[set, run]
                data[set, run, k, "x"] = x[data[main, run, i, "x"]]
                data[set, run, k, "y"] = data[main, run, i, "y"]
                data[set, run, k, "a"] = data[main, run, i, "a"]
                data[set, run, k, "b"] = data[main, run, i, "b"]
            }
    }
}

# words = up + down + peer
function add_words(    r, run, i, word, w, sum)
{
    split("words_up words_down words_peer", word, " ")
    for (r = 1; r <= runs; r++) {
        run = order[r]
        split("", sum)
        for (w = 1; w <= 3; w++)
            for (i = 1; i <= points[word[w], run]; i++)
                sum[data[word[w], run, i, "x"]] += data[word[w], run, i, "y"]
        for (i = 1; i <= points["words_up", run]; i++)
            add("words", run, data["words_up", run, i, "x"], sum[data["words_up", run, i, "x"]] "", "", "")
    }
}

function curves_section(    n, i, list, name)
{
    section("curves", "Curves")
    legend()
    print "<div class=\"charts\">"
    n = split(draw != "" ? draw : "loss gap log_mse error grad_norm dist_global consensus accuracy test_error", list, /[ ,]+/)
    for (i = 1; i <= n; i++)
        if (list[i] in is_metric && moves(list[i]))
            chart(list[i], list[i], "round")
    add_words()
    against("gamma", " gamma")
    against("words", " words")
    if (moves("gamma"))
        chart(" gamma", main " against complexity", "federated oracle complexity (gamma)")
    if (moves("words"))
        chart(" words", main " against communication", "words sent")
    for (i = 1; i <= set_count && i <= 12; i++)
        if (moves(sets[i]))
            chart(sets[i], sets[i], "round")
    print "</div>"
}
