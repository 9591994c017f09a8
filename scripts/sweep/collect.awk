# collect.awk -- one file of all the runs, such as summary.csv, as if one process had made them: the
# columns of the swept keys, then the file's own. A point may itself be a sweep, of the same number of
# runs at every point; runs are numbered through. Reads points.csv.
#
# DIR in the environment: the directory of the sweep; name: the file; inner: the runs of a point.

NR == 1 { keys = $0; sub(/^run,hash,/, "", keys); next }

{
    split($0, field, ",")
    dir = ENVIRON["DIR"] "/runs/" substr(field[2], 1, 16)
    complete[++points] = (getline line <(dir "/run.yaml")) > 0
    close(dir "/run.yaml")
    file[points] = dir "/" name
    row[points] = substr($0, length(field[1]) + length(field[2]) + 3)
}

# Splits a line around its run; cells before it may be quoted.
function part(line,   k, rest) {
    before = ""
    rest = line
    for (k = 1; k < column; k++) {
        match(rest, /^("([^"]|"")*"|[^",]*),/)
        before = before substr(rest, 1, RLENGTH)
        rest = substr(rest, RLENGTH + 1)
    }
    match(rest, /^[0-9]+/)
    run = substr(rest, 1, RLENGTH) + 0
    after = substr(rest, RLENGTH + 1)
}

END {
    for (p = 1; p <= points; p++) {
        if (!complete[p] || (getline line <file[p]) <= 0) continue
        if (header == "") {
            header = line
            split(header, cells, ",")
            for (column = 1; cells[column] != "run"; column++) ;
            print keys "," header
        }
        if (line != header) fail(file[p] ": the columns differ from those of earlier runs")
        while ((getline line <file[p]) > 0) {
            part(line)
            print row[p] "," before ((p - 1) * inner + run) after
        }
        close(file[p])
    }
}
