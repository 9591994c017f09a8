# panel.awk -- what every panel of a figure has: its place, titles, scales; in gnuplot's words.
#
# The figure's head defines, in points of the page: W and H, the size of the page; PW and PH, of a panel;
# TOP, the height of the title above them; YL, the strip at the left for the labels of the y axes; ML, MR,
# MT, MB, the margins within a panel, the largest that any panel asked for in PLOT_NEEDS. All words stand at
# places given in these points: gnuplot's own depend on the terminal.

BEGIN {
    terminal = ENVIRON["PLOT_TERMINAL"] != ""
    panel = ENVIRON["PLOT_PANEL"]
    logs = ENVIRON["PLOT_LOG"]
    floor = ENVIRON["PLOT_FLOOR"]
    inside = ENVIRON["PLOT_INSIDE"]
    panel_column = ENVIRON["PLOT_COLUMN"]
    panel_row = ENVIRON["PLOT_ROW"]
    PAD = 5
    tic_width["y"] = text_width("-0.0")
    inner_width = ENVIRON["PLOT_WIDTH"] - 70
    inner_height = ENVIRON["PLOT_HEIGHT"] - 75
}

function open_panel()
{
    print "reset"
    print "load STYLE"
    if (terminal)
        print "unset grid; set key below"
    else
        print (inside != "" && inside != "none" ? "set key " inside " Left reverse samplen 2.5" : "unset key")
}

function need(what, points) { printf "%s %.1f\n", what, points >>ENVIRON["PLOT_NEEDS"] }

# The margins, and the words around the frame; turned: the height of tic labels below it, 0 for a line;
# colours: the words beside a colour box, "" for none, whose tics are so wide.
function close_panel(turned, colours, colour_tics,    n, line, x0, across, right)
{
    if (terminal) {
        if (ENVIRON["PLOT_TITLE"] != "")
            print "set title " plain(ENVIRON["PLOT_TITLE"])
        return
    }
    x0 = sprintf("(YL+%d*PW)", panel_column)
    printf "L = %s+LAB+ML; R = %s+PW-MR\n", x0, x0
    print "set lmargin at screen L/W; set rmargin at screen R/W"
    printf "set tmargin at screen 1-(TOP+%d*PH+MT)/H; set bmargin at screen 1-(TOP+%d*PH-MB)/H\n", panel_row, panel_row + 1
    across = "at screen (L+R)/2/W, screen "
    n = wrap(ENVIRON["PLOT_TITLE"], ENVIRON["PLOT_WIDTH"] - 40, line)
    if (ENVIRON["PLOT_TITLE"] != "")
        printf "set label 9001 %s %s1-(TOP+%d*PH+MT-%.1f)/H center\n", joined(line, n, 1), across, panel_row, \
            (n - .5) * 1.2 * FS_PX + 7
    need("top", PAD + 7 + (ENVIRON["PLOT_TITLE"] != "" ? lines_height(n) : 0))
    n = 0
    if (axis_text["x"] != "")
        n = wrap(axis_text["x"], ENVIRON["PLOT_WIDTH"] - 40, line)
    if (n)
        printf "set label 9002 %s %s1-(TOP+%d*PH-%.1f)/H center\n", joined(line, n, axis_plain["x"]), across, panel_row + 1, \
            PAD + (n - .5) * 1.2 * FS_PX
    need("bottom", PAD + lines_height(n) + (n ? 2 : 0) + (turned ? turned : lines_height(1)) + 6)
    n = 0
    if (axis_text["y"] != "")
        n = wrap(axis_text["y"], inner_height + 20, line)
    if (n) {
        printf "set label 9003 %s at screen (%s+%.1f)/W, screen 1-(TOP+%d*PH+(MT+PH-MB)/2)/H center rotate by 90\n", \
            joined(line, n, axis_plain["y"]), (panel_column ? x0 : "0"), PAD + .6 * FS_PX, panel_row
        need(panel_column ? "other" : "first", lines_height(n) + 4)
    }
    need("left", PAD + tic_width["y"] + 10)
    right = PAD + 3 + tic_width["x"] / 2
    if (colours != "") {
        right = 8 + 12 + 9 + colour_tics + 4 + lines_height(1) + PAD
        printf "set colorbox user origin screen (R+8)/W, screen 1-(TOP+%d*PH-MB)/H size screen 12/W, screen (PH-MT-MB)/H\n", \
            panel_row + 1
        printf "set label 9004 %s at screen (R+%.1f)/W, screen 1-(TOP+%d*PH+(MT+PH-MB)/2)/H center rotate by 90\n", \
            quote(colours), right - PAD - .6 * FS_PX, panel_row
    }
    need("right", right)
}

# A label of an axis: the one asked for ("-" for none), else the given words.
function axis(name, asked, text)
{
    # Terminals have no room for upright words: what is drawn stands above.
    if (terminal && name == "y" && ENVIRON["PLOT_TITLE"] == "") {
        print "set title " plain(asked != "" && asked != "-" ? asked : text)
        return
    }
    if (terminal) {
        print "set " name "label " (asked == "-" ? "''" : asked != "" ? plain(asked) : quote(text))
        return
    }
    axis_text[name] = asked == "-" ? "" : asked != "" ? asked : text
    axis_plain[name] = asked != ""
}

# Scale, range and tics of an axis whose values lie within [low, high], unless another range is asked for.
function scale(name, low, high, asked,    part)
{
    if (asked != "") {
        print "set " name "range [" asked "]"
        split(asked, part, ":")
        if (number(part[1]))
            low = part[1] + 0
        if (number(part[2]))
            high = part[2] + 0
    }
    if (index(logs, name) > 0) {
        if (high <= 0)
            fail("--log " name ": no value is positive")
        print "set logscale " name
        if (asked == "" && name == "y" && low > 0)
            span(low / exp(.04 * log(high / low) + .05), high * exp(.04 * log(high / low) + .05))
        if (low > 0 && high / low < 100)
            print "set " name "tics (" log_tics(name, low, high) ")"
        else if (low > 0 && !terminal)
            print "set " name "tics (" decades(name, low, high) ")"
        else
            print "set format " name (terminal ? " '1e%L'" : " '10^{%L}'")
        return
    }
    if (asked == "" && name == "y" && high > low)
        span(low - .04 * (high - low), high + .04 * (high - low))
    if (high > low)
        even_tics(name, low, high)
}

# The range of the y axis; panels side by side are told it, to agree.
function span(low, high)
{
    printf "set yrange [%.17g:%.17g]\n", low, high
    note_range("yrange", low, high)
}

function note_range(name, low, high)
{
    if (ENVIRON["PLOT_RANGES"] != "")
        printf "%s %.17g %.17g\n", name, low, high >>ENVIRON["PLOT_RANGES"]
}

# How many labels so wide an axis has room for.
function room(name, wide)
{
    return name == "y" ? inner_height / (2.2 * FS_PX) : inner_width / (wide + .9 * FS_PX)
}

function note_width(name, text)
{
    if (text_width(text) > tic_width[name] + 0)
        tic_width[name] = text_width(text)
}

# Tics at even steps, as many as have room; large numbers in thousands, millions and so on, as 1.5M.
function even_tics(name, low, high,    by, unit, letter, k, text, label, wide, most, count)
{
    most = terminal ? 6 : name == "y" ? 7 : ENVIRON["PLOT_WIDTH"] > 600 ? 9 : 6
    unit = 1
    if (high >= 99999 && high < 1e15) {
        for (k = 1; unit * 1000 <= high; k++)
            unit *= 1000
        letter = substr("kMGT", k - 1, 1)
    }
    for (by = step((high - low) / most); ; by = step(1.01 * by)) {
        text = ""
        wide = count = 0
        for (k = int(low / by) - 1; k * by <= high + by * 1e-9; k++) {
            if (k * by < low - by * 1e-9)
                continue
            label = sprintf("%.6g%s", k * by / unit, k == 0 ? "" : letter)
            text = text (text != "" ? ", " : "") sprintf("'%s' %.17g", label, k * by)
            wide = text_width(label) > wide ? text_width(label) : wide
            count++
        }
        if (terminal || count <= 2 || count - 1 <= room(name, wide))
            break
    }
    if (wide > tic_width[name] + 0)
        tic_width[name] = wide
    print "set " name "tics (" text ")"
}

# Tics at powers of ten, those that have room with labels.
function decades(name, low, high,    first, last, k, every, text, label)
{
    first = int(log(low) / log(10) + 400.001) - 400
    last = int(log(high) / log(10) + 401 - .001) - 400
    every = 1
    while ((last - first) / every > room(name, text_width("10-00")))
        every++
    for (k = first; k <= last; k++) {
        label = k % every == 0 ? sprintf("10^{%d}", k) : ""
        note_width(name, label)
        text = text (text != "" ? ", " : "") sprintf("'%s' 1e%d %d", label, k, label == "")
    }
    return text
}

# Tics of a logarithmic axis of few decades: 1, 2 and 5 times the powers of ten, or even steps.
function log_tics(name, low, high,    v, by, text, k)
{
    if (high / low < 5) {
        by = step((high - low) / 5)
        for (k = int(low / by); k * by <= high * 1.1; k++)
            if (k > 0)
                text = text (text != "" ? ", " : "") tic_at(name, k * by, high)
        return text
    }
    v = sprintf("1e%d", int(log(low) / log(10) + 400) - 400) + 0
    for (k = 0; v <= high * 1.1; k++) {
        text = text (text != "" ? ", " : "") tic_at(name, v, high)
        v *= k % 3 == 1 ? 2.5 : 2
    }
    return text
}

# The label in thousands or millions, where the greatest on the axis, about most, would be long.
function tic_at(name, v, most,    k, unit, label)
{
    unit = 1
    for (k = 0; most >= 99999 && most < 1e15 && unit * 1000 <= v; k++)
        unit *= 1000
    label = sprintf("%.6g%s", v / unit, substr("kMGT", k, k > 0))
    note_width(name, label)
    return sprintf("'%s' %.17g", label, v)
}

# The height of labels so wide, turned by 35 degrees.
function slanted(wide) { return .574 * wide + .82 * 1.2 * FS_PX }

# Is the i-th of n places along an axis labelled? Of many only some have room.
function labelled(i, n) { return (i - 1) % (1 + int(n * 22 / (ENVIRON["PLOT_WIDTH"] - 90))) == 0 }

# The next larger of 1, 2 and 5 times a power of ten.
function step(least,    power)
{
    power = sprintf("1e%d", int(log(least) / log(10) + 400) - 400) + 0
    return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10)
}

function note_extent(axis_name, v)
{
    if (index(logs, axis_name) > 0 && v <= 0)
        return
    if (!((axis_name "n") in extent) || v < extent[axis_name "n"])
        extent[axis_name "n"] = v
    if (!((axis_name "x") in extent) || v > extent[axis_name "x"])
        extent[axis_name "x"] = v
}

# Values below --floor are drawn at it.
function lift(v) { return floor != "" && v + 0 < floor + 0 ? floor + 0 : v + 0 }

# Rows of the reference's file, marked by `role=reference` before it.
function read_reference()
{
    if (!(ENVIRON["PLOT_REFERENCE_COLUMN"] in column))
        fail(FILENAME ": no column '" ENVIRON["PLOT_REFERENCE_COLUMN"] "'")
    if (cell[column[ENVIRON["PLOT_REFERENCE_COLUMN"]]] != "")
        reference[++references] = cell[column[ENVIRON["PLOT_REFERENCE_COLUMN"]]] + 0
}

function nothing(    what)
{
    what = ENVIRON["PLOT_ONLY"] != "" ? "no row agrees with every --only" : "no rows"
    if (runs > 0)
        what = "'" metric "' has no numbers there: it does not apply to this run"
    fail(FILENAME ": " what)
}

# Every file but the first (the points) is a table; `dir` and `role` are set before each.
role == "points" { read_points(); next }
FNR == 1 { read_header(); start_table(); next }
!read_row() { next }
role == "reference" { read_reference(); next }
{ note_run(); take() }
