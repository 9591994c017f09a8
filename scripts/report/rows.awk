# rows.awk -- rows of fedomp's tables: columns, and the run that a row is of.

# The header: names[1..columns], and column[] from a name to its place.
function read_header(    i)
{
    split("", column)
    columns = csv($0, names)
    for (i = 1; i <= columns; i++)
        column[names[i]] = i
    if (!("run" in column))
        fail(FILENAME ": no column 'run': not a table of fedomp")
}

# A row: cell[1..columns] and its run.
function read_row(    n)
{
    n = csv($0, cell)
    if (n != columns)
        fail(FILENAME ":" FNR ": found " n " cells, expected " columns)
    run = cell[column["run"]]
    if (run !~ /^[0-9]+$/)
        fail(FILENAME ":" FNR ": run: found '" run "', expected a number from 0")
    run += first
}

# A cell without the bytes that part the fields and lines of the files between the steps.
function plain(text)
{
    gsub(/[\t\n\001]/, " ", text)
    return text
}
