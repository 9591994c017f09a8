#!/bin/sh
# Random problems of every loss with awkward data against numpy, scipy and cvxopt, where python3 has them:
# a few, or as many as FEDOMP_RANDOM says.
. "$FED_SRCDIR/tests/lib.sh"
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import numpy, scipy, cvxopt' 2>/dev/null && python=$candidate && break
done
[ -n "$python" ] || skip_all 'python3 with numpy, scipy and cvxopt is not installed'
run "$python" "$FED_SRCDIR/tests/ipm_random.py" "$FEDOMP" "${FEDOMP_RANDOM:-40}" 1000
tap_quote "$out"
check 'all agree' test $tap_status -eq 0
check 'at most 25 steps in the median' awk '/in the median/ { exit !($5 <= 25) }' "$out"
finish
