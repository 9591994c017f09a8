# table.awk -- rows of fedomp's tables: columns, swept keys of a run, the rows that were asked for.

function same(a, b) { return a == b || (number(a) && number(b) && a + 0 == b + 0) }

# Is it the value, or one of several with commas between?
function one_of(mine, values,    i, n, part)
{
    if (same(mine, values))
        return 1
    n = split(values, part, ",")
    for (i = 1; i <= n; i++)
        if (same(mine, part[i]))
            return 1
    return 0
}

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
    keep_count = split(ENVIRON["PLOT_KEEP"], wanted, "\n")
    for (i = 1; i <= keep_count; i++)
        keep_run[wanted[i]] = 1
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
    if (keep_count > 0 && !(run in keep_run))
        return 0
    for (i = 1; i <= only_count; i++) {
        mine = only_key[i] in column ? cell[column[only_key[i]]] : value[run, only_key[i]]
        if (one_of(mine, only_value[i]) == only_not[i])
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
