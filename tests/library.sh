#!/bin/sh
# library.sh -- libfedomp(3): it names every function of the header, and its example compiles against
# the library as built, runs and finds what it should. With FED_LIBDIR (make installcheck) the library
# is the installed one, found through pkg-config.
. "${FED_SRCDIR:?}/tests/lib.sh"

page=$FED_SRCDIR/man/libfedomp.3
header=$FED_SRCDIR/include/fedomp.h
libdir=${FED_LIBDIR:-$FED_BUILDDIR/.libs}
compiler=${FED_CC:-cc}
flags="-I$FED_SRCDIR/include"
libraries="-L$libdir -lfedomp -lm"

grep -o -E '\b(fedomp_[a-z_]+)\(' "$header" | tr -d '(' | sort -u >"$tmp/declared"
sed -n -E 's/^\.F[no] (fedomp_[a-z_]+).*/\1/p' "$page" | sort -u >"$tmp/described"
check 'the header declares functions' test -s "$tmp/declared"
expect_same "$tmp/declared" "$tmp/described" 'libfedomp(3) names the functions of fedomp.h, and no others'
# Members of each structure in the structure's entry; enumerators anywhere.
awk '/^typedef struct [a-z_]+ \{/ { name = $3; inside = 1; next }
    /^\} / { inside = 0 }
    inside {
        gsub(/\/\*.*/, "")
        if (match($0, /\(\*[a-z_]+\)/))
            print name, substr($0, RSTART + 2, RLENGTH - 3)
        else if (/^    [a-z].*;/) {
            sub(/;.*/, "")
            n = split($0, part, ",")
            for (i = 1; i <= n; i++) {
                sub(/.*[ *]/, "", part[i])
                print name, part[i]
            }
        }
    }' "$header" | sort -u >"$tmp/members"
awk '/^\.Ss Members/ { on = 1; next } /^\.S[hs]/ { on = 0 }
    on && /^\.It Vt/ { name = $3 }
    on && sub(/^\.Fa /, "") { gsub(/[,:.]/, ""); n = split($0, word, " "); for (i = 1; i <= n; i++) print name, word[i] }' \
    "$page" | sort -u >"$tmp/documented"
check 'the header has structures' test "$(wc -l <"$tmp/members")" -ge 20
comm -23 "$tmp/members" "$tmp/documented" >"$out"
check "libfedomp(3) documents every member: $(tr '\n' ';' <"$out")" test ! -s "$out"
grep -o -E '^    FEDOMP_[A-Z]+' "$header" | while read -r name; do grep -q -E "Dv $name\$" "$page" || echo "$name"; done >"$out"
check "and every enumerator: $(tr '\n' ' ' <"$out")" test ! -s "$out"
# shellcheck disable=SC2086 # a compiler with its options
check 'fedomp.h stands alone' \
    $compiler -std=c99 -Wall -Wextra -Wpedantic -Werror -x c -fsyntax-only "$header"
if command -v c++ >/dev/null; then
    check 'C++ reads fedomp.h' \
        c++ -std=c++98 -Wall -Wextra -Wpedantic -Werror -x c++ -fsyntax-only "$header"
else
    skip 'C++ reads fedomp.h' 'no C++ compiler is installed'
fi

literals "$page" "$tmp/example" EXAMPLES
mv "$tmp/example1" "$tmp/example.c"
static=
if [ ! -f "$libdir/libfedomp.so" ]; then # an archive names what it needs in fedomp.pc alone
    static=--static
    libraries="$libraries $(sed -n 's/^Libs\.private: //p' "$FED_BUILDDIR/fedomp.pc")"
fi
if [ -n "${FED_LIBDIR:-}" ]; then
    flags=$("${PKG_CONFIG:-pkg-config}" --cflags "$libdir/pkgconfig/fedomp.pc")
    # shellcheck disable=SC2086 # an option or none
    libraries=$("${PKG_CONFIG:-pkg-config}" $static --libs "$libdir/pkgconfig/fedomp.pc")
    check 'pkg-config knows the library' test -n "$libraries"
fi
# shellcheck disable=SC2086
expect_status 0 'the example compiles without a warning' \
    $compiler -std=c99 -Wall -Wextra -Wpedantic -Werror $flags -o "$tmp/example" "$tmp/example.c" \
    $libraries -Wl,-rpath,"$libdir" || finish

cat >"$tmp/small.cfg" <<'END'
seed = 7; replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 400; theta = [1.0, -2.0]; noise = 0.5; };
partition = { clients = 5; };
algorithm = { name = "fedavg"; rounds = 200; learning_rate = 0.1; };
output = { every = 20; };
END
expect_status 0 'it runs' "$tmp/example" "$tmp/small.cfg" "$tmp/out"
expect_match out '^  round    0  gap [0-9.]+$' 'the gap at the start'
expect_match out '^  round  200  gap -?[0-9.]+e-(1[2-9]|[2-9][0-9])$|gap 0$' 'no gap at the end'
expect_match out '^  theta (0\.9|1\.0)[0-9]* -(1\.9|2\.0)[0-9]*$' 'the parameters'
for file in metrics.csv summary.csv theta.csv run.yaml; do
    check "it writes $file" test -s "$tmp/out/$file"
done
expect_match "$tmp/out/run.yaml" 'heavy-ball' 'run.yaml names the algorithm of the example'

# The gap of log cosh under momentum is down to rounding, whoever found the optimum.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["round"] == 200 { seen++; if (!($at["gap"] < 1e-12 && $at["gap"] > -1e-12)) bad++ }
    END { exit !(seen == 2 && bad == 0) }' "$tmp/out/metrics.csv"
check 'momentum reaches the reference optimum of the loss' test $? -eq 0

# Words: 2 parameters down and up, for 5 clients and 200 rounds.
check 'words are counted' sh -c 'grep -q "^0,0,200,.*,2000,2000,0," "$1"' sh "$tmp/out/metrics.csv"

# The library and the program, the same sweep: the same bytes, but for the seconds, at any number of threads
# and in a locale that writes commas.
cat >"$tmp/plain.c" <<'END'
#include <fedomp.h>
#include <locale.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    fedomp_session *s = fedomp_open();
    int failed = argc != 4 || setlocale(LC_ALL, "") == NULL || fedomp_load(s, argv[1]) != FEDOMP_OK ||
                 fedomp_set(s, "threads", argv[3]) != FEDOMP_OK ||
                 fedomp_set(s, "algorithm.tolerance", "1.5e-9") != FEDOMP_OK ||
                 fedomp_solve(s) != FEDOMP_OK || fedomp_write(s, argv[2], 0) != FEDOMP_OK;

    if (failed)
        fprintf(stderr, "%s\n", fedomp_error(s));
    else
        printf("%.1f\n", 1.5);
    fedomp_close(s);
    return failed;
}
END
cat >"$tmp/sweep.cfg" <<'END'
seed = 7; replicates = 3;
data = { source = "synthetic"; model = "linear"; samples = 120; theta = [1.25, -2.5]; };
partition = { clients = 4; };
network = { type = "file"; path = "edges.txt"; };
algorithm = { name = "ngd"; rounds = 20; learning_rate = 0.1; };
sweep = ({ key = "algorithm.learning_rate"; values = [0.05, 0.125]; });
END
printf '%s\n' '0 1 0.5' '0 2 0.5' '1 2 1' '2 3 1' '3 0 1' >"$tmp/edges.txt"

# same BY -- what it wrote is what the program wrote.
same() {
    for file in metrics.csv summary.csv theta.csv; do
        for from in "$1" program; do
            case $file in
                metrics.csv) sed 's/,[^,]*$//' "$tmp/by-$from/$file" ;;
                *) grep -v ',seconds,' "$tmp/by-$from/$file" ;;
            esac >"$tmp/$from-$file"
        done
        expect_same "$tmp/$1-$file" "$tmp/program-$file" "$1: the same $file"
    done
}

if [ -n "${FEDOMP:-}" ]; then
    # shellcheck disable=SC2086
    expect_status 0 'a plain program compiles' $compiler $flags -o "$tmp/plain" "$tmp/plain.c" \
        $libraries -Wl,-rpath,"$libdir"
    expect_status 0 'fedomp runs a sweep' "$FEDOMP" -q -c "$tmp/sweep.cfg" -D algorithm.tolerance=1.5e-9 \
        -o "$tmp/by-program"
    for threads in 1 2 3; do
        expect_status 0 "so does the library, threads = $threads" \
            "$tmp/plain" "$tmp/sweep.cfg" "$tmp/by-$threads" "$threads"
        same "$threads"
    done
    if localedef -i de_DE -f UTF-8 "$tmp/de_DE.UTF-8" >/dev/null 2>&1; then
        expect_status 0 'and under a locale with commas' \
            env LOCPATH="$tmp" LC_ALL=de_DE.UTF-8 "$tmp/plain" "$tmp/sweep.cfg" "$tmp/by-commas" 2
        expect_line out '1,5' 'which the program keeps'
        same commas
    else
        skip 'under a locale with commas' 'there is no such locale here'
    fi
fi
expect_status 1 'an unknown file' "$tmp/example" "$tmp/none.cfg"
expect_line err "$tmp/none.cfg"
finish
