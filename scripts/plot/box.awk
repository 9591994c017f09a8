# box.awk -- box plots over replicates of a metric at its last round: quartiles, whiskers to the farthest
# value within one and a half times their distance, the others as points. Or bars of the median, with lines to the least
# and the greatest.

BEGIN {
    bars = ENVIRON["PLOT_KIND"] == "bars"
    metric = ENVIRON["PLOT_METRIC"]
    x = ENVIRON["PLOT_X"]
}

function start_table()
{
    if (role == "reference")
        return
    if (!(metric in column))
        fail(FILENAME ": no column '" metric "'")
    key_axis = resolve(x)
    if (x != "" && key_axis == "" && !(x in column))
        fail(FILENAME ": no column or swept key '" x "' for the x axis (" swept() ")")
}

function take(    id, replicate)
{
    if (!number(cell[column[metric]]))
        return
    replicate = ("replicate" in column) ? cell[column["replicate"]] : ""
    id = run SUBSEP replicate SUBSEP (("round" in column) ? "" : FNR)
    if (!(id in final)) {
        list[++finals] = id
        where[id] = (x in column) ? cell[column[x]] : ""
    }
    final[id] = cell[column[metric]] + 0
}

# The box of a[1..n] at x: quartiles and whiskers in one block, outliers in another.
function put_box(at, a, n,    i, q1, q3, least, most)
{
    sort(a, n)
    q1 = quantile(a, n, .25)
    q3 = quantile(a, n, .75)
    least = q1
    most = q3
    for (i = 1; i <= n; i++)
        if (!bars && (a[i] < q1 - 1.5 * (q3 - q1) || a[i] > q3 + 1.5 * (q3 - q1)))
            outliers = outliers sprintf("%.17g %.17g\n", at, a[i])
        else {
            least = a[i] < least ? a[i] : least
            most = a[i] > most ? a[i] : most
        }
    note_extent("y", a[1])
    note_extent("y", a[n])
    printf "%.17g %.17g %.17g %.17g %.17g %.17g\n", at, least, q1, quantile(a, n, .5), q3, most
}

# The places' names; turned: the height that they take when they must be turned, else 0.
function put_tics(    i, text, wide, longest)
{
    for (i = 1; i <= places; i++) {
        wide = text_width(say_value(tic[i]))
        longest = wide > longest ? wide : longest
    }
    turned = longest + FS_PX / 2 > inner_width / places ? slanted(longest) : 0
    for (i = 1; i <= places; i++)
        text = text (i > 1 ? ", " : "") quote(labelled(i, places) ? say_value(tic[i]) : "") " " i
    return text
}

END {
    if (failed)
        exit 4
    if (finals == 0)
        nothing()
    label_keys(key_axis, "")
    read_legend()
    # Along the axis: the values of x, or every point; side by side: what else tells runs apart.
    for (i = 1; i <= finals; i++) {
        split(list[i], part, SUBSEP)
        spot = x == "" ? label_of(part[1]) : key_axis != "" ? value[part[1], key_axis] : where[list[i]]
        group = x == "" ? "" : label_of(part[1])
        if (!(spot in place_of)) {
            place_of[spot] = ++places
            tic[places] = spot
        }
        if (!(group in group_of)) {
            group_of[group] = ++groups
            group_name[groups] = group
        }
        n = ++members[place_of[spot], group_of[group]]
        member[place_of[spot], group_of[group], n] = final[list[i]]
    }
    if (numeric_tics())
        order_tics()
    width = .7 / groups
    for (g = 1; g <= groups; g++) {
        printf "$p%db%d <<EOD\n", panel, g
        for (k = 1; k <= places; k++) {
            if (!((k, g) in members))
                continue
            for (n = 1; n <= members[k, g]; n++)
                a[n] = member[k, g, n]
            put_box(rank_place[k] + (g - (groups + 1) / 2) * width, a, members[k, g])
        }
        print "EOD"
        printf "$p%do%d <<EOD\n%sEOD\n", panel, g, (outliers == "" ? "NaN NaN\n" : outliers)
        outliers = ""
    }
    if (references > 0) {
        tic[++places] = ENVIRON["PLOT_REFERENCE_LABEL"]
        printf "$p%dr <<EOD\n", panel
        put_box(places, reference, references)
        printf "EOD\n$p%ds <<EOD\n%sEOD\n", panel, (outliers == "" ? "NaN NaN\n" : outliers)
    }
    tics = put_tics()
    if (bars)
        note_extent("y", 0)
    line_at = ENVIRON["PLOT_LINE"]
    sub(/\n$/, "", line_at)
    line_label = substr(line_at, index(line_at, ":") + 1)
    if (line_at != "")
        note_extent("y", line_at + 0)
    open_panel()
    axis("x", ENVIRON["PLOT_XLABEL"], x == "" ? legend_title() : say(key_axis != "" ? key_axis : x))
    axis("y", ENVIRON["PLOT_YLABEL"], say(metric))
    scale("y", extent["yn"], extent["yx"], ENVIRON["PLOT_YRANGE"])
    print "set xtics (" tics ")" (turned ? " rotate by 35 right" : "")
    printf "set xrange [.4:%g]%s\n", places + .6, (terminal ? "" : "; set grid noxtics")
    printf "set boxwidth %g\n", width * .85
    close_panel(turned)
    separator = "plot "
    for (g = 1; g <= groups; g++) {
        lt = groups > 1 || group_name[g] != "" ? style(group_name[g], "box") : 1
        if (bars) {
            printf "%s$p%db%d using 1:4:2:6:(%g) with boxerrorbars lt %d dt 1 lw .8 fs solid %g title %s", separator, panel, g, width * .85, \
                lt, shade(lt), quote(group_name[g])
            separator = ", \\\n     "
            continue
        }
        printf "%s$p%db%d using 1:3:2:6:5 with candlesticks lt %d dt 1 lw .8 fs solid %g title %s, \\\n", \
            separator, panel, g, lt, shade(lt), quote(group_name[g])
        printf "     '' using 1:4:4:4:4 with candlesticks lc rgb 'black' lw 1.2 notitle, \\\n"
        printf "     $p%do%d using 1:2 with points lt %d pt 7 ps .25 notitle", panel, g, lt
        separator = ", \\\n     "
    }
    if (references > 0) {
        printf "%s$p%dr using 1:3:2:6:5 with candlesticks lc rgb '#404040' lw .8 fs solid .5 notitle, \\\n", \
            separator, panel
        printf "     '' using 1:4:4:4:4 with candlesticks lc rgb 'black' lw 1.2 notitle, \\\n"
        printf "     $p%ds using 1:2 with points lc rgb '#404040' pt 7 ps .25 notitle", panel
    }
    if (line_at != "") {
        style(line_label, "reference 3")
        printf "%s%.17g with lines lc rgb 'black' lw 1.5 dt 3 title %s", separator, line_at + 0, quote(line_label)
    }
    print ""
    write_legend()
    if (x == "")
        printf "" >(ENVIRON["PLOT_LEGEND"] ".title")
}

function numeric_tics(    k)
{
    for (k = 1; k <= places; k++)
        rank_place[k] = k
    for (k = 1; k <= places; k++)
        if (!number(tic[k]))
            return 0
    return 1
}

# Numbers along the axis in increasing order.
function order_tics(    i, j, sorted)
{
    for (i = 1; i <= places; i++)
        sorted[i] = tic[i]
    for (i = 1; i <= places; i++)
        for (j = i + 1; j <= places; j++)
            if (sorted[j] + 0 < sorted[i] + 0) {
                spot = sorted[i]; sorted[i] = sorted[j]; sorted[j] = spot
            }
    for (i = 1; i <= places; i++) {
        rank_place[place_of[sorted[i]]] = i
        tic[i] = sorted[i]
    }
}
