#!/bin/sh
# installed.sh -- an installation as its user meets it, in an empty directory: every program runs, examples are
# found by name, pages and completion are where they are looked for. For make installcheck, which gives the
# directories, and for the Debian packages; tests/library.sh does the same for the library. What was only
# staged (DESTDIR) cannot find its parts: there the program alone is run.
. "${FED_SRCDIR:?}/tests/lib.sh"

stage=${DESTDIR:-}
data=$stage${FED_PKGDATADIR:?}
documents=$stage${FED_DOCDIR:?}
PATH=$stage${FED_BINDIR:?}:$PATH
cd "$tmp" || exit 1

expect_status 0 'fedomp tells its version' fedomp --version
for page in man1/fedomp.1 man1/fedomp-plot.1 man1/fedomp-report.1 man1/fedomp-sweep.1 man3/libfedomp.3 \
    man5/fedomp.cfg.5 man7/fedomp-datasets.7 man7/fedomp-guide.7 man7/fedomp-python.7; do
    check "$page" sh -c 'test -s "$1" || test -s "$1.gz"' sh "$stage${FED_MANDIR:?}/$page"
done
for command in fedomp fedomp-plot fedomp-report fedomp-sweep; do
    check "completion of $command in bash" test -s "$stage${FED_BASHDIR:?}/$command"
done
check 'completion in zsh' test -s "$stage${FED_ZSHDIR:?}/_fedomp"
check 'README.md among the documents' sh -c 'test -s "$1" || test -s "$1.gz"' sh "$documents/README.md"

if [ -n "$stage" ]; then
    expect_status 0 'fedomp runs an example' fedomp -q -c "$data/conf/ngd_circle.cfg" -o circle
    finish
fi
check 'examples among the documents' test -s "$documents/examples/ngd_circle.cfg"
run fedomp --list=examples
check 'the examples are those installed' test "$(head -n 1 "$out")" = "$data/conf"
expect_status 0 'fedomp runs an example by its name' fedomp -c ngd_circle
check 'its results are in the working directory' test -s results/ngd_circle/run.yaml
expect_status 0 'an example with a data file' fedomp -q -c own_data -o own
expect_status 0 'an example from among the documents' fedomp -q -c "$documents/examples/own_data.cfg" -o own2
expect_status 0 'fedomp-sweep' fedomp-sweep -q --loop -t 1 -c ngd_circle -D replicates=2 \
    -D algorithm.rounds=10 -p seed=1,2 -o sweep
check 'its ranking' test -s sweep/ranking.csv
expect_status 0 'fedomp-report' fedomp-report -q sweep
check 'its page' test -s sweep/report.html
expect_status 0 'fedomp-plot makes a script' fedomp-plot -o curves.gp results/ngd_circle
if command -v gnuplot >/dev/null; then
    expect_status 0 'fedomp-plot draws' fedomp-plot -o curves.png results/ngd_circle
    check 'its picture' test -s curves.png
else
    expect_status 1 'fedomp-plot says what it lacks' fedomp-plot -o curves.png results/ngd_circle
    expect_line err 'gnuplot is not installed'
fi
finish
