# svg.awk -- a picture of gnuplot's whose marks tell a pointer what they are: in place of the numbers that
# curves.awk left, the name of the curve and its values. The first file is the legend.

function xml(text)
{
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/[\001-\037]/, " ", text)
    return text
}

# Whatever is printed comes after the group that was held back.
function put(text)
{
    if (held != "")
        print held
    held = ""
    print text
}

NR == FNR {
    split($0, part, "\t")
    name[FNR] = part[1]
    next
}

/<title>curve [0-9]+<\/title>/ {
    match($0, /<title>curve [0-9]+/)
    k = substr($0, RSTART + 13, RLENGTH - 13) + 0
    sub(/<title>curve [0-9]+<\/title>/, "")
    put($0 (name[k] != "" ? "<title>" xml(name[k]) "</title>" : ""))
    next
}

/<title>(Gnuplot|gnuplot_plot_[0-9]+[a-z]?)<\/title>/ {
    sub(/<title>[^<]*<\/title>/, "")
    put($0)
    next
}

# A group that holds nothing, or a mark alone, is left out.
/^<g fill="none" color=/ { if (held != "") print held; held = $0; next }
held != "" && /^<\/g>$/ { held = ""; next }

/showHypertext\(evt,'[0-9]+\|/ {
    match($0, /'[^']*'/)
    split(substr($0, RSTART + 1, RLENGTH - 2), part, "|")
    k = part[1] + 0
    getline
    match($0, /translate\([^)]*\)/)
    split(substr($0, RSTART + 10, RLENGTH - 11), at, ",")
    printf "<circle class=\"tell\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\" opacity=\"0\"><title>%s%s: %s</title></circle>\n", \
        at[1], at[2], (name[k] != "" ? xml(name[k]) "&#10;" : ""), part[2], part[3]
    getline
    held = ""
    next
}

{ put($0) }
