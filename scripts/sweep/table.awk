# table.awk -- the first rows of ranking.csv for the eye, in 80 columns: keys by their last word where that
# is clear, the median under the name of the metric. What is the same in all rows, and what does not fit,
# is left to the file.
#
# top: rows to show, 0 for all; metric; per: swept keys, of each of whose values the best row alone is shown.
# ROWS in the environment: KEY=VALUE,..., one in a line; rows agree with all of them.

function resolve(name, option,   k, found) {
    for (k = 1; k <= keys; k++) {
        if (full[k] == name) return k
        if (short[k] == name) found = used[name] == 1 ? k : found
    }
    if (!found) {
        print ENVIRON["PROGRAM"] ": " option ": no such swept key: '" name "'" >"/dev/stderr"
        failed = 1
        exit 2
    }
    return found
}

function same(a, b) { return a == b || (number(a) && number(b) && a + 0 == b + 0) }

# Does the row agree with what --only asks for?
function agrees(   i, k, n, value, found) {
    for (i = 1; i <= onlys; i++) {
        n = split(only_values[i], value, ",")
        found = same(cell[only_column[i]], only_values[i])
        for (k = 1; k <= n; k++) found = found || same(cell[only_column[i]], value[k])
        if (!found) return 0
    }
    return 1
}

{ csv($0, cell) }

NR == 1 {
    for (keys = 0; cell[keys + 1] != "run"; keys++) {
        full[keys + 1] = short[keys + 1] = cell[keys + 1]
        sub(/.*\./, "", short[keys + 1])
        used[short[keys + 1]]++
    }
    for (k = 1; k <= keys; k++) if (used[short[k]] == 1) cell[k] = short[k]
    cell[keys + 6] = metric
    pers = split(per, one, ",")
    for (k = 1; k <= pers; k++) group[k] = resolve(one[k], "--best-per")
    onlys = split(ENVIRON["ROWS"], only, "\n")
    for (k = 1; k <= onlys; k++) {
        name = substr(only[k], 1, index(only[k], "=") - 1)
        only_values[k] = substr(only[k], index(only[k], "=") + 1)
        only_column[k] = name == "run" ? keys + 1 : resolve(name, "--only")
    }
}

NR > 1 && !agrees() { next }

NR > 1 && pers {
    v = ""
    for (k = 1; k <= pers; k++) v = v SUBSEP cell[group[k]]
    if (best[v]++) { others++; next }
}

top > 0 && rows > top { more++; next }

# After the keys: run, answered, round, metric, n, median, q25, q75.
{
    rows++
    n = 0
    text[rows, ++n] = NR == 1 ? "rank" : NR - 1
    for (k = 1; k <= keys + 8; k++) {
        numeric = NR > 1 && k > keys + 5 && cell[k] != ""
        text[rows, ++n] = numeric ? sprintf("%.5g", cell[k]) : cell[k]
    }
    columns = n
    for (k = 1; k <= n; k++) {
        if (length(text[rows, k]) > wide[k]) wide[k] = length(text[rows, k])
        if (rows > 2 && text[rows, k] != text[2, k]) varies[k] = 1
    }
}

function hide(k) {
    if (k in hidden) return
    hidden[k] = 1
    width -= wide[k] + 2
}

# Columns, from rank and keys: run, answered, round, metric, n, median, q25, q75.
END {
    if (failed) exit 2
    run = keys + 2
    for (k = 1; k <= columns; k++) width += wide[k] + 2
    width -= 2
    hide(run + 3)
    for (k = 2; k <= run + 4; k++)
        if (k != run && !(k in varies) && !(k == run + 1 && text[2, k] == "no")) {
            if (k <= keys + 1 && rows < 3) continue
            hide(k)
        }
    if (width > 80) hide(run + 4)
    if (width > 80) hide(run + 2)
    if (width > 80) { hide(run + 6); hide(run + 7) }
    # The widest keys give way.
    while (width > 80) {
        most = 2
        for (k = 2; k <= keys + 1; k++) if (!(k in hidden) && wide[k] > wide[most]) most = k
        if (wide[most] <= 6 || most in hidden) break
        wide[most]--
        width--
    }
    for (r = 1; r <= rows; r++) {
        line = ""
        for (k = 1; k <= columns; k++) {
            if (k in hidden) continue
            t = text[r, k]
            if (length(t) > wide[k]) t = substr(t, 1, wide[k] - 2) ".."
            line = line sprintf("%s%" wide[k] "s", line == "" ? "" : "  ", t)
        }
        print line
    }
    said = ""
    if (!((run + 2) in varies)) said = "at round " text[2, run + 2]
    if (!((run + 4) in varies))
        said = said (said == "" ? "" : ", ") text[2, run + 4] " replicate" (text[2, run + 4] == 1 ? "" : "s")
    if (more) printf "and %d more\n", more
    if (said != "") print said
}
