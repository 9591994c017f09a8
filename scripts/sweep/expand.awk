# expand.awk -- the points of a sweep from its axes, one a line: "p KEY=VALUES" crossed with the
# others, "z KEY=VALUES" moving together, "l FILE" a list in CSV.
#
# Prints the keys as a line of CSV, then for each point its values in CSV, \001, its -D options
# quoted for the shell. sq: a single quote.

function as_cell(v) {
    if (v ~ /^[=+@-]/ && !number(v)) v = "'" v # no formula for a spreadsheet
    if (v ~ /[",]/) { gsub(/"/, "\"\"", v); v = "\"" v "\"" }
    return v
}

function word(v) {
    if (v ~ /^[A-Za-z0-9_.\/=,:@%+-]+$/) return v
    gsub(sq, sq "\\" sq sq, v)
    return sq v sq
}

# Values at commas, but not inside brackets or quotes.
function values(text, list,   n, i, c, depth, quoted, v) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "\"") quoted = !quoted
        else if (!quoted && index("([{", c)) depth++
        else if (!quoted && index(")]}", c)) depth--
        if (c == "," && !quoted && depth == 0) { list[++n] = v; v = "" } else v = v c
    }
    list[++n] = v
    return n
}

function add_key(axis, name) {
    if (name !~ /^[A-Za-z_][A-Za-z0-9_.-]*(\[[0-9]+\])?$/) fail("not a key: '" name "'")
    if (name in known) fail(name ": swept twice")
    if (name ~ /^(name|threads|output\..*)$/) fail(name ": does not affect results; set it with -D")
    known[name] = 1
    key[axis, ++keys[axis]] = name
}

function add_list(file,   line, list, n, k, v) {
    axes++
    list_file = file
    if ((getline line <file) <= 0) fail(file ": no list of points")
    n = csv(line, list)
    for (k = 1; k <= n; k++) add_key(axes, list[k])
    while ((getline line <file) > 0) {
        if (line ~ /^\r?$/) continue
        v = ++count[axes]
        if (csv(line, list) != n) fail(file ": point " v " has other than " n " values")
        for (k = 1; k <= n; k++) value[axes, v, k] = list[k]
    }
    if (!count[axes]) fail(file ": no points")
}

{
    kind = substr($0, 1, 1)
    text = substr($0, 3)
    at = index(text, "=")
    if (kind == "l") { add_list(text); next }
    option = (kind == "z" ? "--zip " : "-p ") text
    if (at < 2) fail(option ": expected KEY=VALUE,VALUE,...")
    axis = kind == "z" && zipped ? zipped : ++axes
    if (kind == "z") zipped = axis
    add_key(axis, substr(text, 1, at - 1))
    n = values(substr(text, at + 1), list)
    if (count[axis] && n != count[axis])
        fail(option ": " n " values, where the key before has " count[axis])
    count[axis] = n
    for (v = 1; v <= n; v++) {
        if (list[v] == "") fail(option ": an empty value")
        value[axis, v, keys[axis]] = list[v]
    }
}

# Point 0 has the first value of every axis; the last axis varies fastest.
END {
    if (failed) exit 2
    total = 1
    for (a = 1; a <= axes; a++) {
        total *= count[a]
        for (k = 1; k <= keys[a]; k++) header = header (header == "" ? "" : ",") as_cell(key[a, k])
    }
    print header
    for (run = 0; run < total; run++) {
        stride = total
        row = defines = ""
        for (a = 1; a <= axes; a++) {
            stride /= count[a]
            v = int(run / stride) % count[a] + 1
            for (k = 1; k <= keys[a]; k++) {
                row = row (a + k > 2 ? "," : "") as_cell(value[a, v, k])
                defines = defines " -D " word(key[a, k] "=" value[a, v, k])
            }
        }
        printf "%s\001%s\n", row, defines
    }
}
