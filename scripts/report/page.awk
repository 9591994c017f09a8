# page.awk -- the page: sections in order, from what load.awk gathered.
#
# TITLE in the environment; style, script: the files to include; main: the metric to rank by, or ""; draw: the
# metrics to draw, or "".

$1 == "zero" { zero[$2, $3] = $4 }

function lost(run) { return (run, "first_failure") in fact }

# Lower is better but for the accuracy; runs without an answer, or without the metric, come last.
function worth(run)
{
    if (!number(final[run, main]))
        return 1e307
    return (lost(run) ? 1e300 : 0) + (main == "accuracy" ? -final[run, main] : final[run, main])
}

function rank_runs(    gap, i, k, run)
{
    if (main == "")
        main = conf(order[1], "algorithm.name") == "ngd" && "log_mse" in is_metric ? "log_mse" : \
            "gap" in is_metric ? "gap" : "loss"
    for (i = 1; i <= runs; i++) {
        by_rank[i] = order[i]
        for (k = 1; k <= keys; k++)
            if (value[order[i], k] != value[order[1], k])
                varies[k] = 1
    }
    # Shell's sort; runs of the same worth keep no particular order, so their numbers decide.
    for (gap = int(runs / 2); gap > 0; gap = int(gap / 2))
        for (i = gap + 1; i <= runs; i++) {
            run = by_rank[i]
            for (k = i; k > gap && after(by_rank[k - gap], run); k -= gap)
                by_rank[k] = by_rank[k - gap]
            by_rank[k] = run
        }
    for (i = 1; i <= runs; i++) {
        run = by_rank[i]
        marked[run] = runs <= 16 || i <= 8
        style_of[run] = marked[run] ? "c" (i - 1) % 8 (i > 8 ? " dash" : "") : "other"
        label[run] = describe(run)
    }
    banded = replicates > 1
}

function after(a, b) { return worth(a) > worth(b) || (worth(a) == worth(b) && a > b) }

# What tells a run from the others: the keys that vary.
function describe(run,    k, text)
{
    for (k = 1; k <= keys; k++)
        if (varies[k])
            text = text (text == "" ? "" : ", ") short(key[k]) " " show(value[run, k])
    return text == "" ? "run " run : text
}

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
    entry("runs", runs == 1 ? "Last round" : "Runs", 1)
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
    for (i = 1; i <= note_count; i++)
        printf "<p class=\"note\">%s</p>\n", esc(notes[i])
    for (i = 1; i <= remarks && i <= 10; i++)
        printf "<p class=\"note\">%s%s</p>\n", (runs > 1 ? "Run " remark_run[i] ": " : ""), esc(remark[i])
    if (remarks > 10)
        printf "<p class=\"note\">%d more of these are in run.yaml.</p>\n", remarks - 10
}

function remember(run, text)
{
    if (text in remembered)
        return
    remembered[text] = 1
    remark[++remarks] = text
    remark_run[remarks] = run
}

# The runs, best first: swept keys, outcome, medians at the last round.
function runs_section(    r, run, k, i, n, list)
{
    section("runs", runs == 1 ? "Last round" : "Runs")
    n = split(main " loss gap grad_norm error log_mse dist_global consensus accuracy test_error gradients gamma", list, " ")
    for (i = 2; i <= n; i++)
        if (list[i] == main || !(list[i] in is_metric))
            list[i] = ""
    if (runs == 1) {
        last_round(order[1], list, n)
        return
    }
    table_open("t-runs", "Medians over replicates at the last recorded round, and quartiles; best " esc(main) " first.")
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
        td(run)
        for (k = 1; k <= keys; k++)
            td(value[run, k])
        td(outcome(run))
        td(final_round[run])
        for (i = 1; i <= n; i++)
            if (list[i] != "")
                td_band(final[run, list[i]], final_low[run, list[i]], final_high[run, list[i]])
        row_close()
    }
    table_close()
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
        row_open()
        td(run)
        td(label[run])
        for (i = 1; i <= n; i++)
            td(fact[run, list[i]])
        row_close()
    }
    table_close()
}
