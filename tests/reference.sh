#!/bin/sh
# Answers of an independent implementation, where its cases are at hand: theta.csv must agree.
. "$FED_SRCDIR/tests/lib.sh"

cases=${FEDOMP_REFERENCE:-$FED_SRCDIR/../shared/reference}
[ -d "$cases" ] || skip_all 'no reference cases (FEDOMP_REFERENCE names their directory)'

# worst EXPECTED GOT -- the largest difference relative to the largest parameter.
worst() {
    awk -F, '
        FNR == 1 { for (c = 1; c <= NF; c++) column[FILENAME, $c] = c; next }
        FILENAME == ARGV[1] {
            for (j = 0; (k = column[FILENAME, "theta_" j]); j++) {
                want[$column[FILENAME, "client"], j] = $k
                size = $k < 0 ? -$k : $k
                if (size > scale) scale = size
            }
            next
        }
        {
            for (j = 0; (k = column[FILENAME, "theta_" j]); j++) {
                got[$column[FILENAME, "client"], j] = $k
                found++
            }
        }
        END {
            for (key in want) {
                if (!(key in got)) { print "1e300"; exit }
                d = got[key] - want[key]; if (d < 0) d = -d
                if (d > most) most = d
                wanted++
            }
            if (found != wanted) { print "1e300"; exit }
            printf "%.3g\n", most / scale
        }' "$1" "$2"
}

tolerance() {
    case $1 in
        fedlrgd*) echo 1e-7 ;;
        fedipm_linear | fedipm_logistic) echo 1e-6 ;;
        fedipm*) echo 1e-5 ;;
        *poisson* | fedprox*) echo 1e-9 ;;
        *) echo 1e-10 ;;
    esac
}

"$FEDOMP" --list=algorithms >"$tmp/algorithms"
for file in "$cases"/*.cfg; do
    name=$(basename "$file" .cfg)
    algorithm=$(sed -n 's/.*algorithm = { name = "\([^"]*\)".*/\1/p' "$file")
    if ! grep -q "^$algorithm " "$tmp/algorithms"; then
        skip "$name" "$algorithm is not there"
        continue
    fi
    rm -rf "$tmp/out"
    run "$FEDOMP" -q -c "$file" -o "$tmp/out"
    bar=$(tolerance "$name")
    off=$(worst "$cases/$name.expected.csv" "$tmp/out/theta.csv" 2>/dev/null)
    check "$name agrees to $bar" awk -v off="${off:-1e300}" -v bar="$bar" 'BEGIN { exit !(off + 0 <= bar + 0) }'
done
finish
