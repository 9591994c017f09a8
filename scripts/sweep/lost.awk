# lost.awk -- the numbers of the runs that ended without an answer in some replicate, each with what
# on_divergence makes of that, fail or record; points whose run.yaml tells another hash are
# complained of. Reads points.csv, then the combined summary.csv.
#
# dir: the directory of the sweep.

FNR == 1 { files++ }

files == 1 && FNR > 1 {
    split($0, field, ",")
    hash[++points] = field[2]
}

# The number of runs of a point: their number is at most the last one's.
files == 2 && FNR == 1 {
    n = split($0, names, ",")
    for (column = 1; names[column] != "run"; column++) ;
    from_end = n - column
}

files == 2 && FNR > 1 {
    n = split($0, cells, ",")
    if (cells[n - from_end] + 0 > last) last = cells[n - from_end] + 0
}

END {
    inner = int(last / points) + 1
    for (p = 1; p <= points; p++) {
        file = dir "/runs/" substr(hash[p], 1, 16) "/run.yaml"
        run = 0
        judged = "fail"
        while ((getline line <file) > 0) {
            if (line ~ /^hash: / && substr(line, 7) != hash[p])
                print "fedomp-sweep: " file ": made by another configuration" >"/dev/stderr"
            if (line ~ /^ *on_divergence: /) { judged = line; sub(/.*: /, "", judged) }
            if (line ~ /^ *- run: /) { run = line; sub(/.*run: /, "", run) }
            if (line ~ /^ *first_failure: /) print (p - 1) * inner + run, judged
        }
        close(file)
    }
}
