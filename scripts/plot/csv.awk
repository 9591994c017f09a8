# csv.awk -- reads fedomp's CSV files: cells, columns, swept keys of a run, the rows that were asked for.

function fail(text)
{
    if (!failed)
        print "fedomp-plot: " text >"/dev/stderr"
    failed = 1
    exit 4
}

# The cells of a line, quotes taken away; returns how many.
function csv(line, cell,    n, at)
{
    sub(/\r$/, "", line)
    if (index(line, "\"") == 0)
        return split(line, cell, ",")
    for (n = 1; ; n++) {
        if (substr(line, 1, 1) == "\"") {
            cell[n] = ""
            line = substr(line, 2)
            while ((at = index(line, "\"")) > 0 && substr(line, at + 1, 1) == "\"") {
                cell[n] = cell[n] substr(line, 1, at)
                line = substr(line, at + 2)
            }
            if (at == 0)
                fail(FILENAME ":" FNR ": a quote is not closed")
            cell[n] = cell[n] substr(line, 1, at - 1)
            line = substr(line, at + 1)
            if (line == "")
                return n
            line = substr(line, 2)
        } else if ((at = index(line, ",")) > 0) {
            cell[n] = substr(line, 1, at - 1)
            line = substr(line, at + 1)
        } else {
            cell[n] = line
            return n
        }
    }
}

function number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function same(a, b) { return a == b || (number(a) && number(b) && a + 0 == b + 0) }

# The swept key that a name stands for: itself, or the only one that ends in .name; "" when none does.
function resolve(name,    k, found, count)
{
    for (k = 1; k <= keys; k++) {
        if (key[k] == name)
            return name
        if (substr(key[k], length(key[k]) - length(name)) == "." name) {
            found = key[k]
            count++
        }
    }
    return count == 1 ? found : ""
}

function swept(    k, text)
{
    for (k = 1; k <= keys; k++)
        text = text (k > 1 ? ", " : "") key[k]
    return text == "" ? "nothing was swept" : "swept: " text
}

# The first file holds the points: a line of keys, then run and values, tabs between.
function read_points(    k, n, cell)
{
    n = split($0, cell, "\t")
    if (FNR == 1) {
        keys = n - 1
        for (k = 1; k <= keys; k++)
            key[k] = cell[k + 1]
        return
    }
    for (k = 1; k <= keys; k++)
        value[cell[1], key[k]] = cell[k + 1]
}

function read_header(    i, names, wanted)
{
    split("", column)
    columns = csv($0, names)
    for (i = 1; i <= columns; i++)
        column[names[i]] = i
    tidy = ("metric" in column) && ("median" in column)
    if (!("run" in column))
        fail(FILENAME ": no column 'run': not a table of fedomp")
    only_count = split(ENVIRON["PLOT_ONLY"], wanted, "\n") - 1
    for (i = 1; i <= only_count; i++) {
        only_key[i] = substr(wanted[i], 1, index(wanted[i], "=") - 1)
        only_value[i] = substr(wanted[i], index(wanted[i], "=") + 1)
        only_not[i] = sub(/!$/, "", only_key[i])
        if (!(only_key[i] in column)) {
            if (resolve(only_key[i]) == "")
                fail("--only " only_key[i] ": no such swept key or column (" swept() ")")
            only_key[i] = resolve(only_key[i])
        }
    }
}

# A row: its run, and whether --only wants it.
function read_row(    i, mine)
{
    if (csv($0, cell) != columns)
        fail(FILENAME ":" FNR ": found " csv($0, cell) " cells, expected " columns)
    run = dir ":" cell[column["run"]]
    for (i = 1; i <= only_count; i++) {
        mine = only_key[i] in column ? cell[column[only_key[i]]] : value[run, only_key[i]]
        if (same(mine, only_value[i]) == only_not[i])
            return 0
    }
    return 1
}

function note_run()
{
    if (!(run in seen)) {
        seen[run] = 1
        order[++runs] = run
    }
}

# Sorts the numbers a[1..n] by a heap.
function sort(a, n,    i, x)
{
    for (i = int(n / 2); i >= 1; i--)
        sift(a, i, n)
    for (i = n; i > 1; i--) {
        x = a[i]; a[i] = a[1]; a[1] = x
        sift(a, 1, i - 1)
    }
}

function sift(a, i, n,    child, x)
{
    x = a[i]
    while ((child = 2 * i) <= n) {
        if (child < n && a[child + 1] + 0 > a[child] + 0)
            child++
        if (x + 0 >= a[child] + 0)
            break
        a[i] = a[child]
        i = child
    }
    a[i] = x
}

# Quantile of the sorted a[1..n] by linear interpolation, as in summary.csv.
function quantile(a, n, q,    h, k)
{
    h = (n - 1) * q + 1
    k = int(h)
    return k >= n ? a[n] + 0 : a[k] + (h - k) * (a[k + 1] - a[k])
}
