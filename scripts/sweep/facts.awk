# facts.awk -- the numbers of the runs that ended without an answer in some replicate, each with what
# on_divergence makes of that, fail or record; to standard error the warnings of all runs, each once with
# their number, and those whose run.yaml tells another hash. Reads lines "FIRST-RUN HASH FILE", a run.yaml
# each; HASH is - where any will do.
#
# quiet: no warnings; total: the runs.

# The text of a scalar of YAML.
function plain(text) {
    if (text ~ /^'.*'$/) {
        text = substr(text, 2, length(text) - 2)
        gsub(/''/, "'", text)
    } else if (text ~ /^".*"$/) {
        text = substr(text, 2, length(text) - 2)
        gsub(/\\"/, "\"", text)
    }
    return text
}

# A warning of a run, or of all of a file; those that differ in their numbers alone count as one.
function warn(text, who,   kind) {
    sub(/^warning: /, "", text)
    if (match(text, /^run [0-9]+(, replicate [0-9]+)?: /)) {
        who = first + substr(text, 5)
        text = substr(text, RLENGTH + 1)
    }
    kind = text
    gsub(/[-+]?[0-9]+\.?[0-9]*([eE][-+]?[0-9]+)?/, "#", kind)
    if (!(kind in said)) { order[++kinds] = kind; said[kind] = text }
    if (!((kind, who) in seen)) count[kind]++
    seen[kind, who] = 1
}

{
    first = $1
    hash = $2
    file = $0
    sub(/^[^ ]+ [^ ]+ /, "", file)
    run = first
    judged = "fail"
    section = ""
    while ((getline line <file) > 0) {
        if (line ~ /^[a-z_]+:/) section = line
        if (line ~ /^hash: / && hash != "-" && substr(line, 7) != hash)
            print "fedomp-sweep: " file ": made by another configuration" >"/dev/stderr"
        if (section ~ /^warnings:/ && line ~ /^- /) {
            text = plain(substr(line, 3))
            if (text ~ /^warning: /) warn(text, first)
        }
        if (line ~ /^ *on_divergence: /) { judged = line; sub(/.*: /, "", judged) }
        if (line ~ /^- run: /) run = first + substr(line, 8)
        if (line ~ /^  warning: /) warn(plain(substr(line, 12)), run)
        if (line ~ /^ *first_failure: /) print run, judged
    }
    close(file)
}

END {
    for (k = 1; quiet != "yes" && k <= kinds; k++) {
        kind = order[k]
        many = count[kind] > 1 ? sprintf(" (%d of %d runs)", count[kind], total) : ""
        print "fedomp-sweep: warning: " said[kind] many >"/dev/stderr"
    }
}
