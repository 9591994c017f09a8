#!/bin/sh
# keys.sh -- prints fedomp.cfg(5) with the text between its two markers replaced by the rows of the
# program:  man/keys.sh ./fedomp man/fedomp.cfg.5 >page
set -eu
: "${2:?usage: keys.sh FEDOMP PAGE}"
fedomp=$1
page=$2

# section, key, and the kind whose entries are that key's values
choices='top analysis analyses
data data.source sources
partition partition.scheme partitions
network network.type graphs
loss loss.type losses
features features.type features
features features.kernel kernels
model model.type models
model model.layers layers
algorithm algorithm.name algorithms
algorithm algorithm.sketch sketches
algorithm algorithm.server.optimizer servers
rate RATE.schedule schedules'

# mdoc: what roff would change or obey. A line that is read as text must not open with a dot or a quote.
escape='function mdoc(s) {
    gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); gsub(/\047/, "\\(aq", s)
    gsub(/\^/, "\\(ha", s); gsub(/~/, "\\(ti", s); gsub(/`/, "\\(ga", s)
    sub(/^\./, "\\\\\\&.", s)
    return s
}'

# list_choices SECTION -- the values of its selecting keys, as --list has them.
list_choices() {
    before=
    printf '%s\n' "$choices" | while read -r section key kind; do
        [ "$section" = "$1" ] || continue
        printf '%bValues of\n.Ic %s :\n.Bl -tag -width "fixed\\-degree" -offset indent -compact\n' "$before" "$key"
        before='.Pp\n'
        "$fedomp" --list="$kind" | awk "$escape"'
            { name = $1; sub(/^[^ ]+ +/, ""); printf ".It Cm %s\n%s\n", mdoc(name), mdoc($0) }'
        printf '.El\n'
    done
}

# list_keys FROM TO -- rows of --explain on standard input; paths that begin with FROM begin with TO.
list_keys() {
    printf '.Bl -tag -width Ds\n'
    awk -v from="$1" -v to="$2" "$escape"'
        /^ / { sub(/^ +/, ""); printf ".br\n%s\n", mdoc($0); next }
        {
            colon = index($0, ": ")
            path = substr($0, 1, colon - 1)
            if (from != "" && index(path, from) == 1)
                path = to substr(path, length(from) + 1)
            if (path != last)
                printf ".It Ic %s\n", mdoc(path)
            else
                printf ".Pp\n"
            last = path
            print mdoc(substr($0, colon + 2))
        }'
    printf '.El\n'
}

all=$("$fedomp" --explain=)
# Keys of the top level are those without a dot; a doc line goes with its key.
keys() {
    printf '%s\n' "$all" | awk '/^[^ ]/ { keep = index($1, ".") == 0 } keep'
}

tables() {
    rate=$(printf '%s\n' "$all" | awk -F: '/^[^ ]+: rate/ { print $1; exit }')

    printf '.Ss Top level\n'
    list_choices top
    keys | list_keys '' ''
    printf '%s\n' "$all" | awk -F. '/^[^ ]+\..*: / && !seen[$1]++ { print $1 }' |
        while read -r section; do
            printf '.Ss %s\n' "$section"
            list_choices "$section"
            "$fedomp" --explain="$section" | list_keys '' ''
        done
    printf '.Ss Rates\n'
    printf 'A key of type rate is a number, or a group with these keys, where\n.Ic RATE\n'
    printf 'is the path of the key, for instance\n.Ic %s .\n.Pp\n' "$rate"
    list_choices rate
    "$fedomp" --explain="$rate" | awk -v rate="$rate" '
        /^[^ ]/ { keep = index($0, rate ".") == 1 } keep' | list_keys "$rate." RATE.
}

# fold_text -- lines of text, not of macros, at most 80 bytes long.
fold_text() {
    awk '/^\./ { print; next }
    {
        line = $1
        for (i = 2; i <= NF; i++)
            if (length(line) + length($i) < 80)
                line = line " " $i
            else {
                print line
                line = ($i ~ /^[.\047]/ ? "\\&" : "") $i
            }
        print line
    }'
}

made=$(tables | fold_text)
printf '%s\n' "$made" | awk '
    FILENAME == "-" { made = made $0 "\n"; next }
    /^\.\\" keys: begin/ { print; printf "%s", made; inside = 1; begun++ }
    /^\.\\" keys: end/ { inside = 0; ended++ }
    !inside
    END { if (begun != 1 || ended != 1) { print "keys.sh: markers missing" >"/dev/stderr"; exit 1 } }
' - "$page"
