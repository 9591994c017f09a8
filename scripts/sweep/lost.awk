# lost.awk -- the numbers of the runs that ended without an answer in some replicate, each with what
# on_divergence makes of that, fail or record; points whose run.yaml tells another hash are
# complained of. Reads points.csv.
#
# DIR in the environment: the directory of the sweep; inner: the runs of a point.

FNR > 1 {
    split($0, field, ",")
    hash[++points] = field[2]
}

END {
    for (p = 1; p <= points; p++) {
        file = ENVIRON["DIR"] "/runs/" substr(hash[p], 1, 16) "/run.yaml"
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
