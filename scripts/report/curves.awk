# curves.awk -- the section of the curves: their legend, and the pictures that fedomp-plot drew.
#
# figures: the pictures; legend: what their curves look like (embed.awk).

# The first picture with a curve says what it looks like.
function read_legend(    line, part)
{
    while ((getline line <legend) > 0) {
        split(line, part, "\t")
        if (part[1] in seen_curve)
            continue
        seen_curve[part[1]] = 1
        if (!(part[2] in seen_stroke))
            strokes += seen_stroke[part[2]] = 1
        curve[++curves] = part[1]
        key_look[curves] = sprintf("<path d=\"M0 6H34\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s/>", part[2], \
            (part[3] != "" ? " stroke-dasharray=\"" part[3] "\"" : ""))
        if (part[4] != "")
            key_look[curves] = key_look[curves] sprintf("<use href=\"%s\" transform=\"translate(17,6) scale(2.5)\" color=\"%s\"/>", \
                part[4], part[2])
    }
    close(legend)
}

# What the names of the curves consist of.
function varying(    k, text)
{
    for (k = 1; k <= keys; k++)
        if (varies[k])
            text = text (text == "" ? "" : ", ") say(key[k])
    return text
}

# partitions: the pictures of who holds what, where output.partition asked for them.
function partition_section()
{
    if (!has_partition())
        return
    section("partition", "Partition")
    print "<p>How many samples of each label, or of each tenth of the responses, the clients hold in replicate 0.</p>"
    print "<div class=\"charts\">"
    include(partitions)
    print "</div>"
}

function has_partition(    line, there)
{
    there = (getline line <partitions) > 0
    close(partitions)
    return there
}

function curves_section(    i)
{
    section("curves", "Curves")
    read_legend()
    printf "<p>Median over replicates%s", banded ? ", with the band from the first to the third quartile" : ""
    if (runs > 16 || (runs > 1 && strokes == curves))
        printf "; %s by %s", (runs <= 16 ? "the runs best first," : "the eight best of " runs " runs in colour,"), esc(ranked_by())
    print ". Point at a curve to read its values.</p>"
    if (curves > 1) {
        printf "<p class=\"what\">%s</p>\n", esc(varying())
        print "<ul class=\"legend\">"
        for (i = 1; i <= curves; i++)
            printf "<li><svg viewBox=\"0 0 34 12\" class=\"key\" aria-hidden=\"true\">%s</svg> %s</li>\n", key_look[i], curve[i]
        print "</ul>"
    }
    print "<div class=\"charts\">"
    include(figures)
    print "</div>"
}
