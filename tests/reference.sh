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

# The same of two npy files.
worst_npy() {
    python3 -c 'import array, sys
def numbers(path):
    text = open(path, "rb").read()
    values = array.array("d")
    values.frombytes(text[text.index(b"\n") + 1:])
    return values
want, got = (numbers(path) for path in sys.argv[1:])
print(max(abs(a - b) for a, b in zip(want, got)) / max(map(abs, want)) if len(want) == len(got) else 1e300)' "$1" "$2"
}

tolerance() {
    case $1 in
        fedlrgd*) echo 1e-7 ;;
        fedipm_linear | fedipm_logistic) echo 1e-6 ;;
        fedipm*) echo 1e-5 ;;
        *poisson* | fedprox* | methods/* | networks/*) echo 1e-9 ;;
        *) echo 1e-10 ;;
    esac
}

"$FEDOMP" --list=algorithms >"$tmp/algorithms"
for file in "$cases"/*.cfg "$cases"/methods/*.cfg "$cases"/networks/*.cfg; do
    [ -f "$file" ] || continue
    name=${file#"$cases/"}
    name=${name%.cfg}
    algorithm=$(sed -n 's/.*algorithm = { name = "\([^"]*\)".*/\1/p' "$file")
    if ! grep -q "^$algorithm " "$tmp/algorithms"; then
        case $name in methods/*) continue ;; esac # cases of methods to come
        skip "$name" "$algorithm is not there"
        continue
    fi
    rm -rf "$tmp/out"
    run "$FEDOMP" -q -c "$file" -o "$tmp/out"
    bar=$(tolerance "$name")
    if [ -f "$cases/$name.expected.npy" ]; then
        off=$(worst_npy "$cases/$name.expected.npy" "$tmp/out/theta.npy" 2>/dev/null)
        check "$name agrees to $bar" awk -v off="${off:-1e300}" -v bar="$bar" 'BEGIN { exit !(off + 0 <= bar + 0) }'
        continue
    fi
    off=$(worst "$cases/$name.expected.csv" "$tmp/out/theta.csv" 2>/dev/null)
    check "$name agrees to $bar" awk -v off="${off:-1e300}" -v bar="$bar" 'BEGIN { exit !(off + 0 <= bar + 0) }'
done
finish
