# rank.awk -- the runs by one metric, best first, as CSV: the columns of summary.csv and, after the
# run, whether all its replicates had an answer. Reads the numbers of the runs that had none, then
# the combined summary.csv.
#
# A warning says when the least gap and the least test error are of different runs.
#
# quiet: no warning; metric; at: a round, or empty for the last record of each run; best: low or high; sort: the
# command that sorts.

FILENAME == ARGV[1] { lost[$1] = 1; next }

FNR == 1 {
    split($0, names, ",")
    for (column = 1; names[column] != "run"; column++) ;
    header = $0
    sub(/,run,/, ",run,answered,", header)
    next
}

{
    rest = $0
    keys = ""
    for (k = 1; k < column; k++) {
        match(rest, /^("([^"]|"")*"|[^",]*),/)
        keys = keys substr(rest, 1, RLENGTH)
        rest = substr(rest, RLENGTH + 1)
    }
    split(rest, f, ",") # run, round, metric, n, median, ...
    recorded[f[3]] = 1
    if ((f[3] == "gap" || f[3] == "test_error") && f[5] != "") last[f[3], f[1]] = f[5] + 0
    if (f[3] != metric || (at != "" && f[2] != at)) next
    if (f[1] in round && f[2] + 0 < round[f[1]]) next
    if (!(f[1] in round)) order[++runs] = f[1]
    round[f[1]] = f[2] + 0
    answered = f[1] in lost ? "no" : "yes"
    line[f[1]] = keys f[1] "," answered substr(rest, length(f[1]) + 1)
    # Runs without an answer, and values that are no numbers, come last.
    class[f[1]] = (answered == "no") + (f[5] == "" || f[5] ~ /nan|inf/ ? 2 : 0)
    value[f[1]] = best == "high" ? -f[5] : f[5] + 0
}

# As fedomp says of a study of its own.
function compare(   k, r, by_gap, by_error) {
    for (k = 1; k <= runs; k++) {
        r = order[k]
        if (!(("gap", r) in last) || !(("test_error", r) in last)) continue
        if (by_gap == "" || last["gap", r] < last["gap", by_gap]) by_gap = r
        if (by_error == "" || last["test_error", r] < last["test_error", by_error]) by_error = r
    }
    if (by_gap != "" && last["test_error", by_gap] > 1.1 * last["test_error", by_error])
        printf "fedomp-sweep: warning: run %d has the smallest gap, but run %d has the smallest test error: %.4g against %.4g\n", \
            by_gap, by_error, last["test_error", by_error], last["test_error", by_gap] >"/dev/stderr"
}

END {
    if (runs == 0) {
        for (m in recorded) words = words " " m
        print "fedomp-sweep: no run recorded " metric (at == "" ? "" : " at round " at) \
            "; recorded are:" words >"/dev/stderr"
        exit 2
    }
    if (quiet != "yes") compare()
    print header
    fflush()
    for (k = 1; k <= runs; k++) {
        r = order[k]
        printf "%d\t%.17g\t%d\t%s\n", class[r], value[r], r, line[r] | sort
    }
}
