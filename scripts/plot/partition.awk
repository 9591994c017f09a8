# partition.awk -- who holds what: clients across, labels or tenths of the responses upward, the number of
# samples as colour. Of very many clients neighbours share a column.

function start_table()
{
    if (!("client" in column) || !("label" in column) || !("samples" in column))
        fail(FILENAME ": not a partition.csv of fedomp")
    metric = "samples"
}

function take(    c, l)
{
    c = cell[column["client"]] + 0
    l = cell[column["label"]] + 0
    held[run] = held[run] c ":" l ":" cell[column["samples"]] ";"
    if (run != order[1])
        return
    if (cell[column["low"]] != "") {
        low_of[l] = cell[column["low"]]
        high_of[l] = cell[column["high"]]
        binned = 1
    }
    rows++
    client[rows] = c
    label[rows] = l
    samples[rows] = cell[column["samples"]] + 0
    clients = c + 1 > clients ? c + 1 : clients
    first = c < first ? c : first
    labels = l + 1 > labels ? l + 1 : labels
}

# What a row is called: the label, or the bin's range.
function row_name(l) { return !binned ? l : !(l in low_of) ? "" : sprintf("%.3g to %.3g", low_of[l], high_of[l]) }

function row_tics(    l, text)
{
    for (l = 0; l < labels; l++) {
        text = text (l > 0 ? ", " : "") quote(labels > 20 && l % 5 != 0 ? "" : row_name(l)) " " l
        if (text_width(row_name(l)) > tic_width["y"])
            tic_width["y"] = text_width(row_name(l))
    }
    return text
}

# Tics of whole clients, in their middle; -1, the server, is told by name.
function client_tics(    by, c, text)
{
    by = step((clients - 1) / 12)
    by = by < 1 ? 1 : by
    for (c = 0; c < clients; c += by)
        text = text (text != "" ? ", " : "") sprintf("'%d' %d", c, c)
    if (first < 0)
        text = text ", 'server' -1"
    return text
}

END {
    if (failed)
        exit 4
    if (runs == 0)
        nothing()
    for (i = 2; i <= runs; i++)
        if (held[order[i]] != held[order[1]])
            fail("the partitions of the runs differ: choose one with --only run=NUMBER, or draw all with --panels KEY")
    together = int((clients - first - 1) / 400) + 1
    printf "$p%dm <<EOD\n", panel
    for (i = 1; i <= rows; i++) {
        c = client[i] < 0 ? -1 : int(client[i] / together) * together + (together - 1) / 2
        if (!((c, label[i]) in sum))
            list[++cells] = c SUBSEP label[i]
        sum[c, label[i]] += samples[i]
    }
    for (i = 1; i <= cells; i++) {
        split(list[i], part, SUBSEP)
        printf "%g %d %d\n", part[1], part[2], sum[list[i]]
        note_extent("z", sum[list[i]])
    }
    print "EOD"
    open_panel()
    axis("x", ENVIRON["PLOT_XLABEL"], together > 1 ? "client, " together " in a column" : "client")
    axis("y", ENVIRON["PLOT_YLABEL"], binned ? "response" : "label")
    if (terminal)
        print "set title " quote(ENVIRON["PLOT_TITLE"] != "" ? ENVIRON["PLOT_TITLE"] : "samples") "; unset colorbox"
    note_range("zrange", 0, extent["zx"])
    if (index(logs, "z") > 0)
        print "set logscale cb"
    else
        print "set cbrange [" (ENVIRON["PLOT_ZRANGE"] != "" ? ENVIRON["PLOT_ZRANGE"] : "0:*") "]"
    printf "set xrange [%g:%g]; set yrange [-.5:%g]; unset grid; set style fill solid\n", first - .5, clients - .5, labels - .5
    print "set ytics scale 0 (" row_tics() ")"
    print "set xtics scale 0 (" client_tics() ")"
    print "set palette defined (0 '#f7fbff', 1 '#9ecae1', 2 '#3182bd', 3 '#08306b')"
    close_panel(0, "samples", text_width(sprintf("%d", extent["zx"])))
    printf "plot $p%dm using 1:2:(%g):(.5):3 with boxxyerror fs solid noborder lc palette notitle\n", panel, together / 2
}
