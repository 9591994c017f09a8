#!/bin/sh
# harness.sh -- proves that a test that fails, in whatever way, makes `make check` fail.
. "${FED_SRCDIR:?}/tests/lib.sh"

failing=$FED_BUILDDIR/tests/failing

# drive MODE -- the failing program under automake's TAP driver, as make check runs it.
drive() {
    env AM_TAP_AWK=awk sh "$FED_SRCDIR/build-aux/tap-driver.sh" --test-name "failing $1" \
        --log-file "$tmp/$1.log" --trs-file "$tmp/$1.trs" --color-tests no \
        --enable-hard-errors yes --expect-failure no -- "$failing" "$1"
}

for mode in assertion fatal idle init cleanup empty; do
    expect_status 1 "$mode: exit status" "$failing" "$mode"
    expect_match out '^not ok ' "$mode: a 'not ok' line"
    drive "$mode" >"$out"
    expect_match "$tmp/$mode.trs" '^:test-result: FAIL' "$mode: the driver counts a failure"
done

run "$failing" crash
check 'crash: exit status' [ "$tap_status" -ne 0 ]
drive crash >"$out"
expect_match "$tmp/crash.trs" '^:test-result: ERROR' 'crash: the driver counts an error'

# The counter-proof: the same machinery passes a program whose tests pass.
expect_status 0 'none: exit status' "$failing" none
drive none >"$out"
expect_line "$tmp/none.trs" ':global-test-result: PASS' 'none: the driver counts a pass'

# The shell tests' own helpers: a failed check makes the script fail.
cat >"$tmp/sample.sh" <<'END'
. "$FED_SRCDIR/tests/lib.sh"
case $1 in
    check) check 'fails' false ;;
    status) expect_status 3 'exits with 3' sh -c 'exit 4' ;;
    line) run echo one; expect_line out two ;;
    lines) run echo one; expect_lines out 2 ;;
    same) run echo one; expect_same "$out" /dev/null 'same bytes' ;;
    empty) ;;
esac
finish
END
for mode in check status line lines same empty; do
    expect_status 1 "lib.sh $mode: exit status" sh "$tmp/sample.sh" "$mode"
    expect_match out '^not ok 1 ' "lib.sh $mode: a 'not ok' line"
done
finish
