#!/bin/sh
# guide.sh -- the commands of fedomp-guide(7), in order, shortened to two replicates of forty rounds; its
# C compiles; it names every method and every configuration of a published figure.
# shellcheck disable=SC2016 # a program of make and one of sh are meant literally
. "${FED_SRCDIR:?}/tests/lib.sh"

page=$FED_SRCDIR/man/fedomp-guide.7

# Commands, or C.
literals "$page" "$tmp/block"
pictures='sweep.svg ngd_fig2.png'
if ! command -v gnuplot >/dev/null; then
    skip 'pictures' 'gnuplot is not installed'
    sed -i '/^fedomp-plot/d' "$tmp"/block*
    pictures=
fi
mkdir "$tmp/bin" "$tmp/work"
shortened "$tmp/bin/fedomp"
for script in fedomp-plot fedomp-report fedomp-sweep; do
    made=$FED_BUILDDIR/$script
    [ -x "$made" ] || made=$FED_SRCDIR/scripts/$script
    ln -s "$made" "$tmp/bin/$script"
done
THE_FEDOMP=$FEDOMP
FEDOMP=$tmp/bin/fedomp
PATH=$tmp/bin:$PATH
export FEDOMP PATH
cd "$tmp/work" || exit 1

n=0
commands=0
while [ -f "$tmp/block$((n + 1))" ]; do
    n=$((n + 1))
    first=$(head -n 1 "$tmp/block$n")
    case $first in
        '/*'*)
            cp "$tmp/block$n" "$tmp/inverse_root.c"
            ;;
        ' '* | PATH=*) ;;
        *compare_a9a*)
            (FEDOMP=$THE_FEDOMP && small_a9a "$tmp/bin/small")
            commands=$((commands + 1))
            expect_status 0 "$first" env FEDOMP="$tmp/bin/small" sh -e "$tmp/block$n"
            sed -n '2,$p' "$out" | awk '{ print $2, $3 }' | head -n 5 | sort >methods
            printf '%s\n' 'fedavg central' 'fedprox central' 'ngd circle' 'ngd complete' 'ngd fixed-degree' >five
            expect_same methods five 'ranks each method at its best rate'
            check 'with twenty runs behind it' test "$(wc -l <guide/a9a/ranking.csv)" -eq 21
            check 'in a configuration of twelve lines' test "$(wc -l <"$FED_SRCDIR/conf/compare_a9a.cfg")" -eq 12
            check 'and a report' grep -q 'Best setting per method' guide/a9a/report.html
            ;;
        *)
            commands=$((commands + 1))
            expect_status 0 "$first" sh -e "$tmp/block$n"
            ;;
    esac
done
check 'there are commands' test "$commands" -ge 9
for file in guide/circle/run.yaml guide/star/run.yaml guide/sweep/report.html guide/stable/stable.csv \
    guide/ngd_fig2/report.html guide/rates/ranking.csv results/own/theta.csv $pictures; do
    check "$file is there" test -s "$file"
done
expect_line guide/stable/report.html 'stable solution' 'the page speaks of the stable solution'
check 'rates.html is there' test -s rates.html

printf 'include Makefile\nown:\n\t$(COMPILE) -Werror -c -o $(OUT)/own.o $(OUT)/inverse_root.c\n' >"$tmp/own.mk"
unset MAKEFLAGS MFLAGS MAKELEVEL
check 'the schedule compiles' make -s -C "$FED_BUILDDIR" -f "$tmp/own.mk" own OUT="$tmp"

sed 's/\\-/-/g' "$page" >"$tmp/plain"
for file in "$FED_SRCDIR"/conf/paper/*.cfg; do
    name=$(basename "$file" .cfg)
    check "the guide names conf/paper/$name.cfg" grep -E -q "^\.It Pa (.* )?$name( |\$)" "$tmp/plain"
done
figures=$FED_SRCDIR/doc/figures
for file in "$FED_SRCDIR"/conf/paper/*.cfg; do
    name=$(basename "$file" .cfg)
    check "doc/figures.md has $name" grep -q "^### $name\$" "$figures.md"
    check "$name has its picture there" grep -q "^!\[.*\](figures/$name.svg)\$" "$figures.md"
    check "the picture of $name is whole" grep -q '^</svg>' "$figures/$name.svg"
    check "$name has the seed of all" grep -q '^seed *= 2022;$' "$file"
done
check 'and shows nothing else' test "$(grep -c '^!\[' "$figures.md")" -eq "$(find "$figures" -name '*.svg' | wc -l)"
check 'figures-check.sh defines no function twice' test -z "$(sed -n 's/^ *\([a-z_]*\)() {.*/\1/p' \
    "$FED_SRCDIR/scripts/figures-check.sh" | sort | uniq -d)"
for name in $("$THE_FEDOMP" --list=algorithms | awk '{ print $1 }'); do
    check "the guide names $name" grep -E -q "^\.It Cm (.* )?$name( |\$)" "$tmp/plain"
done
finish
