#!/bin/sh
# netlib.sh FEDOMP -- netlib's linear programs by fedipm with its defaults: how many reach their optima, in how many
# steps, and in what processor time beside glpsol --interior, one after the other, on those that both solve. The
# programs are those of FEDOMP_DATA_PATH.
set -u
fedomp=${1:?usage: netlib.sh FEDOMP}
netlib=${FEDOMP_DATA_PATH:-}/netlib
if [ ! -f "$netlib/optima.csv" ] || ! command -v glpsol >/dev/null; then
    echo 'netlib: skipped, without FEDOMP_DATA_PATH/netlib or glpsol'
    exit 0
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# seconds COMMAND... -- processor time in $spent, of a shell's children; how it ended in $status
seconds() {
    # shellcheck disable=SC2016 # the inner shell's words
    sh -c '"$@" >/dev/null 2>&1; echo "status $?"; times' sh "$@" >"$tmp/time"
    status=$(awk '$1 == "status" { print $2 }' "$tmp/time")
    spent=$(awk 'END { gsub(/[ms]/, " "); print 60 * ($1 + $3) + $2 + $4 }' "$tmp/time")
}
# near A B -- |A - B| <= 1e-6 |B|
near() {
    awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= 1e-6 * (b < 0 ? -b : b)) }'
}

: >"$tmp/both"
: >"$tmp/steps"
awk -F, 'NR > 1 { print $1, $2 }' "$netlib/optima.csv" >"$tmp/programs"
while read -r name optimum; do
    gzip -dc "$netlib/$name.mps.gz" >"$tmp/p.mps"
    printf 'data = { source = "lp"; path = "p.mps"; };\npartition = { clients = 3; };\nthreads = 1;\n' >"$tmp/lp.cfg"
    printf 'algorithm = { name = "fedipm"; };\n' >>"$tmp/lp.cfg"
    seconds "$fedomp" -q -c "$tmp/lp.cfg" -o "$tmp/out" --force
    ours=$spent
    if [ "$status" -ne 0 ] || ! near "$(awk -F, 'END { print $5 }' "$tmp/out/metrics.csv")" "$optimum"; then
        echo "netlib: $name is not solved (status $status)"
        continue
    fi
    awk -F, -v name="$name" 'END { print $3, name }' "$tmp/out/metrics.csv" >>"$tmp/steps"
    seconds glpsol --interior "$tmp/p.mps" -o "$tmp/glpk"
    [ -f "$tmp/glpk" ] || continue # it leaves none when it gives up
    near "$(awk '/^Objective:/ { print $4 }' "$tmp/glpk")" "$optimum" || continue
    rm -f "$tmp/glpk"
    printf '%s %s %s\n' "$name" "$ours" "$spent" >>"$tmp/both"
done <"$tmp/programs"
sort -n "$tmp/steps" | awk -v all="$(wc -l <"$tmp/programs")" '{ steps[NR] = $1 } END {
    printf "netlib: %d of %d solved to 1e-6 (bar 88), %d steps in the median (bar 35), %d at most\n",
        NR, all, steps[int((NR + 1) / 2)], steps[NR] }'
awk -v all="$(wc -l <"$tmp/programs")" '{ ours += $2; theirs += $3 } END {
    printf "netlib: %d of %d solved by both; fedipm %.2f s, glpsol --interior %.2f s, ratio %.2f (bar 5)\n",
        NR, all, ours, theirs, (theirs > 0 ? ours / theirs : 0) }' "$tmp/both"
