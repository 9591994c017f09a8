#!/bin/sh
# includes.sh -- the rooms of src/ in the order of the way through: a file includes headers of its own
# room and of rooms before it, never of a later one. And a header declares the functions of one file.
. "${FED_SRCDIR:?}/tests/lib.sh"

# First to last. What stands on one line does not know the others of that line.
rooms='core
config
datasets sketches
features partitions graphs
losses schedules optimizers
models
problem
run
theory
algorithms
analyses
study
writers
api cli'

cd "$FED_SRCDIR/src" || exit 1
find . -name '*.[ch]' | sed 's|^\./||' | sort >"$tmp/files"
# shellcheck disable=SC2046 # a list of words
grep -H '^#include "' $(cat "$tmp/files") | sed 's|:#include "| |; s|"$||' >"$tmp/includes"
printf '%s\n' "$rooms" | awk '{ for (k = 1; k <= NF; k++) print $k, NR }' >"$tmp/ranks"

awk -F/ 'NF > 1 { print $1 }' "$tmp/files" | sort -u >"$tmp/found"
cut -d ' ' -f 1 "$tmp/ranks" | sort >"$tmp/known"
expect_same "$tmp/known" "$tmp/found" 'every room has its place in the order'
grep -v / "$tmp/files" >"$tmp/loose"
expect_lines "$tmp/loose" 0 'no file stands outside a room'

# The graph, an edge a line with the number of includes behind it.
awk '{ split($1, from, "/"); n = split($2, to, "/"); if (n > 1 && from[1] != to[1]) edges[from[1] " -> " to[1]]++ }
     END { for (edge in edges) print edge, edges[edge] }' "$tmp/includes" | sort >"$tmp/graph"
sed 's/^/# /' "$tmp/graph"
awk 'NR == FNR { rank[$1] = $2; next } rank[$1] <= rank[$3]' "$tmp/ranks" "$tmp/graph" >"$tmp/back"
[ ! -s "$tmp/back" ] || sed 's/^/# back: /' "$tmp/back"
expect_lines "$tmp/back" 0 'no include points back'

# Functions that a header declares, and the files that define them.
grep '\.h$' "$tmp/files" | while read -r header; do
    awk '/^[a-z].*[ *](fed|fedomp)_[a-z0-9_]+\(/ && !/^(static|typedef|FED_INLINE|return|#)/ {
             match($0, /(fed|fedomp)_[a-z0-9_]+\(/); print substr($0, RSTART, RLENGTH - 1) }' "$header" |
        sort -u >"$tmp/declared"
    while read -r name; do
        # shellcheck disable=SC2046 # a list of words
        grep -l -E "^(FED_CLONES )?[a-z].*[ *]$name\(" $(grep '\.c$' "$tmp/files") /dev/null
    done <"$tmp/declared" | sort -u >"$tmp/homes"
    [ "$(wc -l <"$tmp/homes")" -le 1 ] || printf '%s: %s\n' "$header" "$(tr '\n' ' ' <"$tmp/homes")"
done >"$tmp/shared"
[ ! -s "$tmp/shared" ] || sed 's/^/# /' "$tmp/shared"
expect_lines "$tmp/shared" 0 'every header declares the functions of one file'
finish
