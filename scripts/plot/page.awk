# page.awk -- the page: terminal, colours, and after the panels the legend, a strip below them.

# Told apart by eyes of every kind (Okabe and Ito), up to ten; more lie along a scale.
function colour_of(i, n,    t, k)
{
    if (n <= 10)
        return basic[i]
    t = (i - 1) / (n - 1) * 4
    k = t >= 4 ? 3 : int(t)
    return sprintf("#%02x%02x%02x", mix(0, k, t - k), mix(1, k, t - k), mix(2, k, t - k))
}

function mix(c, k, t) { return int(stop[k, c] + t * (stop[k + 1, c] - stop[k, c]) + .5) }

function set_stop(k, r, g, b)
{
    stop[k, 0] = r; stop[k, 1] = g; stop[k, 2] = b
}

BEGIN {
    file = ENVIRON["PLOT_FILE"]
    page = ENVIRON["PLOT_PAGE"]
    split("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #606060 #8c510a #7b3294 #999933", basic, " ")
    split("7 5 9 13 11 4 6 8 10 12", mark, " ")
    set_stop(0, 68, 1, 84); set_stop(1, 59, 82, 139); set_stop(2, 33, 144, 141)
    set_stop(3, 93, 200, 99); set_stop(4, 224, 200, 30)
}

{
    split($0, part, "\t")
    label[NR] = part[1]
    kind[NR] = part[2]
    if (kind[NR] !~ /^reference/)
        lines++
    # A letter is about six points wide, the sample before it and the space after it seventy.
    if (length(label[NR]) > longest)
        longest = length(label[NR])
}

END {
    if (format == "dumb") {
        printf "set terminal dumb size %d,%d %s noenhanced\n", columns_of(), lines_of(), \
            (colour == "yes" ? "ansi256" : "mono")
    }
    title_file = FILENAME ".title"
    getline legend_title <title_file
    shown = NR > 1 || (NR == 1 && label[1] != "")
    entries = choose_entries()
    across = int(width / (longest * 6.5 + 74))
    if (across < 1)
        across = 1
    if (across > entries)
        across = entries
    down = shown ? int((entries + across - 1) / across) : 0
    strip = shown ? down * 17 + (legend_title != "" ? 17 : 0) + 18 : 0
    top = page != "" ? 26 : 0
    if (size == "")
        height += strip + top
    if (format != "dumb") {
        terminal_line()
        if (file != "")
            print "set output " plain(file)
    }
    printf "STYLE = %s\n", plain(ENVIRON["PLOT_STYLE"])
    printf "W = %d.0; H = %d.0; TOP = %d.0; PW = W / %d; PH = (H - TOP - %d) / %d\n", width, height, top, columns, \
        strip, rows
    if (lines < 8) # panels with a legend of their own count for themselves
        lines = 8
    for (i = 1; i <= lines; i++)
        printf "set linetype %d lc rgb '%s' lw 1.8 dt %d pt %d ps .6\n", i, colour_of(i, lines), \
            (lines > 10 && lines <= most_curves() ? 1 + (i - 1) % 3 : 1), mark[1 + (i - 1) % 10]
    if (format == "dumb")
        exit
    if (page != "")
        printf "set label 9999 %s at screen .5, screen 1-13./H center font ',12'\n", plain(page)
    print "set multiplot"
    print "# legend"
    if (shown)
        legend_strip()
    print "unset multiplot"
    print "set output"
}

function columns_of() { return ENVIRON["COLUMNS"] > 20 ? ENVIRON["COLUMNS"] : 79 }
function lines_of() { return ENVIRON["LINES"] > 10 ? ENVIRON["LINES"] - 1 : 24 }

function terminal_line()
{
    if (format == "svg")
        printf "set terminal svg enhanced size %d,%d dynamic font 'sans-serif,11' background rgb 'white'\n", width, height
    else if (format == "pdf")
        printf "set terminal pdfcairo enhanced color size %.3fin,%.3fin font 'sans,8' fontscale .85 pointscale .75\n", width / 96, height / 96
    else
        printf "set terminal pngcairo enhanced color size %d,%d font 'sans,9' fontscale 2 linewidth 2 pointscale 2\n", \
            2 * width, 2 * height
}

# All entries of the legend; of too many for it some along the scale, and the references.
function choose_entries(    i, n, count)
{
    for (i = 1; i <= NR; i++) {
        keep[i] = kind[i] ~ /^reference/ || lines <= most_curves() || int(n * 11 / (lines - 1)) > int((n - 1) * 11 / (lines - 1))
        n += kind[i] !~ /^reference/
        if (n == 1 && kind[i] !~ /^reference/)
            keep[i] = 1
        count += keep[i]
    }
    if (lines > most_curves() && legend_title != "")
        legend_title = legend_title " (some of " lines ")"
    return count
}

# A plot of nothing whose key is the legend.
function legend_strip(    i, n, between)
{
    print "reset"
    print "set encoding utf8"
    print "set lmargin at screen 0; set rmargin at screen 1"
    printf "set bmargin at screen 2/H; set tmargin at screen %d/H\n", strip
    print "unset border; unset tics; unset xlabel; unset ylabel; unset title"
    printf "set key at screen .5, screen %d/H center center horizontal maxcols %d samplen 3.5 spacing 1.1 Left reverse%s\n", \
        int((strip - 8) / 2) + 1, across, (legend_title != "" ? " title " quote(legend_title) : "")
    printf "plot [0:1] [0:1] "
    for (i = 1; i <= NR; i++) {
        n += kind[i] !~ /^reference/
        if (!keep[i])
            continue
        printf "%s", between
        between = ", \\\n     "
        if (kind[i] ~ /^reference/)
            printf "NaN with lines lc rgb 'black' lw 1.5 dt %d title %s", substr(kind[i], 11), quote(label[i])
        else if (kind[i] == "box")
            printf "NaN with boxes lt %d fs solid .5 title %s", n, quote(label[i])
        else
            printf "NaN with %s lt %d title %s", (lines > most_curves() ? "lines" : "linespoints"), n, quote(label[i])
    }
    print ""
}
