# manifest.awk -- points.csv and the manifest from the points (expand.awk) and, beside them, their
# hashes. Points with the same hash are one run.
#
# In the environment: WORDS, the command up to the point's options; RUNS, the directory of the runs,
# quoted; CSV and MANIFEST, the files to write.

BEGIN {
    FS = "\001"
    words = ENVIRON["WORDS"]
    runs = ENVIRON["RUNS"]
    csv = ENVIRON["CSV"]
    manifest = ENVIRON["MANIFEST"]
}

FILENAME == ARGV[1] { hash[NR] = $1; next }

FNR == 1 { print "run,hash," $0 >csv; next }

{
    run = FNR - 2
    h = hash[FNR - 1]
    print run "," h "," $1 >csv
    if (h in seen) { same++; next }
    seen[h] = 1
    printf "%s%s -o %s/%s  # run %d\n", words, $2, runs, substr(h, 1, 16), run >manifest
}

END {
    if (same)
        printf "fedomp-sweep: %d of %d points are the same run as another, made once\n", same, \
            run + 1 >"/dev/stderr"
}
