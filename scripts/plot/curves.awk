# curves.awk -- a metric against the round, another metric or a swept key: medians with quartile bands.

BEGIN {
    metric = ENVIRON["PLOT_METRIC"]
    x = ENVIRON["PLOT_X"]
    middle = ENVIRON["PLOT_MIDDLE"]
    fronts = ENVIRON["PLOT_FRONT"]
    OTHERS = "the others"
    hover = ENVIRON["PLOT_HOVER"] != "" && (ENVIRON["PLOT_INSIDE"] == "" || ENVIRON["PLOT_INSIDE"] == "none")
}

function start_table()
{
    if (role == "reference")
        return
    key_axis = resolve(x)
    if (tidy) {
        by_round = key_axis == ""
        return
    }
    if (!(metric in column))
        fail(FILENAME ": no column '" metric "'")
    if (key_axis == "" && !(x in column) && x != "words")
        fail(FILENAME ": no column or swept key '" x "' for the x axis (" swept() ")")
    # Replicates are gathered by round when there are rounds, and a swept key takes their last.
    by_round = ("round" in column) && key_axis == ""
}

function take()
{
    if (tidy)
        take_summary()
    else
        take_row()
}

function take_summary(    name, at)
{
    name = cell[column["metric"]]
    at = cell[column["round"]]
    known[name] = 1
    if (name == metric) {
        metric_known = 1
        if (!number(cell[column[middle]])) # empty, or a run that diverged
            return
        if (!((run, at) in median))
            round_at[run, ++rounds[run]] = at
        median[run, at] = cell[column[middle]]
        low[run, at] = number(cell[column["q25"]]) ? cell[column["q25"]] : median[run, at]
        high[run, at] = number(cell[column["q75"]]) ? cell[column["q75"]] : median[run, at]
    }
    if (name == x || (x == "words" && name ~ /^words_/))
        across[run, at] += cell[column["median"]]
}

function cell_of(name)
{
    if (name == "words")
        return cell[column["words_up"]] + cell[column["words_down"]] + cell[column["words_peer"]]
    return cell[column[name]]
}

function take_row(    at, y, replicate)
{
    y = cell[column[metric]]
    if (!number(y))
        return
    replicate = ("replicate" in column) ? cell[column["replicate"]] : ""
    if (key_axis != "" && "round" in column) { # only the replicate's last round counts
        last[run, replicate] = y
        if (!((run, replicate) in listed)) {
            listed[run, replicate] = 1
            pending[++pendings] = run SUBSEP replicate
        }
        return
    }
    at = key_axis != "" ? value[run, key_axis] : by_round ? cell[column["round"]] : cell_of(x)
    add(run, at, y, key_axis == "" ? cell_of(x) : at)
}

function add(r, at, y, where,    n)
{
    if (!((r, at) in counted))
        round_at[r, ++rounds[r]] = at
    n = ++counted[r, at]
    sample[r, at, n] = y
    sample_x[r, at, n] = where
}

# Quartiles of the replicates gathered row by row.
function summarise(    i, k, n, r, at, part, list)
{
    for (i = 1; i <= pendings; i++) {
        split(pending[i], part, SUBSEP)
        add(part[1], value[part[1], key_axis], last[part[1], part[2]], 0)
    }
    for (i = 1; i <= runs; i++) {
        r = order[i]
        for (k = 1; k <= rounds[r]; k++) {
            at = round_at[r, k]
            if (!((r, at) in counted))
                continue
            for (n = 1; n <= counted[r, at]; n++)
                list[n] = sample[r, at, n]
            n = counted[r, at]
            sort(list, n)
            median[r, at] = middle == "mean" ? mean(list, n) : quantile(list, n, .5)
            low[r, at] = quantile(list, n, .25)
            high[r, at] = quantile(list, n, .75)
            for (n = 1; n <= counted[r, at]; n++)
                list[n] = sample_x[r, at, n]
            n = counted[r, at]
            sort(list, n)
            across[r, at] = quantile(list, n, .5)
        }
    }
}

function mean(a, n,    i, sum)
{
    for (i = 1; i <= n; i++)
        sum += a[i]
    return sum / n
}

# Where a run's k-th record lies on the x axis; "" when it lies nowhere.
function x_of(r, k)
{
    if (key_axis != "")
        return say_value(value[r, key_axis])
    if (x == "round")
        return round_at[r, k]
    return across[r, round_at[r, k]]
}

# What is drawn for a value: itself, or its reciprocal.
function height(v) { return ENVIRON["PLOT_RECIPROCAL"] == "" ? lift(v) : v + 0 != 0 ? lift(1 / v) : 0 }

# Those of --front have colours; all others are one grey entry, a run each a line of its own.
function behind(r,    part)
{
    split(r, part, ":")
    return fronts != "" && index("," fronts ",", "," part[2] ",") == 0
}

function curve_of(r) { return behind(r) ? OTHERS : label_of(r) }

function put_curve(c,    i, j, k, r, n, rows, at, line, xs, held)
{
    # Points in increasing x: a curve over a swept key joins several runs.
    for (i = 1; i <= runs; i++) {
        r = order[i]
        if (curve_of(r) != c)
            continue
        if (c == OTHERS && n > 0) {
            rows[++n] = ""
            held[n] = -1e308
        }
        for (k = key_axis != "" && tidy ? rounds[r] : 1; k <= rounds[r]; k++) {
            at = round_at[r, k]
            xs = x_of(r, k)
            if (!number(xs) || (index(logs, "x") > 0 && xs <= 0))
                continue
            note_extent("x", xs + 0)
            line = sprintf("%.17g %.17g %.17g %.17g", xs, height(median[r, at]), height(low[r, at]), height(high[r, at]))
            note_extent("y", height(median[r, at]))
            if (band) {
                note_extent("y", height(low[r, at]))
                note_extent("y", height(high[r, at]))
            }
            for (j = ++n; j > 1 && held[j - 1] > xs + 0 && rows[j - 1] != ""; j--) {
                held[j] = held[j - 1]
                rows[j] = rows[j - 1]
            }
            held[j] = xs + 0
            rows[j] = line
        }
    }
    for (j = 1; j <= n; j++)
        print rows[j]
    return n
}

# Horizontal lines: those of --line, and the median of --reference over the chosen runs.
function find_lines(    i, colon, text)
{
    lines = split(ENVIRON["PLOT_LINE"], text, "\n")
    lines -= lines > 0
    for (i = 1; i <= lines; i++) {
        colon = index(text[i], ":")
        line_at[i] = (colon ? substr(text[i], 1, colon - 1) : text[i]) + 0
        line_label[i] = colon ? substr(text[i], colon + 1) : text[i]
        line_dash[i] = i == 1 ? 2 : 2 + i
    }
    if (references > 0) {
        sort(reference, references)
        line_at[++lines] = quantile(reference, references, .5)
        line_label[lines] = ENVIRON["PLOT_REFERENCE_LABEL"]
        line_dash[lines] = 3 # dotted
    }
    for (i = 1; i <= lines; i++)
        note_extent("y", line_at[i])
}

# The curves by what they are called, those in grey first so that the others lie on top.
function collect_curves(    i, label, dashes)
{
    dashes = dash_key()
    for (i = 1; i <= runs && fronts != ""; i++)
        if (behind(order[i])) {
            curve[curves = 1] = OTHERS
            curve_seen[OTHERS] = 1
        }
    for (i = 1; i <= runs; i++) {
        label = curve_of(order[i])
        if (label in curve_seen)
            continue
        curve_seen[label] = 1
        curve[++curves] = label
        if (dashes && !(label in by_colour)) {
            by_colour[label] = label_of(order[i], dashes)
            by_dash[label] = say_value(value[order[i], by[dashes]])
        }
    }
}

# Invisible marks that tell their place to a pointer, twenty-five to a curve: svg.awk makes words of them.
function put_hover(    i)
{
    for (i = 1; i <= curves; i++)
        if (curve[i] != OTHERS)
            printf ", \\\n     $p%dc%d every %d using 1:2:(sprintf('%d|%%.6g|%%.4g', $1, $2)) with labels hypertext point pt 7 ps .9 lc rgb '#ff000000' notitle", \
                panel, i, int((length_of[i] - 1) / 25) + 1, place[curve[i]]
}

END {
    if (failed)
        exit 4
    if (runs == 0)
        nothing()
    if (tidy && !metric_known)
        fail(FILENAME ": no metric '" metric "' (not a name, or it does not apply to this run)")
    if (tidy && key_axis == "" && x != "round" && x != "words" && !(x in known))
        fail(FILENAME ": no metric or swept key '" x "' for the x axis (" swept() ")")
    if (!tidy)
        summarise()
    label_keys(key_axis, "")
    read_legend()
    collect_curves()
    # Bands and marks of many curves would hide them.
    crowded = curves > most_curves()
    band = ENVIRON["PLOT_BAND"] != "no" && !terminal && !crowded
    for (i = 1; i <= curves; i++) {
        printf "$p%dc%d <<EOD\n", panel, i
        length_of[i] = put_curve(curve[i])
        print "EOD"
        drawn += length_of[i]
    }
    if (drawn == 0)
        fail(FILENAME ": '" metric "' against '" x "' has no points")
    find_lines()
    open_panel()
    axis("x", ENVIRON["PLOT_XLABEL"], say(key_axis != "" ? key_axis : x))
    axis("y", ENVIRON["PLOT_YLABEL"], say(metric))
    scale("x", extent["xn"], extent["xx"], ENVIRON["PLOT_XRANGE"])
    scale("y", extent["yn"], extent["yx"], ENVIRON["PLOT_YRANGE"])
    close_panel()
    separator = "plot "
    for (i = 1; band && i <= curves; i++)
        if (curve[i] != OTHERS) {
            printf "%s$p%dc%d using 1:3:4 with filledcurves lt %d fs transparent solid .18 noborder notitle", \
                separator, panel, i, style(curve[i], "line")
            separator = ", \\\n     "
        }
    for (i = 1; i <= curves; i++) {
        printf "%s$p%dc%d using 1:2 with ", separator, panel, i
        separator = ", \\\n     "
        if (curve[i] == OTHERS)
            style(OTHERS, "reference grey")
        if (curve[i] == OTHERS)
            printf "lines lc rgb '#bbbbbb' lw .6 dt 1"
        else if (crowded)
            printf "lines lw .7 lt %d", style(curve[i], "line")
        else
            printf "linespoints lt %d pi %d", style(curve[i], "line"), \
                (length_of[i] > 12 ? -int(length_of[i] / 8) - i % 3 : 1)
        printf " title %s", hover ? "'curve " place[curve[i]] "'" : quote(curve[i])
    }
    for (i = 1; i <= lines; i++) {
        style(line_label[i], "reference " line_dash[i])
        printf "%s%.17g with lines lc rgb 'black' lw 1.5 dt %d title %s", separator, line_at[i], line_dash[i], \
            quote(line_label[i])
    }
    if (hover)
        put_hover()
    print ""
    write_legend()
}
