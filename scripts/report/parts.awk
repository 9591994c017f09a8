# parts.awk -- the last sections of the page: other tables, parameters, configuration, provenance.

function tables_section(    t, name, i, r, run, cells, n)
{
    if (table_count + head_count == 0)
        return
    section("tables", "Other tables")
    for (t = 1; t <= table_count; t++) {
        name = finals[t]
        table_open("t-" name, esc(name) ".csv: medians over replicates, and quartiles.")
        column_head("run", 1)
        for (i = 1; i <= columns[name]; i++)
            column_head(columns_of[name, i], 1)
        table_body()
        for (r = 1; r <= runs; r++) {
            run = by_rank[r]
            for (i = 1; i <= columns[name] && !((run, name, columns_of[name, i]) in table); )
                i++
            if (i > columns[name]) # the run has no such table
                continue
            row_open()
            td(own(run))
            for (i = 1; i <= columns[name]; i++)
                td_band(table[run, name, columns_of[name, i]], table_low[run, name, columns_of[name, i]], \
                    table_high[run, name, columns_of[name, i]])
            row_close()
        }
        table_close()
    }
    for (t = 1; t <= head_count; t++) {
        name = head_names[t]
        printf "<details><summary>%s.csv: the first %d of %d rows</summary>\n", esc(name), heads[name] - 1, rows[name]
        table_open("t-" name, "")
        for (r = 1; r <= heads[name]; r++) {
            n = split(heads[name, r], cells, "\t")
            if (r > 1)
                row_open()
            for (i = 3; i <= n; i++)
                if (r == 1)
                    column_head(cells[i], 1)
                else
                    td(cells[i])
            if (r == 1)
                table_body()
            else
                row_close()
        }
        table_close()
        print "</details>"
    }
}

# The parameters at the end, beside the truth where the configuration tells it.
# The feature that a parameter multiplies: class by class for softmax, an intercept last.
function feature_of(run, j,    n, d, name)
{
    n = split(fact[run, "features"], name, /, /)
    d = n + (conf(run, "loss.intercept") == "true")
    if (n == 0 || width[run] % d > 0)
        return ""
    return j % d < n ? name[j % d + 1] : "intercept"
}

function theta_section(    r, run, j, truth, n)
{
    if (!has_theta)
        return
    section("theta", "Parameters")
    table_open("t-theta", "Final parameters over replicates and clients" (runs > 12 ? ", the twelve best runs" : "") \
        (width[by_rank[1]] > 64 ? ", the first 64 of them." : "."))
    column_head("run", 1)
    column_head("parameter", 1)
    if ("features" in is_fact)
        column_head("feature", 0)
    n = split(conf(by_rank[1], "data.theta"), truth, / *, */)
    if (n > 0)
        column_head("truth", 1)
    column_head("mean", 1)
    column_head("sd", 1)
    column_head("least", 1)
    column_head("largest", 1)
    table_body()
    for (r = 1; r <= runs && r <= 12; r++) {
        run = by_rank[r]
        split("", truth)
        split(conf(run, "data.theta"), truth, / *, */)
        for (j = 0; j < width[run] && j < 64; j++) {
            row_open()
            td(own(run))
            td(j)
            if ("features" in is_fact)
                td(feature_of(run, j))
            if (n > 0)
                td(truth[j + 1])
            td(theta[run, j])
            td(theta_sd[run, j])
            td(theta_low[run, j])
            td(theta_high[run, j])
            row_close()
        }
    }
    table_close()
}

# differing PATH [FROM TO] -- the values of a path at these points, each once; at all points without them.
function differing(path, from, to,    p, v, seen, n, text)
{
    for (p = from + 0; p < (to == "" ? point_count : to); p++) {
        v = value_of[p, path]
        if (v == "" || v in seen)
            continue
        seen[v] = 1
        if (++n <= 6)
            text = text (text == "" ? "" : "; ") v
    }
    return text (n > 6 ? "; and " n - 6 " more" : "")
}

# The keys in which the configurations of several directories differ, swept ones apart.
function differences_section(    i, d, path, n)
{
    if (dirs < 2)
        return
    section("differences", "Differences of configuration")
    for (i = 1; i <= path_count; i++)
        if (differs_by_dir(paths[i]))
            n++
    if (n == 0) {
        print "<p>Every key has the same value.</p>"
        return
    }
    table_open("t-differences", "")
    column_head("key")
    for (d = 1; d <= dirs; d++)
        column_head(dir_name[d])
    table_body()
    for (i = 1; i <= path_count; i++) {
        path = paths[i]
        if (!differs_by_dir(path))
            continue
        row_open()
        td(substr(path, 15))
        for (d = 1; d <= dirs; d++)
            td(differing(path, first_point[d], d < dirs ? first_point[d + 1] : point_count))
        row_close()
    }
    table_close()
}

function differs_by_dir(path,    d)
{
    if (index(path, "configuration.") != 1)
        return 0
    for (d = 2; d <= dirs; d++)
        if (differing(path, first_point[d], d < dirs ? first_point[d + 1] : point_count) != differing(path, 0, first_point[2]))
            return 1
    return 0
}

function config_section(    i, path)
{
    section("configuration", "Configuration")
    print "<details><summary>Every key in force</summary>\n<table class=\"list\"><tbody>"
    for (i = 1; i <= path_count; i++) {
        path = paths[i]
        if (path ~ /^(configuration|output)\./ && path != "configuration.sweep")
            pair(path ~ /^output/ ? path : substr(path, 15), path in differs ? differing(path) : top[path])
    }
    print "</tbody></table>"
    if ("configuration.sweep" in top)
        printf "<pre>%s</pre>\n", esc(top["configuration.sweep"])
    print "</details>"
}

# Links to the tables, where the page stands beside them.
function files_list(    n, name, i)
{
    n = split(files, name, " ")
    if (n == 0)
        return
    printf "<p>Tables:"
    for (i = 1; i <= n; i++)
        printf " <a href=\"%s\">%s</a>", esc(name[i]), esc(name[i])
    print "</p>"
}

function provenance_section(    i, path, r, run, seen, p)
{
    section("provenance", "Provenance")
    print "<table class=\"list\"><tbody>"
    for (i = 1; i <= path_count; i++) {
        path = paths[i]
        if (path !~ /^(configuration|output)\./ && !(path == "hash" && point_count > 1))
            pair(path, path in differs ? differing(path) : top[path])
    }
    for (r = 1; r <= runs; r++)
        for (i = 1; i <= fact_count; i++) {
            path = fact_paths[i]
            run = order[r]
            if (path ~ /sha256/ && (run, path) in fact && !((path, fact[run, path]) in seen)) {
                seen[path, fact[run, path]] = 1
                pair(path, fact[run, path])
            }
        }
    print "</tbody></table>"
    files_list()
    if (point_count > 1) {
        print "<details><summary>Hash of each point</summary>"
        table_open("t-hash", "")
        column_head("point", 1)
        column_head("hash")
        table_body()
        for (p = 0; p < point_count; p++)
            if ((p, "hash") in value_of) {
                row_open()
                td(p)
                td(value_of[p, "hash"])
                row_close()
            }
        table_close()
        print "</details>"
    }
}

END {
    if (runs == 0)
        exit 1
    rank_runs()
    collect_claims()
    head()
    say_notes()
    curves_section()
    best_section()
    runs_section()
    differences_section()
    partition_section()
    theory_section()
    facts_section("network", "Network", "graph")
    facts_section("cost", "Cost", "cost")
    facts_section("counts", "Counts", "counts")
    facts_section("analyses", "Analyses", "analyses")
    theta_section()
    tables_section()
    config_section()
    provenance_section()
    print "</section>\n</main>\n<script>"
    include(script)
    print "</script>\n</body>\n</html>"
}
