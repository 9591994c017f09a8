# coverage.awk -- one line per source file from gcov's summaries, least covered first.
/^File / {
    gsub(/'/, "", $2)
    name = $2
    sub(/^.*\/src\//, "src/", name)
}
/^Lines executed:/ && name ~ /^src\/.*\.[ch]$/ {
    split($0, part, /[:% ]+/)
    percent = part[3]
    lines = part[5]
    if (!(name in best) || percent > best[name]) {
        best[name] = percent
        count[name] = lines
    }
    name = ""
}
END {
    for (name in best) {
        covered += best[name] * count[name] / 100
        total += count[name]
        printf "%6.1f%% of %5d  %s\n", best[name], count[name], name | "sort -n"
    }
    close("sort -n")
    if (total > 0)
        printf "%6.1f%% of %5d  in all\n", 100 * covered / total, total
}
