#!/bin/sh
# examples.sh -- every file in conf/ is valid and runs, shortened: two replicates, twenty rounds; sweeps of networks one
# replicate and one round of a narrow one.
. "${FED_SRCDIR:?}/tests/lib.sh"

found=$(find "$FED_SRCDIR/conf" -name '*.cfg' | sort)
for file in $found; do
    name=${file#"$FED_SRCDIR/"}
    start=
    ! grep -q '^# start: ' "$file" || start='-D algorithm.initial=he'
    # shellcheck disable=SC2086 # options are words
    run "$FEDOMP" --check -c "$file" $start
    if [ "$tap_status" -eq 4 ] && grep -q 'set FEDOMP_DATA_PATH' "$err"; then
        skip "$name" 'its data set is not here (FEDOMP_DATA_PATH)'
        continue
    fi
    check "$name: valid, every key of use" test "$tap_status$(cat "$err")" = 0
    [ -z "$start" ] || expect_status 3 "$name: not without its start" "$FEDOMP" --check -c "$file"
    size=$(brief "$(basename "$file" .cfg)")
    # shellcheck disable=SC2086 # options are words
    expect_status 0 "$name: runs" "$FEDOMP" -q -c "$file" -o "$tmp/out" ${size:--D replicates=2 -D algorithm.rounds=20}
    check "$name: complete" test -s "$tmp/out/run.yaml"
    check "$name: has results" awk 'END { exit !(NR > 1) }' "$tmp/out/summary.csv"
    rm -rf "$tmp/out"
done
finish
