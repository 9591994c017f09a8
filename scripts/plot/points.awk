# points.awk -- the points of the directories' summaries: a line of keys, then run and values, tabs between.
# A run.yaml before them says which runs have a network: methods with a server do not, whatever was swept.

function note(name)
{
    if (!(name in have)) {
        have[name] = 1
        key[++keys] = name
    }
}

BEGIN {
    if (split(ENVIRON["PLOT_LABELS"], label, "\n") > 0)
        note("directory")
}

FILENAME ~ /\/run\.yaml$/ {
    if ($0 ~ /^- run: [0-9]+$/)
        described[at = dir ":" $3] = 1
    else if ($0 == "  graph:")
        graph[at] = 1
    next
}

FNR == 1 {
    columns = csv($0, name)
    split("", column)
    for (i = 1; i <= columns; i++) {
        column[name[i]] = i
        if (name[i] !~ /^(run|round|metric|n|median|q25|q75|mean|sd|point|hash|dir|status|name)$/)
            note(name[i])
    }
    if (!("run" in column) || !("round" in column) || !("metric" in column) || !("median" in column))
        fail(FILENAME ": the header lacks the columns of a summary: run, round, metric, median")
    next
}

{
    if (csv($0, cell) != columns)
        fail(FILENAME ":" FNR ": found " csv($0, cell) " cells, expected " columns)
    run = dir ":" cell[column["run"]]
    if (run in seen)
        next
    seen[run] = 1
    order[++runs] = run
    for (k = 1; k <= keys; k++)
        if (key[k] == "directory" && dir in label)
            value[run, k] = label[dir]
        else if (key[k] in column)
            value[run, k] = key[k] ~ /^network\./ && run in described && !(run in graph) ? "" : cell[column[key[k]]]
}

END {
    if (failed)
        exit 4
    if (runs == 0)
        fail(FILENAME ": no rows")
    printf "run"
    for (k = 1; k <= keys; k++)
        printf "\t%s", key[k]
    printf "\n"
    for (i = 1; i <= runs; i++) {
        printf "%s", order[i]
        for (k = 1; k <= keys; k++) {
            gsub(/\t/, " ", value[order[i], k])
            printf "\t%s", value[order[i], k]
        }
        printf "\n"
    }
}
