# network.awk -- a network drawn: clients on a circle, a hub in the middle, an arrow from each sender to
# its receiver; a client's colour is the weight that the others give it, the column sum of W.

function start_table()
{
    if (!("receiver" in column) || !("sender" in column) || !("weight" in column))
        fail(FILENAME ": expected the columns receiver, sender, weight")
}

function take(    to, from)
{
    if (("replicate" in column) && cell[column["replicate"]] != 0)
        return
    if (run != order[1])
        return
    to = cell[column["receiver"]] + 0
    from = cell[column["sender"]] + 0
    receiver[++edges] = to
    sender[edges] = from
    weight[from] += cell[column["weight"]]
    degree[to]++
    degree[from]++
    linked[to, from] = 1
    clients = to >= clients ? to + 1 : clients
    clients = from >= clients ? from + 1 : clients
}

# Whoever is linked with all others, while most are not, stands in the middle.
function find_hub(    m, links)
{
    hub = -1
    links = edges / clients
    for (m = 0; m < clients; m++)
        if (clients > 4 && degree[m] >= 2 * (clients - 1) && links < clients / 2)
            hub = m
}

function put_on_circle(    m, k, n, turn)
{
    n = hub >= 0 ? clients - 1 : clients
    for (m = 0; m < clients; m++) {
        if (m == hub) {
            px[m] = py[m] = 0
            continue
        }
        turn = 6.283185307179586 * k / n
        k++
        px[m] = sin(turn)
        py[m] = cos(turn)
    }
}

END {
    if (failed)
        exit 4
    if (edges == 0)
        nothing()
    label_keys("", "")
    if (runs > 1)
        fail("which network of " runs "? choose one with --only " by[1] "=VALUE, or --panels " by[1])
    if (clients > 200)
        fail(FILENAME ": " clients " clients are too many to draw; at most 200 are possible")
    find_hub()
    put_on_circle()
    radius = clients <= 20 ? .075 : 2.6 / clients # circles nearly touch
    radius = radius > .035 && clients > 20 ? .035 : radius
    printf "$p%de <<EOD\n", panel
    for (i = 1; i <= edges; i++) {
        from = sender[i]
        to = receiver[i]
        dx = px[to] - px[from]
        dy = py[to] - py[from]
        far = sqrt(dx * dx + dy * dy)
        # Arrows that run both ways lie side by side.
        off = (to, from) in linked && (from, to) in linked ? radius / 4 : 0
        ox = far > 0 ? -dy / far * off : 0
        oy = far > 0 ? dx / far * off : 0
        short = far > 0 ? 1 - 2.1 * radius / far : 0
        printf "%.6f %.6f %.6f %.6f\n", px[from] + dx / far * radius + ox, py[from] + dy / far * radius + oy, \
            dx * short, dy * short
    }
    printf "EOD\n$p%dn <<EOD\n", panel
    for (m = 0; m < clients; m++)
        printf "%.6f %.6f %.17g %d\n", px[m], py[m], weight[m] + 0, m
    print "EOD"
    open_panel()
    print "unset border; unset tics; unset grid; unset xlabel; unset ylabel; set style fill solid"
    print "set size ratio -1; set xrange [-1.12:1.12]; set yrange [-1.12:1.12]"
    print terminal ? "unset colorbox" : "set cbtics"
    close_panel(1, "weight given by the others", text_width("0.00"))
    print "set palette defined (0 '#f7fbff', .15 '#c6dbef', .4 '#6baed6', .7 '#2171b5', 1 '#08306b')"
    low = high = 1
    for (m = 0; m < clients; m++) {
        low = weight[m] < low ? weight[m] + 0 : low
        high = weight[m] > high ? weight[m] : high
    }
    # Central networks give one client nearly all: the others would all look alike on a linear scale.
    printf "set cbrange [0:%g]\n", (high > 1 ? high : 2)
    printf "plot $p%de using 1:2:3:4 with vectors filled head size first %g,18 lc rgb '%s' lw %g notitle, \\\n", panel, \
        (clients <= 20 ? .05 : .9 * radius), (edges > 800 ? "#c0909090" : edges > 150 ? "#909090" : "#606060"), \
        (edges > 150 ? .4 : .9)
    printf "     $p%dn using 1:2:(%g):3 with circles fs solid border rgb '#303030' lw .5 lc palette notitle", panel, radius
    if (clients <= 60)
        printf ", \\\n     '' using 1:2:(sprintf('%%d', $4)):($3 > %g ? 0xffffff : 0) with labels font %s tc rgb variable notitle", \
            .55 * (high > 1 ? high : 2), (clients <= 20 ? "SMALL" : "TINY")
    print ""
}
