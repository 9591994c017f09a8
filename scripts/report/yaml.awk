# yaml.awk -- the facts of run.yaml, a line each, tabs between: "top" or "run", the number of the point
# or of the run, a path such as graph.se, the value. Line breaks within a value become \001.
#
# Before each file on the command line: point=P, its number in a fedomp-sweep directory, and first=R,
# the number of its first run.

function complain(text) { fail(FILENAME ":" FNR ": " text) }

# A scalar as written: plain, or between quotes.
function scalar(text,    mark, out, at, c)
{
    mark = substr(text, 1, 1)
    if (mark != "\"" && mark != "'")
        return text == "[]" ? "none" : text
    if (length(text) < 2 || substr(text, length(text)) != mark)
        complain("a quote is not closed")
    text = substr(text, 2, length(text) - 2)
    if (mark == "'") {
        gsub(/''/, "'", text)
        return text
    }
    while ((at = index(text, "\\")) > 0) {
        c = substr(text, at + 1, 1)
        out = out substr(text, 1, at - 1) (c == "n" ? "\001" : c == "t" ? " " : c)
        text = substr(text, at + 2)
    }
    return out text
}

function flush_list()
{
    if (items != "")
        tell(list, items)
    list = items = ""
}

function tell(path, value)
{
    gsub(/\t/, " ", value)
    if (in_runs)
        printf "run\t%d\t%s\t%s\n", first + run, path, value
    else
        printf "top\t%d\t%s\t%s\n", point, path, value
}

# run.yaml ends with the timings; without them it was cut short.
function check_end()
{
    if (before != "" && !ended)
        fail(before ": cut short: no 'timings:' at its end")
    ended = 0
}

FNR == 1 {
    check_end()
    before = FILENAME
    in_runs = 0
    list = items = ""
    if ($0 !~ /^program: fedomp$/)
        complain("not a run.yaml of fedomp: expected 'program: fedomp'")
}

# An item of a list: an entry of `runs`, or a value of the key before it.
/^ *- / && !/^- run: [0-9]+$/ {
    sub(/^ *- /, "")
    if (list == "warnings" && !in_runs) { # those of a run are told with all the runs that have them
        if (scalar($0) !~ /^warning: run [0-9]+: /)
            printf "note\t%s\n", scalar($0)
        next
    }
    items = items (items == "" ? "" : ", ") scalar($0)
    next
}

{
    flush_list()
    sub(/\r$/, "")
    if ($0 == "")
        next
    if ($0 == "runs:") {
        in_runs = 1
        next
    }
    if ($0 ~ /^- run: [0-9]+$/) {
        if (!in_runs)
            complain("a run outside of 'runs:'")
        run = substr($0, 8) + 0
        tell("run", run)
        next
    }
    match($0, /^ */)
    depth = int(RLENGTH / 2)
    line = substr($0, RLENGTH + 1)
    if (in_runs && depth == 0)
        in_runs = 0
    if (in_runs)
        depth--
    if (substr(line, 1, 1) ~ /["']/ && match(line, /^("[^"]*"|'[^']*'):/))
        end = RLENGTH
    else
        end = match(line, /:( |$)/)
    if (end == 0)
        complain("expected 'key: value'")
    key = scalar(substr(line, 1, end - 1))
    value = substr(line, end + 2)
    name[depth] = depth > 0 ? name[depth - 1] "." key : key
    if (name[depth] ~ /^timings\./ && !in_runs)
        ended = 1
    if (value == "")
        list = name[depth] # of values below it, or a group
    else
        tell(name[depth], scalar(value))
}

END {
    if (!failed)
        flush_list()
    check_end()
    if (failed)
        exit 4
}
