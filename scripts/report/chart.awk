# chart.awk -- a chart as inline SVG: one curve to a run, with its quartile band where it is marked.

function log10(x) { return log(x) / log(10) }
function floor(x,    k) { k = int(x); return k > x ? k - 1 : k }

# Ticks of an axis from low to high: the step 1, 2 or 5 times a power of ten that makes about `wanted`.
function tick_step(low, high, wanted,    raw, power)
{
    raw = (high - low) / wanted
    power = 10 ^ floor(log10(raw) + 1e-9)
    raw /= power
    return power * (raw <= 1 ? 1 : raw <= 2 ? 2 : raw <= 5 ? 5 : 10)
}

# Spans of a chart's data, those of runs without an answer aside. Its curves are data[set, run, 1..points[set, run], "x" | "y" | "a" | "b"].
function span(set,    r, run, i)
{
    least = most = smallest = ""
    left = right = ""
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        if (lost(run) && !lost(by_rank[1]))
            continue
        for (i = 1; i <= points[set, run]; i++) {
            if (left == "" || data[set, run, i, "x"] < left)
                left = data[set, run, i, "x"]
            if (right == "" || data[set, run, i, "x"] > right)
                right = data[set, run, i, "x"]
            span_value(data[set, run, i, "y"])
            if (marked[run]) {
                span_value(data[set, run, i, "a"])
                span_value(data[set, run, i, "b"])
            }
        }
    }
}

function span_value(y)
{
    if (least == "" || y < least)
        least = y
    if (most == "" || y > most)
        most = y
    if (y > 0 && (smallest == "" || y < smallest))
        smallest = y
}

function place_x(x) { return sprintf("%.1f", 56 + 380 * (x - left) / (right - left)) }

# Values that a logarithm cannot show lie on the floor of the chart.
function place_y(y)
{
    if (logarithmic)
        y = y > 0 ? log10(y) : low
    y = (y - low) / (high - low)
    return sprintf("%.1f", 252 - 236 * (y < 0 ? 0 : y > 1 ? 1 : y))
}

# The text of a tick: 2000 rather than 2e+03, 1e-4 rather than 0.0001.
function mark(x,    size, text)
{
    size = x < 0 ? -x : x
    if (size < 1e-300)
        return "0"
    if (size >= 1e-3 && size < 1e6)
        return sprintf("%.6g", x)
    text = sprintf("%.1e", x)
    sub(/\.0e/, "e", text)
    sub(/e\+0*/, "e", text)
    sub(/e-0*/, "e-", text)
    return text
}

function tick_log(v)
{
    if (log10(v) >= low - 1e-6 && log10(v) <= high + 1e-6)
        tick_y(v)
}

function tick_y(v)
{
    printf "<path class=\"grid\" d=\"M56 %sH436\"/><text class=\"y\" x=\"51\" y=\"%s\">%s</text>\n", \
        place_y(v), place_y(v) + 4, mark(v)
}

function axes(xlabel,    step, v, k)
{
    step = tick_step(left, right, 4)
    for (k = 0; (v = (floor(left / step + 0.999999) + k) * step) <= right + step * 1e-6; k++)
        printf "<path class=\"grid\" d=\"M%s 16V252\"/><text class=\"x\" x=\"%s\" y=\"267\">%s</text>\n", \
            place_x(v), place_x(v), mark(v)
    step = logarithmic ? floor((high - low) / 6) + 1 : tick_step(low, high, 5)
    if (logarithmic && high - low < 2.5) # few powers of ten: 2 and 5 times them, too
        for (k = 3 * floor(low); k <= 3 * high + 3; k++)
            tick_log(10 ^ floor(k / 3) * substr("125", k - 3 * floor(k / 3) + 1, 1))
    else for (k = 0; (v = (floor(low / step + 0.999999) + k) * step) <= high + step * 1e-6; k++)
        tick_y(logarithmic ? 10 ^ v : v)
    printf "<path class=\"frame\" d=\"M56 16V252H436\"/><text class=\"x\" x=\"246\" y=\"284\">%s</text>\n", \
        esc(xlabel)
}

# The points to draw: a curve ends where it leaves the chart for good, as that of a run that diverged.
function inside(set, run,    n)
{
    n = points[set, run]
    while (n > 0 && (data[set, run, n, "y"] > most || data[set, run, n, "x"] > right))
        n--
    return n
}

# The curves, worst first so that the best lie on top.
function curves(set,    r, run, i, n, d)
{
    for (r = runs; r >= 1; r--) {
        run = by_rank[r]
        n = inside(set, run)
        if (n == 0)
            continue
        printf "<g class=\"%s\"><title>%s</title>\n", style_of[run], esc(label[run])
        if (marked[run] && banded) {
            printf "<path class=\"band\" d=\""
            for (i = 1; i <= n; i++)
                printf "%s%s %s", (i == 1 ? "M" : "L"), place_x(data[set, run, i, "x"]), \
                    place_y(data[set, run, i, "b"])
            for (i = n; i >= 1; i--)
                printf "L%s %s", place_x(data[set, run, i, "x"]), place_y(data[set, run, i, "a"])
            print "Z\"/>"
        }
        printf "<path class=\"line\" d=\""
        for (i = 1; i <= n; i++)
            printf "%s%s %s", (i == 1 ? "M" : "L"), place_x(data[set, run, i, "x"]), \
                place_y(data[set, run, i, "y"])
        print "\"/></g>"
    }
}

# chart SET TITLE X-LABEL -- draws it, unless there is nothing to see.
function chart(set, title, xlabel)
{
    span(set)
    if (least == "" || left == right)
        return 0
    # A logarithm where values differ by more than twenty times and none is negative, but for rounding.
    logarithmic = least >= -1e-12 * most && smallest != "" && most > 20 * smallest
    if (logarithmic) {
        high = log10(most)
        low = log10(smallest)
        low = low < high - 18 ? high - 18 : low
    } else {
        low = least
        high = most
    }
    if (high - low < 1e-12 * (1 + (high < 0 ? -high : high))) {
        low -= 1
        high += 1
    }
    printf "<figure><figcaption>%s</figcaption>\n<svg viewBox=\"0 0 460 292\" role=\"img\" aria-label=\"%s against %s\">\n", \
        esc(title), esc(title), esc(xlabel)
    axes(xlabel)
    curves(set)
    print "</svg></figure>"
    return 1
}
