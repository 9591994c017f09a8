# html.awk -- text and tables as HTML. Whatever comes from a file passes through esc() on its way out.

# Text of a file, safe between tags and within a quoted attribute. \001 stands for a line break; other
# control characters are not allowed in HTML.
function esc(text)
{
    gsub(/\001/, "\n", text)
    gsub(/[\002-\010\013-\037\177]/, "?", text)
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text)
    gsub(/'/, "\\&#39;", text)
    return text
}

# A number as a person reads it, anything else as it is.
function show(text)
{
    if (!number(text))
        return text
    if (text ~ /^[-+]?[0-9]+$/ && length(text) < 10)
        return text
    return sprintf("%.4g", text)
}

# A path as a heading: the last part of algorithm.learning_rate.
function short(path)
{
    sub(/^.*\./, "", path)
    return path
}

function spaced(text)
{
    gsub(/_/, " ", text)
    return text
}

function section(id, title)
{
    printf "%s<section id=\"%s\">\n<h2>%s</h2>\n", (sections++ ? "</section>\n" : ""), id, title
}

# A table: open, names of the columns, then rows cell by cell. The script of the page makes tables of the
# class `sort` sortable.
function table_open(id, caption)
{
    printf "<div class=\"wide\"><table class=\"sort\" id=\"%s\">\n", esc(id)
    if (caption != "")
        printf "<caption>%s</caption>\n", caption
    printf "<thead><tr>"
}

function column_head(name, numeric)
{
    printf "<th scope=\"col\"%s>%s</th>", (numeric ? " class=\"n\"" : ""), esc(name)
}

function table_body() { print "</tr></thead>\n<tbody>" }
function row_open() { printf "<tr>" }
function row_close() { print "</tr>" }
function table_close() { print "</tbody></table></div>" }

# A cell; data-v has the digits that the text leaves out.
function td(text,    brief)
{
    if (!number(text)) {
        printf "<td>%s</td>", esc(text)
        return
    }
    brief = show(text)
    if (brief == text)
        printf "<td class=\"n\">%s</td>", text
    else
        printf "<td class=\"n\" data-v=\"%s\">%s</td>", text, brief
}

# A median and its quartiles.
function td_band(median, low, high)
{
    if (!number(median)) {
        td(median)
        return
    }
    printf "<td class=\"n\" data-v=\"%s\">%s", median, show(median)
    if (number(low) && number(high) && low != high)
        printf " <small>%s &#8230; %s</small>", show(low), show(high)
    printf "</td>"
}

# A list of names and values.
function pair(name, value) { printf "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", esc(name), esc(value) }
