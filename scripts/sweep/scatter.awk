# scatter.awk -- the inverse of collect.awk: the rows of a combined table, each to the run that it came from,
# without the swept keys. Reads the points that were collected, then the table.
#
# DIR in the environment: the directory of the sweep; name: the table; inner: the runs of a point. A run that has
# the table keeps its own.

NR == 1 { keys = split($0, cells, ",") - 2; next }

FNR == NR {
    split($0, field, ",")
    place[points++] = ENVIRON["DIR"] "/runs/" substr(field[2], 1, 16) "/"
    next
}

# Takes the next cell, with its comma, from rest.
function cell(   text) {
    match(rest, /^("([^"]|"")*"|[^",]*),/)
    text = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return text
}

{
    rest = $0
    for (k = 0; k < keys; k++) cell()
}

FNR == 1 {
    header = rest
    split(header, cells, ",")
    for (column = 1; cells[column] != "run"; column++) ;
    at = -1
    next
}

{
    before = ""
    for (k = 1; k < column; k++) before = before cell()
    match(rest, /^[0-9]+/)
    run = substr(rest, 1, RLENGTH) + 0
    point = int(run / inner)
    if (point != at) {
        if (at >= 0) close(file)
        at = point
        file = place[at] ".tmp-" name
        kept = (getline line <(place[at] name)) > 0 || (getline line <(place[at] "run.yaml")) <= 0
        close(place[at] name)
        close(place[at] "run.yaml")
        if (!kept) print header >file
    }
    if (!kept) print before (run - point * inner) substr(rest, RLENGTH + 1) >file
}
