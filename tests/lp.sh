#!/bin/sh
# Linear programs: both forms of input, faults in them, degenerate ones, and random ones against GLPK.
# shellcheck disable=SC2016 # programs of awk are meant literally
# shellcheck disable=SC2317 # functions are run by check and expect_status
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

# solve DIR-OR-FILE OUT [OPTION...] -- runs fedipm on a linear program
solve() {
    lp_path=$1
    lp_out=$2
    shift 2
    printf 'data = { source = "lp"; path = "%s"; };\nalgorithm = { name = "fedipm"; };\n' "$lp_path" >lp.cfg
    "$FEDOMP" -q -c lp.cfg -o "$lp_out" --force "$@"
}
# objective OUT, steps OUT, feasibility OUT -- of the last record
objective() { awk -F, 'END { print $5 }' "$1/metrics.csv"; }
steps() { awk -F, 'END { print $3 }' "$1/metrics.csv"; }
feasibility() { awk -F, 'END { print $6 }' "$1/ipm.csv"; }
# near A B TOLERANCE -- |A - B| <= TOLERANCE (1 + |B|)
near() {
    awk -v a="$1" -v b="$2" -v e="$3" 'BEGIN { d = a - b; s = b < 0 ? -b : b; exit !(a != "" && b != "" &&
        (d < 0 ? -d : d) <= e * (1 + s)) }'
}

# multipliers OUT Y... -- those of multipliers.csv are Y
multipliers() {
    lp_out=$1
    shift
    awk -F, -v wanted="$*" 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; n = split(wanted, y, " "); next }
        { d = $at["multiplier"] - y[NR - 1]; bad = bad || d > 1e-6 || d < -1e-6 } END { exit bad || NR - 1 != n }' \
        "$lp_out/multipliers.csv"
}
# kkt DIR OUT -- Ax = b, x within its bounds, y a multiplier of every row, and c - A'y >= 0 where x may only grow,
# <= 0 where it may only fall, 0 in between: x is optimal whatever found it
kkt() {
    awk -F, 'function off(v) { return v > 1e-6 || v < -1e-6 }
        FNR == 1 { file++; next }
        file == 1 { row[FNR] = $1; column[FNR] = $2; value[FNR] = $3; last = FNR; next }
        file == 2 { b[FNR - 2] = $1; next }
        file == 3 { c[FNR - 2] = $1; n = FNR - 1; next }
        file == 4 { low[FNR - 2] = $1; high[FNR - 2] = $2; next }
        file == 5 { y[FNR - 2] = $NF; m = FNR - 1; next }
        { for (j = 0; j < n; j++) x[j] = $(4 + j) }
        END {
            for (k = 2; k <= last; k++) { ax[row[k]] += value[k] * x[column[k]]; c[column[k]] -= value[k] * y[row[k]] }
            for (i = 0; i < m; i++) bad = bad || off(ax[i] - b[i])
            for (j = 0; j < n; j++) {
                at_low = low[j] != "" && low[j] != "-inf" && x[j] - low[j] < 1e-5
                at_high = high[j] != "" && high[j] != "inf" && high[j] - x[j] < 1e-5
                if (!at_low && c[j] > 1e-6 || !at_high && c[j] < -1e-6) bad = 1
            }
            exit bad || n == 0 || m == 0 }' \
        "$1/A.csv" "$1/b.csv" "$1/c.csv" "$1/bounds.csv" "$2/multipliers.csv" "$2/theta.csv"
}

# min -x - 2y, x + y + s = 4, x + 3y + r = 6: x = 3, y = 1
mkdir small
printf 'row,column,value\n0,0,1\n0,1,1\n0,2,1\n1,0,1\n1,1,3\n1,3,1\n' >small/A.csv
printf 'b\n4\n6\n' >small/b.csv
printf 'c\n-1\n-2\n0\n0\n' >small/c.csv
printf 'lower,upper\n0,inf\n0,inf\n0,inf\n0,\n' >small/bounds.csv
printf 'client\n7\n3\n7\n3\n' >small/owner.csv
expect_status 0 'a small program' solve small s0 -D algorithm.tolerance=1e-10
check 'its objective' near "$(objective s0)" -5 1e-9
check 'its answer' awk -F, 'END { exit !($4 > 2.999999 && $4 < 3.000001 && $5 > 0.999999 && $5 < 1.000001 && NF == 7) }' \
    s0/theta.csv
check 'its multipliers' multipliers s0 -0.5 -0.5
check 'they make it optimal' kkt small s0
check 'as many clients as owners' grep -q 'clients: 2' s0/run.yaml
check 'nothing is known of an optimum' awk -F, 'END { exit !($6 == "" && $11 == "") }' s0/metrics.csv

cat >small.mps <<'EOF'
* the same with inequalities
NAME small
ROWS
 N cost
 L first
 L second
COLUMNS
 x cost -1 first 1
 x second 1
 y cost -2 first 1
 y second 3
RHS
 rhs first 4 second 6
ENDATA
EOF
expect_status 0 'the same in MPS' solve small.mps s1 -D algorithm.tolerance=1e-10 -D partition.clients=2
check 'the same objective' near "$(objective s1)" -5 1e-9
# named TABLE COLUMN NAME VALUE -- of the file's row or column of that name, after run and replicate
named() {
    awk -F, -v column="$2" -v name="$3" -v wanted="$4" 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        $at["name"] == name { d = $at[column] - wanted; good = d < 1e-6 && d > -1e-6 } END { exit !good }' "$1"
}
check 'names of the rows' named s1/multipliers.csv multiplier second -0.5
check 'names of the columns' named s1/solution.csv value x 3
check 'a reduced cost' named s1/solution.csv reduced_cost y 0
check 'no names where the file has none' sh -c '! grep -q name s0/solution.csv s0/multipliers.csv'
# A program with names after one without: the table of both has them.
run solve "$FED_SRCDIR/datasets/transport" both -D "sweep=({ key = \"data.path\";
    values = [\"$FED_SRCDIR/datasets/transport\", \"$FED_SRCDIR/datasets/hexagon.mps\"]; })"
check 'names where one of two has them' awk -F, 'NR == 1 { bad = $NF != "name" }
    NR > 1 { bad = bad || ($1 == 0) != ($NF == "") } END { exit bad || NR < 10 }' both/multipliers.csv
check 'the columns alone are the answer' awk -F, 'END { exit !(NF == 5 && $4 > 2.999999 && $5 < 1.000001) }' s1/theta.csv

cat >kinds.mps <<'EOF'
NAME kinds
OBJSENSE
    MAX
ROWS
 N gain
 G low
 E equal
 L range
COLUMNS
 a gain 1 low 1
 a equal 1 range 1
 b gain 2 equal -1
 b range 1
 c gain -1 low 1
 d gain 0.5 range 1
RHS
 rhs low -3 equal 1
 rhs range 9 gain -10
RANGES
 rng range 4
BOUNDS
 UP bnd a 5
 FR bnd b
 MI bnd c
 UP bnd c 2
 FX bnd d 1.5
ENDATA
EOF
expect_status 0 'every kind of row and bound' solve kinds.mps s2 -D algorithm.tolerance=1e-10
# a - b = 1, a + c >= -3, 5 <= a + b + 1.5 <= 9: a = 4.25, b = 3.25, c = -7.25; the gain is 18.75 + 10
check 'maximised: the objective is the negative' near "$(objective s2)" -28.75 1e-8
check 'maximised: the run says so' grep -q 'the file maximises' s2/run.yaml
# b is free, a and c are inside: y_range - y_equal = -2, y_low = 1, y_low + y_equal + y_range = -1
check 'multipliers of every kind of row' multipliers s2 1 0 -2
cat >ranges.mps <<'EOF'
NAME ranges
OBJSENSE MAX
ROWS
 N gain
 E above
 E below
 L cap
 G floor
COLUMNS
 a gain 1 above 1
 b gain -1 below 1
 c gain 1 floor 1
 d gain 1 cap 1
 e gain 1 floor 1
RHS
 above 3 below 3
 cap 7 floor -20
RANGES
 above 2 below -2
 floor 24
BOUNDS
 UP c -1
 UP d 4
 PL d
ENDATA
EOF
# 3 <= a <= 5, 1 <= b <= 3, c <= -1 without a lower bound, d <= 7, -20 <= c + e <= 4: 5 - 1 + 4 + 7
expect_status 0 'ranges of equations, a negative bound' solve ranges.mps s6 -D algorithm.tolerance=1e-10
check 'ranges: the objective' near "$(objective s6)" -15 1e-8

for system in pcg model3; do
    expect_status 0 "system $system" solve small "s_$system" -D algorithm.system=$system
    check "$system: the same objective" near "$(objective s_$system)" -5 1e-7
done
expect_status 0 'paired sketches' solve small s3 -D algorithm.system=sketch -D algorithm.pairing=paired
check 'paired: the same objective' near "$(objective s3)" -5 1e-7
expect_status 0 "Lemma F.2's start" solve small s4 -D algorithm.start=modified
check 'modified: the same objective' near "$(objective s4)" -5 1e-7
expect_status 0 'short steps' solve small s5 -D algorithm.step=short -D algorithm.rounds=2000
check 'short: the same objective' near "$(objective s5)" -5 1e-7

# Programs without an answer, and programs that look like them.
expect_status 3 'other methods refuse a program' solve small no -D algorithm.name=fedavg
expect_line err 'linear programs'
copy() { rm -rf "$1" && cp -r small "$1"; }
copy infeasible
printf 'b\n4\n-6\n' >infeasible/b.csv
expect_status 5 'infeasible' solve infeasible o1
expect_line err 'infeasible'
copy unbounded
printf 'row,column,value\n0,0,1\n0,1,-1\n0,2,1\n1,0,1\n1,1,-3\n1,3,1\n' >unbounded/A.csv
expect_status 5 'unbounded' solve unbounded o2
expect_line err 'unbounded'
copy redundant
printf 'row,column,value\n0,0,1\n0,1,1\n0,2,1\n1,0,1\n1,1,3\n1,3,1\n2,0,2\n2,1,4\n2,2,1\n2,3,1\n' >redundant/A.csv
printf 'b\n4\n6\n10\n' >redundant/b.csv
expect_status 0 'a row too many' solve redundant o3
check 'redundant: the same objective' near "$(objective o3)" -5 1e-7
check 'redundant: optimal by its multipliers' kkt redundant o3
printf 'b\n4\n6\n11\n' >redundant/b.csv
expect_status 5 'a row too many that contradicts' solve redundant o4
expect_line err 'depends on other rows'
copy empty
printf 'b\n4\n6\n0\n' >empty/b.csv
expect_status 0 'a row without entries' solve empty o7
check 'empty: the same objective' near "$(objective o7)" -5 1e-7
printf 'b\n4\n6\n1\n' >empty/b.csv
expect_status 5 'a row without entries that asks for 1' solve empty o8
expect_line err 'infeasible'
copy flat
printf 'lower,upper\n3,3\n0,inf\n0,inf\n0,inf\n' >flat/bounds.csv
expect_status 0 'a fixed column' solve flat o5
check 'flat: the same objective' near "$(objective o5)" -5 1e-7
check 'flat: optimal by its multipliers' kkt flat o5
copy touching
printf 'row,column,value\n0,0,1\n0,1,1\n0,2,1\n1,0,1\n1,1,3\n1,3,1\n2,2,1\n' >touching/A.csv
printf 'b\n4\n6\n0\n' >touching/b.csv
expect_status 0 'a feasible set without interior' solve touching o6
check 'touching: the same objective' near "$(objective o6)" -5 1e-7

# Units of A, b and c do not matter: the same steps, and the objective in those units.
# scaled A B C -- a transport of two sources and two sinks, a row too many, an upper bound
scaled() {
    awk -v a="$1" -v b="$2" -v c="$3" 'BEGIN {
        print "NAME scaled\nROWS\n N cost\n E s1\n E s2\n E d1\n E d2\n L some\nCOLUMNS"
        split("4.5 6.25 7 3.5", cost)
        for (j = 1; j <= 4; j++) {
            printf " x%d cost %.17g s%d %.17g\n", j, cost[j] * c, (j > 2 ? 2 : 1), a
            printf " x%d d%d %.17g some %.17g\n", j, (j % 2 ? 1 : 2), a, j * a / 3
        }
        print "RHS"; split("30 20 15 35", side)
        for (i = 1; i <= 4; i++) printf " rhs %s%d %.17g\n", (i > 2 ? "d" : "s"), (i > 2 ? i - 2 : i), side[i] * b
        printf " rhs some %.17g\nBOUNDS\n UP bnd x2 %.17g\nENDATA\n", 55 * b, 16 * b / a }'
}
scaled 1 1 1 >unit.mps
expect_status 0 'a transport' solve unit.mps unit
check 'its objective is that of GLPK' near "$(objective unit)" 231.25 1e-7
for exponent in -6 -5 -4 -3 -2 -1 1 2 3 4 5 6; do
    factor=1e$exponent
    for what in A b c; do
        case $what in
            A) scaled $factor 1 1 >scaled.mps && ratio=$(awk -v f=$factor 'BEGIN { printf "%.17g", 1 / f }') ;;
            b) scaled 1 $factor 1 >scaled.mps && ratio=$factor ;;
            c) scaled 1 1 $factor >scaled.mps && ratio=$factor ;;
        esac
        run solve scaled.mps scaled
        check "$what times $factor: solved in as many steps, to the same answer" awk -v status=$tap_status \
            -v f="$(objective scaled)" -v g="$(objective unit)" -v r="$ratio" -v n="$(steps scaled)" -v m="$(steps unit)" \
            'BEGIN { d = f / r / g - 1; exit !(status == 0 && n == m && d < 1e-7 && d > -1e-7) }'
    done
done
for b in 1e9 3e6 1 1e-6; do # min x1 + 2 x2, x1 + x2 = b
    printf 'NAME two\nROWS\n N cost\n E sum\nCOLUMNS\n x1 cost 1 sum 1\n x2 cost 2 sum 1\nRHS\n rhs sum %s\nENDATA\n' $b >two.mps
    expect_status 0 "x1 + x2 = $b" solve two.mps two
    check "x1 + x2 = $b: the optimum" awk -v f="$(objective two)" -v b=$b 'BEGIN { exit !(f / b - 1 < 1e-7 && f / b - 1 > -1e-7) }'
done
printf 'NAME two\nROWS\n N cost\n E sum\nCOLUMNS\n x1 cost 1e6 sum 1\n x2 cost 2e6 sum 1\nRHS\n rhs sum 1e-6\nENDATA\n' >two.mps
expect_status 0 'large costs, a small right-hand side' solve two.mps two
check 'their product is 1' awk -v f="$(objective two)" 'BEGIN { exit !(f - 1 < 1e-7 && f - 1 > -1e-7) }'

# Names with blanks: fixed columns.
pairs() { printf '    %-8s  %-8s  %12s   %-8s  %12s\n' "$@"; }
{
    printf 'NAME          BLANKS\nROWS\n N  COST ROW\n L  A 1\n G  A 2\nCOLUMNS\n'
    pairs 'X ONE' 'COST ROW' 1.0 'A 1' 1.0
    pairs 'X ONE' 'A 2' 1.0 '' ''
    pairs 'X TWO' 'COST ROW' 2.0 'A 2' 1.0
    printf 'RHS\n'
    pairs 'RHS 1' 'A 1' 4.0 'A 2' 6.0
    printf 'BOUNDS\n UP BND 1     X TWO              9.0\nENDATA\n'
} >blanks.mps
expect_status 0 'names with blanks' solve blanks.mps blanks
check 'names with blanks: the objective' near "$(objective blanks)" 8 1e-8
# A 1 has one entry, and holds X ONE at 4: 1 = y_1 + y_2, 2 = y_2
check 'a row that was a bound has its multiplier' multipliers blanks -1 2
sed 's/^ UP.*/&\n LO BND 1     X TWO             10.0/' blanks.mps >crossed.mps
expect_status 4 'bounds that leave nothing' solve crossed.mps no
expect_line err 'crossed.mps: column 1: the bounds 10, 9 leave no value'

# Faults.
copy bad
printf 'row,column,value\n0,0,1\n5,1,1\n' >bad/A.csv
expect_status 4 'a row beyond b' solve bad no
expect_match err 'A\.csv:3: row 5, column 1'
printf 'row,column,value\n0,0,1\n0,0,1\n' >bad/A.csv
expect_status 4 'an entry twice' solve bad no
expect_line err 'given twice'
printf 'row,column,value\n0,x,1\n' >bad/A.csv
expect_status 4 'a word for a number' solve bad no
copy bad
printf 'lower,upper\n0,inf\n2,1\n0,inf\n0,inf\n' >bad/bounds.csv
expect_status 4 'bounds that leave nothing' solve bad no
expect_match err 'bounds\.csv: column 1'
copy bad
printf 'client\n0\n1\n' >bad/owner.csv
expect_status 4 'too few owners' solve bad no
rm bad/c.csv
expect_status 4 'no c.csv' solve bad no
expect_line err 'c.csv'
expect_status 4 'no directory' solve nowhere no
sed '/ENDATA/d' small.mps >cut.mps
expect_status 4 'a cut MPS file' solve cut.mps no
expect_line err 'no ENDATA'
sed "s/^ x cost/ m 'MARKER' 'INTORG'\n x cost/" small.mps >integer.mps
expect_status 4 'integers' solve integer.mps no
expect_line err 'integer'
sed 's/^ x second 1/ x third 1/' small.mps >unknown.mps
expect_status 4 'an unknown row' solve unknown.mps no
expect_line err 'third'
# wrong SED TEXT -- a fault of the file, at its line.
wrong() {
    sed "$1" small.mps >wrong.mps
    expect_status 4 "$1" solve wrong.mps no
    expect_match err "wrong.mps:[0-9]+: $2"
}
wrong 's/cost -1/cost -1x/' "expected a number, found '-1x'"
wrong 's/L second/L first/' "a second row 'first'"
wrong 's/L second/Q second/' "expected N, E, L or G and a name, found 'Q'"
wrong 's/cost -1 first 1/cost -1 first/' "expected a column and one or two pairs of row and number after 'x'"
wrong 's/^COLUMNS/COLS/' "a line outside any section, or in an unknown one: 'COLS'"
wrong 's/^ENDATA/BOUNDS\n UP x\nENDATA/' "expected a bound's type, a column and a number, found 'UP'"
wrong 's/^ENDATA/BOUNDS\n UP bnd q 1\nENDATA/' "no such column: 'q'"
wrong 's/^ENDATA/BOUNDS\n XX bnd x 1\nENDATA/' "unknown bound 'XX'"
wrong 's/^ENDATA/BOUNDS\n BV bnd x\nENDATA/' "integer columns are not supported: bound 'BV'"
sed 's/^ENDATA/BOUNDS\n LO bnd y 5\n UP bnd y 4\nENDATA/' small.mps >wrong.mps
expect_status 4 'bounds without a value between' solve wrong.mps no
expect_line err 'wrong.mps: column 1: the bounds 5, 4 leave no value'
printf 'NAME none\nROWS\n N cost\nCOLUMNS\n x cost 1\nENDATA\n' >wrong.mps
expect_status 4 'no rows' solve wrong.mps no
expect_line err 'wrong.mps: no rows or no columns'

# Random programs against GLPK: equations, inequalities, boxes, free columns.
if ! command -v glpsol >/dev/null 2>&1; then
    skip 'random programs against GLPK' 'glpsol is not installed'
    finish
fi
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    awk -v seed="$seed" 'BEGIN {
        srand(seed); m = 3 + int(rand() * 12); n = m + 2 + int(rand() * 25)
        print "NAME random"; print "ROWS"; print " N cost"
        for (i = 0; i < m; i++) {
            kind[i] = (seed % 3 == 0 || i < m / 2) ? "E" : rand() < 0.5 ? "L" : "G"
            print " " kind[i] " r" i
            y[i] = rand() - 0.5; if (kind[i] == "L") y[i] = -rand(); if (kind[i] == "G") y[i] = rand()
        }
        print "COLUMNS"
        for (j = 0; j < n; j++) {
            free = seed % 4 == 0 && j < 2; boxed = seed % 4 == 1
            x = free ? rand() - 0.5 : rand() < 0.3 ? 0 : rand(); c = free || x > 0 ? 0 : rand()
            for (i = 0; i < m; i++)
                if (rand() < 0.6) {
                    a = int((rand() - 0.5) * 2000) / 100; row[i] += a * x; c += a * y[i]
                    printf " x%d r%d %.17g\n", j, i, a
                }
            printf " x%d cost %.17g\n", j, c
            if (free) bounds = bounds sprintf(" FR b x%d\n", j)
            if (boxed) bounds = bounds sprintf(" UP b x%d %.17g\n", j, 1 + rand())
        }
        print "RHS"
        for (i = 0; i < m; i++) printf " rhs r%d %.17g\n", i, row[i] + (kind[i] == "L" ? 0.3 : kind[i] == "G" ? -0.3 : 0)
        if (bounds != "") printf "BOUNDS\n%s", bounds
        print "ENDATA" }' >random.mps
    glpsol --freemps random.mps -o glpk.txt >glpk.log 2>&1
    wanted=$(awk '$1 == "Objective:" { print $4; exit }' glpk.txt)
    grep -q 'OPTIMAL' glpk.txt || { not_ok "seed $seed: GLPK solves it" && tap_quote glpk.log; }
    expect_status 0 "seed $seed: solved" solve random.mps random -D partition.clients=4 -s "$seed" -D algorithm.tolerance=1e-9
    check "seed $seed: GLPK's objective" near "$(objective random)" "$wanted" 1e-7
    check "seed $seed: |Ax-b|" awk -v r="$(feasibility random)" 'BEGIN { exit !(r != "" && r <= 1e-9) }'
    check "seed $seed: at most 150 steps" test "$(steps random)" -le 150
done
finish
