# embed.awk -- a picture of fedomp-plot's as a figure of the page: names within it made its own, no word of
# the file around it. What its curves look like goes to the file `legend`: a line each, name, stroke, dashes,
# mark, tabs between.
#
# figure: its number; title: what stands above it.

function attribute(name,    text)
{
    if (!match($0, name "='[^']*'"))
        return ""
    text = substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 3)
    gsub(/ +/, "", text)
    return text
}

# The curve whose look is being read is done with.
function end_curve()
{
    if (curve != "" && stroke != "")
        print curve, stroke, dashes, mark >legend
    curve = ""
}

BEGIN {
    OFS = "\t"
    printf "<figure><figcaption>%s</figcaption>\n", title
}

!opened && /viewBox=/ {
    match($0, /viewBox="[^"]*"/)
    box = substr($0, RSTART, RLENGTH)
    next
}
!opened && /^>/ {
    opened = 1
    printf "<svg %s role=\"img\" aria-label=\"%s\">\n", box, title
    next
}
!opened || /^<desc>/ || /^<rect / || /^$/ { next }

# Marks that no curve has need no definition, nor do boxes behind text.
/<filter /, /<\/filter>/ { next }

/id="gnuplot_plot_/ {
    end_curve()
    stroke = dashes = mark = ""
    if (match($0, /<title>.*<\/title>/))
        curve = substr($0, RSTART + 7, RLENGTH - 15)
}
curve != "" && stroke == "" && /<path stroke=/ {
    stroke = attribute("stroke")
    dashes = attribute("stroke-dasharray")
}
curve != "" && mark == "" && /<use / && attribute("color") == stroke {
    mark = attribute("xlink:href")
    sub(/^#/, "#f" figure "-", mark)
}

{
    gsub(/xlink:href='#/, "href='#f" figure "-")
    gsub(/ id='/, " id='f" figure "-")
    sub(/ id="gnuplot_[a-z]*(_[0-9]+[a-z]?)?"/, "")
    gsub(/ (font-family|stroke-linecap|stroke-linejoin)="[^"]*"/, "")
    gsub(/rgb\( */, "rgb(")
    gsub(/<tspan *>/, "<tspan>")
    print
}

END {
    end_curve()
    print "</figure>"
}
