# heat.awk -- a heat map: the median of a metric at the last round over two swept keys.

BEGIN {
    metric = ENVIRON["PLOT_METRIC"]
}

function start_table()
{
    x = resolve(ENVIRON["PLOT_X"])
    y = resolve(ENVIRON["PLOT_Y"])
    if (x == "" || y == "")
        fail("a heat map's " (x == "" ? "-x " ENVIRON["PLOT_X"] : "-y " ENVIRON["PLOT_Y"]) \
             ": no such swept key (" swept() ")")
    if (!tidy && !(metric in column))
        fail(FILENAME ": no column '" metric "'")
}

function take(    n)
{
    if (tidy) {
        if (cell[column["metric"]] != metric)
            return
        metric_seen = 1
        if (!(run in latest) || cell[column["round"]] + 0 >= latest[run]) {
            latest[run] = cell[column["round"]] + 0
            result[run] = cell[column["median"]]
        }
    } else if (number(cell[column[metric]])) {
        metric_seen = 1
        n = ++samples[run]
        sample[run, n] = cell[column[metric]] + 0
    }
}

# The values of a key, in increasing order when they are numbers; returns how many.
function tics_of(k, list,    i, j, n, seen_value, numeric, text)
{
    numeric = 1
    for (i = 1; i <= runs; i++) {
        text = value[order[i], k]
        if (text in seen_value)
            continue
        seen_value[text] = 1
        list[++n] = text
        numeric = numeric && number(text)
    }
    for (i = 1; numeric && i <= n; i++)
        for (j = i + 1; j <= n; j++)
            if (list[j] + 0 < list[i] + 0) {
                text = list[i]; list[i] = list[j]; list[j] = text
            }
    for (i = 1; i <= n; i++)
        spot[k, list[i]] = i
    return n
}

function tic_text(list, n,    i, text)
{
    for (i = 1; i <= n; i++)
        text = text (i > 1 ? ", " : "") quote(labelled(i, n) ? say_value(list[i]) : "") " " i
    return text
}

function widest(list, n,    i, most)
{
    for (i = 1; i <= n; i++)
        if (text_width(say_value(list[i])) > most)
            most = text_width(say_value(list[i]))
    return most
}

# The numbers of the cells that satisfy a condition, in a colour.
function put_numbers(condition, colour)
{
    printf ", \\\n     '' using 1:2:(%s ? stringcolumn(4) : '') with labels font %s tc rgb '%s' notitle", condition, \
        (cell_width < 36 ? "TINY" : "SMALL"), colour
}

# Two or three figures, zeros at the end too, so that neighbours are alike.
function figures(v)
{
    v = sprintf(cell_width < 44 ? "%#.2g" : "%#.3g", v)
    sub(/\.$/, "", v)
    sub(/\.e/, "e", v)
    return v
}

END {
    if (failed)
        exit 4
    if (runs == 0)
        nothing()
    if (!metric_seen)
        fail(FILENAME ": no metric '" metric "' (not a name, or it does not apply to this run)")
    for (r in samples) {
        for (i = 1; i <= samples[r]; i++)
            a[i] = sample[r, i]
        sort(a, samples[r])
        result[r] = quantile(a, samples[r], .5)
    }
    label_keys(x, y)
    if (bys > 0)
        fail("runs differ in " by[1] " too: choose one with --only " by[1] "=VALUE")
    nx = tics_of(x, xs)
    ny = tics_of(y, ys)
    tic_width["y"] = widest(ys, ny)
    cell_width = (ENVIRON["PLOT_WIDTH"] - 130 - tic_width["y"]) / nx
    printf "$p%dm <<EOD\n", panel
    for (i = 1; i <= runs; i++) {
        r = order[i]
        if (!number(result[r]) || (index(logs, "z") > 0 && result[r] + 0 <= 0))
            continue
        printf "%d %d %.17g %s\n", spot[x, value[r, x]], spot[y, value[r, y]], result[r], figures(result[r])
        note_extent("z", result[r] + 0)
    }
    print "EOD"
    if (!("zn" in extent))
        fail(index(logs, "z") > 0 ? "--log z: no value of '" metric "' is positive" : FILENAME ": '" metric "' has no numbers there")
    turned = widest(xs, nx) + FS_PX / 2 > cell_width ? slanted(widest(xs, nx)) : 0
    open_panel()
    axis("x", ENVIRON["PLOT_XLABEL"], say(x))
    axis("y", ENVIRON["PLOT_YLABEL"], say(y))
    if (terminal)
        print "set title " quote(ENVIRON["PLOT_TITLE"] != "" ? ENVIRON["PLOT_TITLE"] : say(metric)) "; unset colorbox"
    low = extent["zn"]
    high = extent["zx"]
    note_range("zrange", low, high)
    if (ENVIRON["PLOT_ZRANGE"] != "") {
        print "set cbrange [" ENVIRON["PLOT_ZRANGE"] "]"
        split(ENVIRON["PLOT_ZRANGE"], bound, ":")
        low = number(bound[1]) ? bound[1] + 0 : low
        high = number(bound[2]) ? bound[2] + 0 : high
    }
    if (index(logs, "z") > 0) {
        if (low <= 0)
            fail("--zrange: a logarithmic scale begins above 0")
        print "set logscale cb"
        if (low == high)
            printf "set cbrange [%.17g:%.17g]\n", low /= 2, high *= 2
        if (high / low >= 100)
            print "set format cb '10^{%L}'"
        else
            print "set cbtics (" log_tics("cb", low, high) ")"
    }
    printf "set xrange [.5:%g]; set yrange [.5:%g]; unset grid; set style fill solid\n", nx + .5, ny + .5
    print "set xtics scale 0 (" tic_text(xs, nx) ")" (turned ? " rotate by 35 right" : "")
    printf "set ytics scale 0 (%s)\n", tic_text(ys, ny)
    print "set palette defined (0 '#440154', 1 '#3b528b', 2 '#21908d', 3 '#5dc863', 4 '#fde725')"
    print "set object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb '#dddddd' fs solid noborder"
    close_panel(turned, say(metric), tic_width["cb"] ? tic_width["cb"] : text_width(sprintf("-%.2g", extent["zx"])))
    # Numbers are written into cells that are wide enough, light on dark.
    middle = index(logs, "z") > 0 ? low * exp(.6 * log(high / low)) : low + .6 * (high - low)
    printf "plot $p%dm using 1:2:(.5):(.5):3 with boxxyerror fs solid noborder lc palette notitle", panel
    if (cell_width >= 24 && ny <= 20) {
        put_numbers("$3 <= " sprintf("%.17g", middle), "white")
        put_numbers("$3 > " sprintf("%.17g", middle), "black")
    }
    print ""
}
