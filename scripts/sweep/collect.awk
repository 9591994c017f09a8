# collect.awk -- one file of all the runs, summary.csv or metrics.csv, as if one process had made
# them: the columns of the swept keys, then the file's own. A point may itself be a sweep, of the
# same number of runs at every point; runs are numbered through. Reads points.csv.
#
# dir: the directory of the sweep; name: the file.

NR == 1 { keys = $0; sub(/^run,hash,/, "", keys); next }

{
    split($0, field, ",")
    file[++points] = dir "/runs/" substr(field[2], 1, 16) "/" name
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

# The header, the column of the run and the number of runs of a point, from the first point done.
function look(   p, line, cells) {
    for (p = 1; p <= points; p++) {
        if ((getline header <file[p]) <= 0) continue
        split(header, cells, ",")
        for (column = 1; cells[column] != "run"; column++) ;
        while ((getline line <file[p]) > 0) {
            part(line)
            if (run >= inner) inner = run + 1
        }
        close(file[p])
        return 1
    }
    return 0
}

END {
    if (!look()) exit
    print keys "," header
    for (p = 1; p <= points; p++) {
        if ((getline line <file[p]) <= 0) continue
        if (line != header) {
            print "fedomp-sweep: " file[p] ": other columns than in the runs before" >"/dev/stderr"
            exit 1
        }
        while ((getline line <file[p]) > 0) {
            part(line)
            print row[p] "," before ((p - 1) * inner + run) after
        }
        close(file[p])
    }
}
