# coverage.awk -- one line per source file from gcov's summaries, least covered first: lines executed, and
# branches taken.
/^File / {
    gsub(/'/, "", $2)
    name = $2
    sub(/^.*\/src\//, "src/", name)
    wanted = name ~ /^src\/.*\.[ch]$/
}
/^Lines executed:/ && wanted {
    split($0, part, /[:% ]+/)
    wanted = !(name in lines) || part[3] > lines[name]
    if (wanted) {
        lines[name] = part[3]
        line_count[name] = part[5]
    }
}
/^Taken at least once:/ && wanted {
    split($0, part, /[:% ]+/)
    branches[name] = part[5]
    branch_count[name] = part[7]
}
END {
    for (name in lines) {
        covered += lines[name] * line_count[name] / 100
        total += line_count[name]
        taken += branches[name] * branch_count[name] / 100
        all += branch_count[name]
        printf "%6.1f%% of %5d lines, %6.1f%% of %5d branches  %s\n", lines[name], line_count[name],
            branches[name], branch_count[name], name | "sort -n"
    }
    close("sort -n")
    if (total > 0 && all > 0)
        printf "%6.1f%% of %5d lines, %6.1f%% of %5d branches  in all\n", 100 * covered / total, total,
            100 * taken / all, all
}
