#!/bin/sh
# The linear programs of netlib against their optima, where FEDOMP_DATA_PATH has them: some of them, or
# with FEDOMP_NETLIB=all all. Variants without a feasible point or a lower bound must be told as such.
# shellcheck disable=SC2016 # programs of awk are meant literally
# shellcheck disable=SC2317 # functions are run by check and expect_status
. "$FED_SRCDIR/tests/lib.sh"
netlib=${FEDOMP_DATA_PATH:-}/netlib
[ -f "$netlib/optima.csv" ] || skip_all 'FEDOMP_DATA_PATH has no netlib'
cd "$tmp" || exit 1

few='afiro adlittle blend degen2 forplan kb2 lotfi recipe sc50a scagr7 scorpion share2b shell stocfor1 vtpbase'
names=$few
[ "${FEDOMP_NETLIB:-}" != all ] || names=$(awk -F, 'NR > 1 { print $1 }' "$netlib/optima.csv")

# solve FILE OUT -- fedipm with its defaults, the columns among three clients
solve() {
    printf 'data = { source = "lp"; path = "%s"; };\npartition = { clients = 3; };\n' "$1" >lp.cfg
    printf 'algorithm = { name = "fedipm"; };\n' >>lp.cfg
    "$FEDOMP" -q -c lp.cfg -o "$2" --force
}
optimum() { awk -F, -v name="$1" '$1 == name { print $2 }' "$netlib/optima.csv"; }
# near A B -- |A - B| <= 1e-6 |B|
near() {
    awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= 1e-6 * (b < 0 ? -b : b)) }'
}

solved=0
wanted=0
: >steps
for name in $names; do
    wanted=$((wanted + 1))
    tap_status=0
    solve "$netlib/$name.mps.gz" out >log 2>&1 || tap_status=$?
    value=$(awk -F, 'END { print $5 }' out/metrics.csv)
    if [ $tap_status -eq 0 ] && near "$value" "$(optimum "$name")"; then
        solved=$((solved + 1))
        awk -F, 'END { print $3 }' out/metrics.csv >>steps
    else
        printf '# %s: status %s, objective %s, optimum %s\n' "$name" $tap_status "$value" "$(optimum "$name")"
        tap_quote log
        # a wrong answer or verdict is worse than none
        check "$name: neither a wrong optimum nor a wrong verdict" test $tap_status -ne 0
        check "$name: no verdict" sh -c '! grep -Eq "infeasible|unbounded" log'
    fi
done
median=$(sort -n steps | awk '{ s[NR] = $1 } END { print s[int((NR + 1) / 2)] }')
printf '# %s of %s solved, %s steps in the median\n' $solved $wanted "$median"
if [ $wanted -gt 50 ]; then
    check 'at least 88 of 91 are solved' test $solved -ge 88
else
    check 'all of the few are solved' test $solved -eq $wanted
fi
check 'at most 35 steps in the median' test "$median" -le 35

# The one that double precision does not suffice for: no answer, no verdict, and the reason.
expect_status 5 'greenbea has no answer' solve "$netlib/greenbea.mps.gz" out
expect_line err 'the steps have become too short'
expect_line err 'other units of rows and columns may help'
check 'and no verdict' sh -c '! grep -Eq "infeasible|unbounded" "$1"' sh "$err"

# variant NAME AWK -- a program of netlib with its text changed
variant() { gzip -dc "$netlib/$1.mps.gz" | awk "$2" >"$1.mps"; }
# Row contra doubles an equation, with another right-hand side.
contradicting='
    /^ROWS/ { rows = 1 } /^COLUMNS/ { if (rows) print " E  contra"; rows = 0; columns = 1 } /^RHS/ { columns = 0 }
    rows && $1 == "E" && row == "" { row = $2 }
    columns && NF >= 3 { for (k = 2; k < NF; k += 2) if ($k == row) printf "    %-8s  %-8s  %s\n", $1, "contra", $(k + 1) }
    { print }
    /^RHS/ { print "    RHS       contra    12345.5" }'
# A column that gains for ever and no row holds.
gaining='/^ROWS/ { rows = 1 } rows && $1 == "N" && cost == "" { cost = $2 }
    /^RHS/ { printf "    gain      %-8s  -1.0\n", cost } { print }'
for name in afiro adlittle sc50a share2b scagr7; do
    variant "$name" "$contradicting"
    expect_status 5 "$name with a contradiction" solve "$name.mps" out
    expect_line err 'infeasible'
    variant "$name" "$gaining"
    expect_status 5 "$name with a column that gains for ever" solve "$name.mps" out
    expect_line err 'unbounded'
done
finish
