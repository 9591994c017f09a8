# panel.awk -- what every panel of a figure has: its place, titles, scales; in gnuplot's words.
# The figure's head defines W and H, the size of the page in points; PW and PH, of a panel; TOP, the
# height of the title above them.

BEGIN {
    terminal = ENVIRON["PLOT_TERMINAL"] != ""
    panel = ENVIRON["PLOT_PANEL"]
    logs = ENVIRON["PLOT_LOG"]
    floor = ENVIRON["PLOT_FLOOR"]
    inside = ENVIRON["PLOT_INSIDE"]
}

# The panel's frame, so many points inside its cell: left, right, top, bottom.
function frame(left, right, top, bottom)
{
    print "reset"
    print "load STYLE"
    if (!terminal) {
        printf "set lmargin at screen (%d*PW+%d)/W\n", ENVIRON["PLOT_COLUMN"], left
        printf "set rmargin at screen (%d*PW-%d)/W\n", ENVIRON["PLOT_COLUMN"] + 1, right
        printf "set tmargin at screen 1-(TOP+%d*PH+%d)/H\n", ENVIRON["PLOT_ROW"], top
        printf "set bmargin at screen 1-(TOP+%d*PH-%d)/H\n", ENVIRON["PLOT_ROW"] + 1, bottom
        print (inside != "" ? "set key " inside " Left reverse samplen 2.5" : "unset key")
    } else
        print "unset grid; set key below"
    if (ENVIRON["PLOT_TITLE"] != "")
        print "set title " plain(ENVIRON["PLOT_TITLE"])
}

# A label of an axis: the one asked for ("-" for none), else the given words.
function axis(name, asked, text)
{
    # Terminals have no room for upright words: what is drawn stands above.
    if (terminal && name == "y" && ENVIRON["PLOT_TITLE"] == "")
        name = "title"
    if (name == "title")
        print "set title " plain(asked != "" && asked != "-" ? asked : text)
    else if (asked == "-")
        print "set " name "label ''"
    else
        print "set " name "label " (asked != "" ? plain(asked) : quote(text))
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
            print "set format " name " '%g'; set " name "tics (" log_tics(low, high) ")"
        else
            print "set format " name (terminal ? " '1e%L'" : " '10^{%L}'")
        return
    }
    if (asked == "" && name == "y" && high > low)
        span(low - .04 * (high - low), high + .04 * (high - low))
    if (high > low)
        even_tics(name, low, high, step((high - low) / (name == "y" ? 6 : ENVIRON["PLOT_WIDTH"] > 600 ? 8 : 5.5)))
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

# Tics at even steps; large numbers in thousands, millions and so on, as 1.5M.
function even_tics(name, low, high, by,    unit, letter, k, text)
{
    if (high < 99999 || high >= 1e15) {
        printf "set %stics %.17g\n", name, by
        return
    }
    unit = 1
    for (k = 1; unit * 1000 <= high; k++)
        unit *= 1000
    letter = substr("kMGT", k - 1, 1)
    for (k = int(low / by) - 1; k * by <= high + by; k++)
        text = text (text != "" ? ", " : "") sprintf("'%g%s' %.17g", k * by / unit, k == 0 ? "" : letter, k * by)
    print "set " name "tics (" text ")"
}

# Tics of a logarithmic axis of few decades: 1, 2 and 5 times the powers of ten, or even steps.
function log_tics(low, high,    v, by, text, k, n)
{
    if (high / low < 5) {
        by = step((high - low) / 5)
        for (k = int(low / by); k * by <= high * 1.1; k++)
            if (k > 0)
                text = text (text != "" ? ", " : "") sprintf("%.17g", k * by)
        return text
    }
    v = sprintf("1e%d", int(log(low) / log(10) + 400) - 400) + 0
    for (k = 0; v <= high * 1.1; k++) {
        text = text (text != "" ? ", " : "") sprintf("%.17g", v)
        v *= k % 3 == 1 ? 2.5 : 2
    }
    return text
}

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
