# page.awk -- the page: sections in order, from what load.awk gathered.
#
# TITLE in the environment; style, script, figures: the files to include; legend: that of the curves.

function include(file,    line)
{
    while ((getline line <file) > 0)
        print line
    close(file)
}

function head(    name)
{
    name = ENVIRON["TITLE"] != "" ? ENVIRON["TITLE"] : top["name"] != "" ? top["name"] : top["configuration.name"] != "" ? top["configuration.name"] : "a study"
    print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
    print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    print "<meta name=\"generator\" content=\"fedomp-report\">"
    printf "<title>%s</title>\n<style>\n", esc(name)
    include(style)
    print "</style>\n</head>\n<body>\n<header>"
    printf "<h1>%s</h1>\n<p>%s", esc(name), esc(each("algorithm.name"))
    printf " on %s loss, %s clients", esc(each("loss.type")), esc(fact[order[1], "counts.clients"])
    printf "; %d %s of %s %s; %s.</p>\n", runs, (runs == 1 ? "point" : "points"), esc(replicates), \
        (replicates == 1 ? "replicate" : "replicates"), esc(status_text())
    print "</header>"
    contents()
    print "<main>"
}

# Links to the sections that there will be.
function contents()
{
    print "<nav>"
    entry("curves", "Curves", 1)
    entry("best", "Best", several_methods())
    entry("runs", runs == 1 ? "Last round" : "Runs", 1)
    entry("differences", "Differences", dirs > 1)
    entry("partition", "Partition", has_partition())
    entry("theory", "Theory", claims)
    entry("network", "Network", has_group("graph"))
    entry("cost", "Cost", has_group("cost"))
    entry("analyses", "Analyses", has_group("analyses"))
    entry("theta", "Parameters", has_theta)
    entry("tables", "Tables", table_count + head_count)
    entry("configuration", "Configuration", 1)
    entry("provenance", "Provenance", 1)
    print "</nav>"
}

function several_methods(    r, seen, n)
{
    for (r = 1; r <= runs; r++)
        n += !seen[method_of(order[r])]++
    return n > 1 && n < runs
}

function entry(id, text, there)
{
    if (there)
        printf "<a href=\"#%s\">%s</a>\n", id, text
}

function has_group(group,    f)
{
    for (f = 1; f <= fact_count; f++)
        if (index(fact_paths[f], group ".") == 1)
            return 1
    return 0
}

# The values of a key at all runs, each once.
function each(path,    r, v, seen, text)
{
    for (r = 1; r <= runs; r++) {
        v = conf(order[r], path)
        if (v in seen)
            continue
        seen[v] = 1
        text = text (text == "" ? "" : ", ") v
    }
    return text
}

function status_text(    r, n)
{
    for (r = 1; r <= runs; r++)
        n += lost(order[r])
    return n > 0 ? n " of them with a replicate that ended without an answer" : "every replicate ended with an answer"
}

# Faults, warnings and remarks; the same words of several runs once.
function say_notes(    r, run, i)
{
    for (r = 1; r <= runs; r++) {
        run = order[r]
        if (lost(run) && (run, "reason") in fact)
            remember(run, "no answer: " fact[run, "reason"])
        if ((run, "warning") in fact)
            remember(run, "warning: " fact[run, "warning"])
        if ((run, "remark") in fact)
            remember(run, fact[run, "remark"])
    }
    compare_ranks()
    for (i = 1; i <= note_count; i++)
        printf "<p class=\"note\">%s</p>\n", esc(notes[i])
    for (i = 1; i <= remarks && i <= 10; i++)
        printf "<p class=\"note\">%s%s</p>\n", (runs > 1 ? (remark_runs[i] > 1 ? "Runs " : "Run ") remark_run[i] ": " : ""), \
            esc(remark[i])
    if (remarks > 10)
        printf "<p class=\"note\">%d more of these are in run.yaml.</p>\n", remarks - 10
}

# The nearest to the optimum need not predict best; of one directory its run.yaml says so.
function compare_ranks(    r, run, by_gap, by_error)
{
    for (r = 1; r <= runs && dirs > 1; r++) {
        run = order[r]
        if (!number(final[run, "gap"]) || !number(final[run, "test_error"]))
            continue
        if (by_gap == "" || final[run, "gap"] + 0 < final[by_gap, "gap"] + 0)
            by_gap = run
        if (by_error == "" || final[run, "test_error"] + 0 < final[by_error, "test_error"] + 0)
            by_error = run
    }
    if (by_gap != "" && final[by_gap, "test_error"] > 1.1 * final[by_error, "test_error"])
        printf "<p class=\"note\">warning: run %s has the smallest gap, but run %s has the smallest test error: %.4g against %.4g</p>\n", \
            own(by_gap), own(by_error), final[by_error, "test_error"], final[by_gap, "test_error"]
}

# The same words of several runs once, with all of these.
function remember(run, text,    i)
{
    if (!(text in remembered)) {
        remembered[text] = ++remarks
        remark[remarks] = text
    }
    i = remembered[text]
    if (++remark_runs[i] <= 20)
        remark_run[i] = remark_run[i] (remark_runs[i] > 1 ? ", " : "") run
    else if (remark_runs[i] == 21)
        remark_run[i] = remark_run[i] ", ..."
}

# The best setting of each method, where several settings of several methods were run.
function best_section(    r, run, m, n, best, times, list, k, i, columns, column)
{
    for (r = 1; r <= runs; r++) {
        m = method_of(by_rank[r])
        if (!(m in best)) {
            best[m] = by_rank[r]
            list[++n] = m
        }
        times[m]++
    }
    if (n < 2 || n == runs)
        return
    section("best", "Best setting per method")
    columns = split("gap loss accuracy test_error", column, " ")
    table_open("t-best", "The run of each method that is best by " esc(ranked_by()) "; medians over replicates at the last round, and quartiles.")
    column_head("method")
    for (k = 1; k <= keys; k++)
        if (varies[k] && number(value[order[1], k]))
            column_head(key[k], 1)
    column_head("of", 1)
    column_head(main, 1)
    for (i = 1; i <= columns; i++)
        if (column[i] in is_metric && column[i] != main)
            column_head(column[i], 1)
    column_head("run", 1)
    table_body()
    for (r = 1; r <= n; r++) {
        run = best[list[r]]
        row_open()
        td(list[r])
        for (k = 1; k <= keys; k++)
            if (varies[k] && number(value[order[1], k]))
                td(value[run, k])
        td(times[list[r]])
        td_band(final[run, main], final_low[run, main], final_high[run, main])
        for (i = 1; i <= columns; i++)
            if (column[i] in is_metric && column[i] != main)
                td_band(final[run, column[i]], final_low[run, column[i]], final_high[run, column[i]])
        td(own(run))
        row_close()
    }
    table_close()
}

# The runs, best first: swept keys, outcome, medians at the last round.
function runs_section(    r, run, k, i, n, list)
{
    section("runs", runs == 1 ? "Last round" : "Runs")
    n = split(main " loss gap grad_norm error log_mse dist_global consensus accuracy test_error test_loss test_mse gradients gamma", list, " ")
    for (i = 2; i <= n; i++)
        if (list[i] == main || !(list[i] in is_metric))
            list[i] = ""
    if (runs == 1) {
        last_round(order[1], list, n)
        say_models()
        return
    }
    table_open("t-runs", "Medians over replicates at the last recorded round, and quartiles; best first, by " esc(ranked_by()) ".")
    column_head("run", 1)
    for (k = 1; k <= keys; k++)
        column_head(key[k])
    column_head("outcome")
    column_head("round", 1)
    for (i = 1; i <= n; i++)
        if (list[i] != "")
            column_head(list[i], 1)
    table_body()
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        row_open()
        td(own(run))
        for (k = 1; k <= keys; k++)
            td(reads(run, key[k]) ? value[run, k] : "")
        td(outcome(run))
        td(final_round[run])
        for (i = 1; i <= n; i++)
            if (list[i] != "")
                td_band(final[run, list[i]], final_low[run, list[i]], final_high[run, list[i]])
        row_close()
    }
    table_close()
    say_models()
}

# At which model the metrics are taken.
function say_models(    r, peers)
{
    for (r = 1; r <= runs; r++)
        peers += (order[r], "graph.in_degree_min") in fact
    if (peers == 0) {
        print "<p>All metrics are of the server&#39;s model.</p>"
        return
    }
    printf "<p>loss, gap, grad_norm, error, accuracy and the metrics of test samples are of %s; mse, log_mse, dist_global and consensus are means over the clients.</p>\n", \
        (peers == runs ? "the mean of the clients&#39; models" : \
         "the server&#39;s model, or without a server of the mean of the clients&#39; models")
}

# Of one run: a row for each metric.
function last_round(run, list, n,    i)
{
    table_open("t-runs", "Round " esc(final_round[run]) ", the last recorded: " esc(outcome(run)) \
        (banded ? "; medians over replicates, and quartiles." : "."))
    column_head("metric")
    column_head(banded ? "median" : "value", 1)
    table_body()
    for (i = 1; i <= n; i++)
        if (list[i] != "") {
            row_open()
            td(list[i])
            td_band(final[run, list[i]], final_low[run, list[i]], final_high[run, list[i]])
            row_close()
        }
    table_close()
}

function outcome(run,    f, text)
{
    for (f = 1; f <= fact_count; f++)
        if (index(fact_paths[f], "outcomes.") == 1 && (run, fact_paths[f]) in fact)
            text = text (text == "" ? "" : ", ") fact[run, fact_paths[f]] " " substr(fact_paths[f], 10)
    return text
}

# facts_section ID TITLE GROUP -- a column for each fact below the group, a row for each run; the other way
# round where there is one run.
function facts_section(id, title, group,    f, n, list, r, run, i)
{
    for (f = 1; f <= fact_count; f++)
        if (index(fact_paths[f], group ".") == 1)
            list[++n] = fact_paths[f]
    if (n == 0)
        return
    section(id, title)
    if (runs == 1) {
        table_open("t-" id, "")
        column_head("quantity")
        column_head("value", 1)
        table_body()
        for (i = 1; i <= n; i++) {
            row_open()
            td(substr(list[i], length(group) + 2))
            td(fact[order[1], list[i]])
            row_close()
        }
        table_close()
        return
    }
    table_open("t-" id, "")
    column_head("run", 1)
    column_head("point")
    for (i = 1; i <= n; i++)
        column_head(substr(list[i], length(group) + 2), 1)
    table_body()
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        for (i = 1; i <= n && !((run, list[i]) in fact); )
            i++
        if (i > n) # nothing is known of it, as of the network of a method with a server
            continue
        row_open()
        td(own(run))
        td(label[run])
        for (i = 1; i <= n; i++)
            td(fact[run, list[i]])
        row_close()
    }
    table_close()
}
