# hist.awk -- histograms of a metric at its last round over replicates, or of a column of a table.

BEGIN {
    metric = ENVIRON["PLOT_METRIC"]
}

function start_table()
{
    if (!(metric in column))
        fail(FILENAME ": no column '" metric "'")
}

function take(    id)
{
    if (!number(cell[column[metric]]) || (("count" in column) && cell[column["count"]] + 0 == 0))
        return
    id = run SUBSEP (("replicate" in column) ? cell[column["replicate"]] : "") SUBSEP (("round" in column) ? "" : FNR)
    if (!(id in final))
        list[++finals] = id
    final[id] = cell[column[metric]] + 0
    times[id] = ("count" in column) ? cell[column["count"]] + 0 : 1 # a table that has counted already
}

# The width of Freedman and Diaconis, the least of the groups': together they may lie far apart.
function bin_width(    i, g, n, part, of, a, wide, least)
{
    for (i = 1; i <= finals; i++) {
        split(list[i], part, SUBSEP)
        g = label_of(part[1])
        of[g, ++n[g]] = log_x ? log(final[list[i]]) / log(10) : final[list[i]]
    }
    for (g in n) {
        for (i = 1; i <= n[g]; i++)
            a[i] = of[g, i]
        sort(a, n[g])
        wide = 2 * (quantile(a, n[g], .75) - quantile(a, n[g], .25)) / exp(log(n[g]) / 3)
        if (wide > 0 && (least == "" || wide < least))
            least = wide
    }
    return least + 0
}

# Bins: one a value for few integers, else the number asked for, else by their width.
function choose_bins(    i, whole, all)
{
    whole = 1
    for (i = 1; i <= finals; i++) {
        all[i] = log_x ? log(final[list[i]]) / log(10) : final[list[i]]
        whole = whole && all[i] == int(all[i])
    }
    sort(all, finals)
    low = all[1]
    bins = ENVIRON["PLOT_BINS"] + 0
    if (bins == 0 && whole && all[finals] - low < 60) {
        low -= .5
        size = 1
        bins = all[finals] - all[1] + 1
        return
    }
    if (bins == 0) {
        size = bin_width()
        bins = size > 0 ? int((all[finals] - low) / size) + 1 : 10
        bins = bins < 5 ? 5 : bins > 40 ? 40 : bins
    }
    size = all[finals] > low ? (all[finals] - low) / bins : 1
    if (all[finals] == low)
        low -= size * bins / 2
}

END {
    if (failed)
        exit 4
    if (finals == 0)
        nothing()
    log_x = index(logs, "x") > 0
    for (i = 1; i <= finals && log_x; i++)
        if (final[list[i]] <= 0)
            fail("--log x: some values of '" metric "' are not positive")
    label_keys("", "")
    read_legend()
    choose_bins()
    for (i = 1; i <= finals; i++) {
        split(list[i], part, SUBSEP)
        label = label_of(part[1])
        if (!(label in group_of)) {
            group_of[label] = ++groups
            group_name[groups] = label
        }
        k = int(((log_x ? log(final[list[i]]) / log(10) : final[list[i]]) - low) / size)
        k = k >= bins ? bins - 1 : k
        height[group_of[label], k] += times[list[i]]
        if (height[group_of[label], k] > most)
            most = height[group_of[label], k]
    }
    if (groups > 12)
        fail(groups " groups are more than a histogram can show; choose with --only KEY=VALUE, or -k box")
    for (g = 1; g <= groups; g++) {
        printf "$p%dh%d <<EOD\n", panel, g
        # The bars of several groups stand side by side within a bin.
        for (k = 0; k < bins; k++)
            if (height[g, k] > 0)
                printf "%.17g %.17g %d\n", bin(low + (k + edge(g - 1)) * size), bin(low + (k + edge(g)) * size), height[g, k]
        print "EOD"
    }
    open_panel()
    axis("x", ENVIRON["PLOT_XLABEL"], say(metric))
    axis("y", ENVIRON["PLOT_YLABEL"], "count")
    scale("x", bin(low), bin(low + size * bins), ENVIRON["PLOT_XRANGE"])
    if (ENVIRON["PLOT_XRANGE"] == "")
        printf "set xrange [%.17g:%.17g]\n", bin(low), bin(low + size * bins)
    scale("y", index(logs, "y") > 0 ? 1 : 0, most, ENVIRON["PLOT_YRANGE"])
    base = index(logs, "y") > 0 ? ".8" : "0"
    if (ENVIRON["PLOT_YRANGE"] == "")
        printf "set yrange [%s:%.17g]\n", base, most * 1.06
    if (most <= 6 && !terminal)
        print "set ytics 1"
    if (size == 1 && bins <= 12)
        print "set xtics 1"
    close_panel()
    separator = "plot "
    for (g = 1; g <= groups; g++) {
        lt = group_name[g] != "" ? style(group_name[g], "box") : 1
        printf "%s$p%dh%d using (($1+$2)/2):(%s):1:2:(%s):3 with boxxyerror lt %d dt 1 lw .8 fs solid %g border title %s", \
            separator, panel, g, base, base, lt, shade(lt), quote(group_name[g])
        separator = ", \\\n     "
    }
    print ""
    write_legend()
}

function edge(g) { return groups > 1 ? .05 + .9 * g / groups : g }
function bin(v) { return log_x ? exp(v * log(10)) : v }
