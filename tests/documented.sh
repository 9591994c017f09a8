#!/bin/sh
# documented.sh -- what fedomp.cfg(5), fedomp-datasets(7) and the README show works as it is copied from
# them: configurations, a manifest, commands; these shortened to two replicates of forty rounds.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$tmp" || exit 1

# runs NAME FILE... -- the files make one configuration, which is valid and runs.
runs() {
    name=$1
    shift
    cat "$@" >shown.cfg
    expect_status 0 "$name: valid" "$FEDOMP" --check -c shown.cfg
    expect_status 0 "$name: runs" "$FEDOMP" -q -c shown.cfg -o shown --force -D replicates=2 -D algorithm.rounds=40
}

# points NUMBER -- the last run had so many.
points() {
    check "$name: $1 points" test "$(awk -F, 'NR > 1 { print $(NF - 8) }' shown/summary.csv | sort -u | wc -l)" -eq "$1"
}

# fedomp.cfg(5): a whole configuration, a sweep and a zip of it; then two formulas.
literals "$FED_SRCDIR/man/fedomp.cfg.5" cfg
"$FEDOMP" --print-config -c "$FED_SRCDIR/conf/ngd_circle.cfg" >circle
expect_status 0 'the configuration of fedomp.cfg(5)' "$FEDOMP" --print-config -c cfg1
expect_same "$out" circle 'it is conf/ngd_circle.cfg'
runs 'the sweep of fedomp.cfg(5)' cfg1 cfg2
points 4
runs 'the zip of fedomp.cfg(5)' cfg1 cfg3
points 2
check 'the other displays of fedomp.cfg(5) are formulas' grep -q '^[Lu][_m]*.* = .*sum' cfg4 cfg5
check 'there are no more of them' test ! -e cfg6

# fedomp-datasets(7): generated data, a file, a known set, a manifest of one's own.
literals "$FED_SRCDIR/man/fedomp-datasets.7" data
cat >method <<'END'
algorithm = { name = "fedavg"; learning_rate = 0.1; };
END
echo 'loss = { type = "logistic"; }; partition = { clients = 10; };' >logistic
runs 'the generator of fedomp-datasets(7)' data1 logistic method
table() {
    awk -v rows="$1" -v columns="$2" 'BEGIN {
        printf "site"
        for (j = 1; j <= columns; j++)
            printf ",x%d", j
        print ",y"
        for (i = 1; i <= rows; i++) {
            printf "%d", i % 7
            for (j = 1; j <= columns; j++)
                printf ",%.3f", sin(i * j)
            printf ",%.3f\n", cos(i) + sin(i)
        }
    }'
}
table 70 3 >x.csv
runs 'the file of fedomp-datasets(7)' data2 method
check 'seven clients' grep -E -q '^ *clients: 7$' shown/run.yaml
cat >soft <<'END'
loss = { type = "softmax"; l2 = 0.01; }; partition = { clients = 10; };
END
cat data3 soft method >shown.cfg
run "$FEDOMP" --check -c shown.cfg
if [ "$tap_status" -eq 4 ] && grep -q 'FEDOMP_DATA_PATH' "$err"; then
    skip 'the known set of fedomp-datasets(7)' 'fashion-mnist is not installed'
else
    check 'the known set of fedomp-datasets(7): valid' test "$tap_status" -eq 0
fi
mkdir sets
table 1200 9 >sets/mine.csv
sed "s/(what sha256sum prints)/$(sha256sum sets/mine.csv | cut -d ' ' -f 1)/
    s/(what wc -c prints)/$(wc -c <sets/mine.csv)/" data4 >sets/mine.yaml
FEDOMP_DATA_PATH=$tmp/sets
export FEDOMP_DATA_PATH
expect_status 0 'known sets are listed' "$FEDOMP" --list=datasets
expect_match out '^mine .*My measurements' 'with the manifest of fedomp-datasets(7)'
echo 'data = { source = "dataset"; name = "mine"; }; partition = { scheme = "given"; };' >mine
runs 'the manifest of fedomp-datasets(7)' mine method
check 'there are no more displays' test ! -e data5

# The README: its commands in the order of the page, in a directory like the top one after make. Building,
# installing and packaging are tested by themselves.
mkdir top
shortened top/fedomp
for script in fedomp-plot fedomp-report fedomp-sweep; do
    ln -s "$FED_BUILDDIR/$script" "top/$script"
done
for folder in conf datasets man; do
    ln -s "$FED_SRCDIR/$folder" "top/$folder"
done
cd top || exit 1
small_a9a "$tmp/small"
# Lines of commands: indented, or behind a prompt; the last part of the one that builds first.
sed -n -E '/^(    |\$ )/s/^(    |\$ )(.*&& )?(\.\/fedomp.*)/\3/p' "$FED_SRCDIR/README.md" >../commands
check 'the README has commands' test "$(wc -l <../commands)" -ge 8
while IFS= read -r command; do
    wanted=0
    case $command in
        ./fedomp-plot*) command -v gnuplot >/dev/null || {
            skip "$command" 'gnuplot is not installed'
            continue
        } ;;
        *learning_rat=*) wanted=3 ;;
        *compare_a9a*) command="FEDOMP='$tmp/small' $command" ;;
        './fedomp -c conf/ngd_circle.cfg') rm -rf results/ngd_circle ;; # shown twice
    esac
    expect_status "$wanted" "$command" sh -c "$command"
    [ "$wanted" = 0 ] || expect_line err "$(sed -n '/^\$ .*learning_rat=/ { n; p; }' "$FED_SRCDIR/README.md")"
done <../commands
check 'CITATION.cff has the version of the program' \
    grep -q "^version: $("$FEDOMP" --version | cut -d ' ' -f 2)\$" "$FED_SRCDIR/CITATION.cff"
check 'results/a9a/report.html is there, ranked as the sweep' grep -q 'by test_error, as fedomp-sweep ranked' results/a9a/report.html
check 'results/ngd_sweep/report.html is there' test -s results/ngd_sweep/report.html
awk '/^```gnuplot/ { on = 1; next } /^```/ { on = 0 } on' "$FED_SRCDIR/README.md" >../readme.gp
if command -v gnuplot >/dev/null; then
    check "the README's picture is there" test -s ngd_fig2.png
    expect_status 0 "the README's lines for gnuplot" gnuplot ../readme.gp
    check 'draw a picture' test -s log_mse.png
    check 'without a complaint' test ! -s "$err"
else
    skip "the README's lines for gnuplot" 'gnuplot is not installed'
fi
grep -o -E 'man \./man/[a-z.-]+[0-9]' "$FED_SRCDIR/README.md" | cut -d ' ' -f 2 | sort -u >../pages
while IFS= read -r page; do
    check "$page is a page" test -s "$page"
done <../pages
finish
