#!/bin/sh
# manual.sh -- the manual and the README say what the program says, and their examples run.
. "${FED_SRCDIR:?}/tests/lib.sh"

page=$FED_SRCDIR/man/fedomp.cfg.5
main=$FED_SRCDIR/man/fedomp.1

# has_each FILE PATTERN WHAT WORD... -- every word is in the file, as the pattern with @ in its place.
has_each() {
    unroff <"$1" >"$tmp/plain"
    pattern=$2
    what=$3
    lacking=
    shift 3
    for word; do
        grep -E -q -e "$(printf '%s\n' "$pattern" | sed "s/@/$word/")" "$tmp/plain" ||
            lacking="$lacking $word"
    done
    check "$what${lacking:+, but not:$lacking}" test $# -gt 0 -a -z "$lacking"
}

# The keys: as the page was made, and as --print-config and --explain know them one by one.
expect_status 0 'the tables of fedomp.cfg(5) can be made' \
    sh "$FED_SRCDIR/man/keys.sh" "$FEDOMP" "$page"
expect_same "$out" "$page" 'fedomp.cfg(5) has the rows of the program (make man-keys writes them)'
for file in "$FED_SRCDIR"/conf/*.cfg; do
    "$FEDOMP" --print-config -c "$file"
done | awk '
    / = \{$/ { path = path $1 "."; next }
    /^ *\};$/ { sub(/[^.]*\.$/, "", path); next }
    /^ *[a-z_0-9]+ = / { print path $1 }' | sed 's/^.*_rate\./RATE./' | sort -u >"$tmp/printed"
# shellcheck disable=SC2046 # words, here and below
has_each "$page" '^\.It Ic @$' 'fedomp.cfg(5) has every key that --print-config prints' $(cat "$tmp/printed")
strange=
for key in $(awk '/keys: begin/, /keys: end/' "$page" | unroff | sed -n 's/^\.It Ic //p'); do
    case $key in RATE.*) key=algorithm.learning_rate.${key#RATE.} ;; esac
    "$FEDOMP" --explain="$key" >/dev/null 2>&1 || strange="$strange $key"
done
check "the program knows every key of fedomp.cfg(5)${strange:+, but not:$strange}" test -z "$strange"

# fedomp(1): options, columns of metrics.csv; fedomp-datasets(7): the sets; the README: the methods.
# shellcheck disable=SC2046
{
    has_each "$main" 'Fl (. )?(.*, )?-@' 'fedomp(1) has every option of --help' \
        $("$FEDOMP" --help | grep -E -o -e '--[a-z-]+' | sed 's/^--//' | sort -u)
    has_each "$main" '^\.It Ic @$' 'fedomp(1) has every metric' \
        $("$FEDOMP" --list=metrics | awk '{ print $1 }')
    has_each "$main" '^\.Cm .*@|^@' 'fedomp(1) has every kind of --list' $("$FEDOMP" --list)
    has_each "$FED_SRCDIR/man/fedomp-datasets.7" '@' 'fedomp-datasets(7) has every source' \
        $("$FEDOMP" --list=sources | awk '{ print $1 }')
    has_each "$main" '^\.It Pa @\.csv$' "fedomp(1) has every analysis's table" \
        $("$FEDOMP" --list=analyses | awk '{ print $1 }')
    has_each "$FED_SRCDIR/man/fedomp-datasets.7" '^\.It @ Ta' 'fedomp-datasets(7) has every manifest' \
        $(find "$FED_SRCDIR/datasets" -name '*.yaml' -exec basename {} .yaml \;)
    has_each "$FED_SRCDIR/README.md" '`@`' 'the README has every method' \
        $("$FEDOMP" --list=algorithms | awk '{ print $1 }')
}

# The README's configuration, comments aside, is the file that it speaks of.
awk '/^name = "ngd_circle"/ { on = 1 } /^```/ { on = 0 } on' "$FED_SRCDIR/README.md" >"$tmp/readme.cfg"
"$FEDOMP" --print-config -c "$FED_SRCDIR/conf/ngd_circle.cfg" >"$tmp/circle.txt"
expect_status 0 "the README's configuration" "$FEDOMP" --print-config -c "$tmp/readme.cfg"
expect_same "$out" "$tmp/circle.txt" 'it is conf/ngd_circle.cfg'
if [ -f "$FED_SRCDIR/.ci/run" ]; then
    check "the README's test command is the one that changes must pass" \
        sh -c 'for file; do grep -F -q "./bootstrap && ./configure --enable-werror && make" "$file" || exit 1; done' \
        sh "$FED_SRCDIR/README.md" "$FED_SRCDIR/.ci/run"
fi

# The examples of fedomp(1), block by block, in an empty directory.
mkdir "$tmp/bin" "$tmp/work"
ln -s "$FEDOMP" "$tmp/bin/fedomp"
literals "$main" "$tmp/example" EXAMPLES
cd "$tmp/work" || exit 1
PATH=$tmp/bin:$PATH
n=0
while [ -f "$tmp/example$((n + 1))" ]; do
    n=$((n + 1))
    expect_status 0 "example $n: $(head -n 1 "$tmp/example$n")" sh -e "$tmp/example$n"
done
check 'fedomp(1) has examples' test "$n" -ge 5
finish
