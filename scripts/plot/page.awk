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
    split("1|(16,4)|(5,3)|(14,4,3,4)", dash, "|") # with the marks, they tell curves apart without colours
    set_stop(0, 68, 1, 84); set_stop(1, 59, 82, 139); set_stop(2, 33, 144, 141)
    set_stop(3, 93, 200, 99); set_stop(4, 224, 200, 30)
}

{
    split($0, part, "\t")
    label[NR] = part[1]
    kind[NR] = part[2]
    if (kind[NR] !~ /^reference/) {
        lines++
        note_pair(part[3], part[4])
    }
}

# A legend over two keys: a colour for each value of one, dashes for the other's.
function note_pair(by_colour, by_dash)
{
    if (by_dash == "") {
        unpaired = 1
        return
    }
    if (!(by_colour in colour_at))
        colour_at[by_colour] = ++colours
    if (!(by_dash in dash_at))
        dash_at[by_dash] = ++dashes
    line_colour[lines] = colour_at[by_colour]
    line_dash[lines] = dash_at[by_dash]
}

function paired() { return !unpaired && colours > 1 && colours <= 8 && dashes > 1 && dashes <= 4 }

# The margins: the largest that a panel asked for.
function read_needs(    line, part)
{
    while ((getline line <ENVIRON["PLOT_NEEDS"]) > 0) {
        split(line, part, " ")
        if (part[2] + 0 > margin[part[1]] + 0)
            margin[part[1]] = part[2] + 0
    }
}

END {
    if (format == "dumb") {
        printf "set terminal dumb size %d,%d %s noenhanced\n", columns_of(), lines_of(), \
            (colour == "yes" ? "ansi256" : "mono")
    }
    title_file = FILENAME ".title"
    getline legend_title <title_file
    shown = inside != "none" && (NR > 1 || (NR == 1 && label[1] != ""))
    entries = choose_entries()
    for (i = 1; i <= NR; i++)
        if (keep[i] && text_width(label[i]) > longest)
            longest = text_width(label[i])
    entry_width = 28 + 6 + longest + 14 # a sample, its words, the space after them
    across = int((width - 12) / entry_width)
    across = across < 1 ? 1 : across > entries ? entries : across
    down = shown ? int((entries + across - 1) / across) : 0
    across = down ? int((entries + down - 1) / down) : across
    if (whole_width() <= width - 12) { # in one row, each as wide as it is
        across = entries
        down = shown
    }
    strip = shown ? down * 1.4 * FS_PX + (legend_title != "" ? 1.4 * FS_PX : 0) + 14 : 0
    top = page != "" ? 26 : 0
    if (size == "")
        height = int(height + strip + top)
    read_needs()
    if (format != "dumb" && (height - top - strip) / rows < margin["top"] + margin["bottom"] + 40)
        fail("no room for the panels: the page needs more height, or the legend fewer entries")
    if (format != "dumb") {
        terminal_line()
        if (file != "")
            print "set output " plain(file)
    }
    printf "STYLE = %s\n", plain(ENVIRON["PLOT_STYLE"])
    geometry()
    line_types()
    if (format == "dumb")
        exit
    if (page != "")
        printf "set label 9999 %s at screen .5, screen 1-13./H center font LARGE\n", plain(page)
    print "set multiplot"
    print "# legend"
    if (shown)
        legend_strip()
    print "unset multiplot"
    print "set output"
}

# The width of the legend's entries side by side.
function whole_width(    i, sum)
{
    for (i = 1; i <= NR; i++)
        if (keep[i])
            sum += 28 + 6 + text_width(label[i]) + 18
    return sum - 18
}

function columns_of() { return ENVIRON["COLUMNS"] > 20 ? ENVIRON["COLUMNS"] : 79 }
function lines_of() { return ENVIRON["LINES"] > 10 ? ENVIRON["LINES"] - 1 : 24 }

# Where everything stands, in points of the page (panel.awk says which).
function geometry(    strip_left, within)
{
    # Labels of the y axes at the left only: one strip for them, and frames of one width.
    strip_left = margin["other"] ? 0 : margin["first"]
    within = margin["other"] ? (margin["first"] > margin["other"] ? margin["first"] : margin["other"]) : 0
    printf "W = %d.0; H = %d.0; TOP = %d.0; YL = %.1f; LAB = %.1f\n", width, height, top, strip_left, within
    printf "PW = (W - YL) / %d; PH = (H - TOP - %.1f) / %d\n", columns, strip, rows
    printf "ML = %.1f; MR = %.1f; MT = %.1f; MB = %.1f\n", margin["left"], margin["right"], margin["top"], margin["bottom"]
    # The svg terminal takes a size of letters in points of the page, the others in printers' points; it
    # puts the labels of the x axis lower, and its tics are longer.
    printf "SMALL = ',%g'; TINY = ',%g'; LARGE = ',%g'; UP = %g; TIC = %g\n", font_size(10), font_size(8), font_size(14), \
        (format == "svg" ? 6.5 : 3.5), (format == "svg" ? .45 : .7)
}

function font_size(points) { return format == "svg" ? points : .75 * points }

function line_types(    i)
{
    if (paired()) {
        for (i = 1; i <= lines; i++)
            line_type(i, basic[line_colour[i]], dash[line_dash[i]], mark[line_colour[i]])
        return
    }
    if (lines < 8) # panels with a legend of their own count for themselves
        lines = 8
    for (i = 1; i <= lines; i++)
        line_type(i, colour_of(i, lines), lines <= most_curves() ? dash[1 + (i - 1) % 4] : "1", mark[1 + (i - 1) % 10])
}

function line_type(i, colour, dashes, mark)
{
    printf "set linetype %d lc rgb '%s' lw 1.8 dt %s pt %d ps .6\n", i, colour, dashes, mark
}

function terminal_line()
{
    if (format == "svg")
        printf "set terminal svg enhanced size %d,%d %s font 'sans-serif,%g' background rgb 'white'\n", width, height, \
            (ENVIRON["PLOT_FIXED"] != "" ? "fixed" : "dynamic"), font_size(FS_PX)
    else if (format == "pdf")
        printf "set terminal pdfcairo enhanced color size %.4fin,%.4fin font 'sans,%g' fontscale 1 linewidth .75 pointscale .75\n", \
            width / 96, height / 96, font_size(FS_PX)
    else
        printf "set terminal pngcairo enhanced color size %d,%d font 'sans,%g' fontscale 2 linewidth 2 pointscale 2\n", \
            2 * width, 2 * height, font_size(FS_PX)
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

# The legend: a plot in points of the page, a sample and its words for each entry, row by row.
function legend_strip(    i, n, k, x, y, row, between, text)
{
    print "reset"
    print "set encoding utf8"
    print "set lmargin at screen 0; set rmargin at screen 1"
    printf "set bmargin at screen 0; set tmargin at screen %.1f/H\n", strip
    print "unset border; unset tics; unset key; set clip one"
    row = 1.4 * FS_PX
    y = strip - 4 - .5 * row
    x = down == 1 ? (width - whole_width()) / 2 : 0
    if (legend_title != "") {
        printf "set label %s at screen .5, screen %.1f/H center\n", quote(legend_title), y
        y -= row
    }
    for (i = 1; i <= NR; i++) {
        n += kind[i] !~ /^reference/
        if (!keep[i])
            continue
        if (down > 1)
            x = (width - across * entry_width + 14) / 2 + (k % across) * entry_width
        printf "set label %s at screen %.1f/W, screen %.1f/H left\n", quote(label[i]), x + 34, y
        printf "$l%d <<EOD\n%.1f %.1f\n%.1f %.1f\nEOD\n$m%d <<EOD\n%.1f %.1f\nEOD\n", k, x, y, x + 28, y, k, x + 14, y
        text = text between
        between = ", \\\n     "
        if (kind[i] == "reference grey")
            text = text sprintf("$l%d with lines lc rgb '#bbbbbb' lw .6 notitle", k)
        else if (kind[i] ~ /^reference/)
            text = text sprintf("$l%d with lines lc rgb 'black' lw 1.5 dt %d notitle", k, substr(kind[i], 11))
        else if (kind[i] == "box")
            text = text sprintf("$m%d using 1:2:(11):(4) with boxxyerror lt %d lw .8 dt 1 fs solid %g border notitle", k, n, shade(n))
        else {
            text = text sprintf("$l%d with lines lt %d notitle", k, n)
            if (lines <= most_curves())
                text = text sprintf(", $m%d with points lt %d notitle", k, n)
        }
        x += 28 + 6 + text_width(label[i]) + 18
        if (++k % across == 0)
            y -= row
    }
    printf "plot [0:%d] [0:%.1f] %s\n", width, strip, text
}
