#!/bin/sh
# examples.sh -- every file in conf/ is valid and runs, shortened: two replicates, twenty rounds.
. "${FED_SRCDIR:?}/tests/lib.sh"

found=$(find "$FED_SRCDIR/conf" -name '*.cfg' | sort)
for file in $found; do
    name=${file#"$FED_SRCDIR/"}
    expect_status 0 "$name: valid" "$FEDOMP" --check -c "$file"
    expect_status 0 "$name: runs" "$FEDOMP" -q -c "$file" -o "$tmp/out" \
        -D replicates=2 -D algorithm.rounds=20
    check "$name: complete" test -s "$tmp/out/run.yaml"
    check "$name: has results" awk 'END { exit !(NR > 1) }' "$tmp/out/summary.csv"
    rm -rf "$tmp/out"
done
finish
