#!/bin/sh
# report.sh -- fedomp-report: what the page holds, that nothing from a file is taken for HTML, its size,
# its validity, and what is said of bad input.
# shellcheck disable=SC2016 # programs of awk and sh -c are meant literally
. "${FED_SRCDIR:?}/tests/lib.sh"

report=$FED_BUILDDIR/fedomp-report
cd "$tmp" || exit 1

# valid NAME FILE -- as tidy sees it: no error, no warning.
valid() {
    if command -v tidy >/dev/null; then
        check "$1: tidy finds no fault" sh -c 'tidy -e -q "$1" 2>&1 | tee /dev/stderr | wc -l | grep -qx 0' sh "$2"
    else
        skip "$1: tidy finds no fault" 'tidy is not installed'
    fi
}

# A run with analyses; the name and a directory of letters that HTML would obey.
cat >run.cfg <<'END'
name = "<b>A & B</b> \"quoted\" 'so'";
seed = 7;
replicates = 3;
data = { source = "synthetic"; model = "linear"; samples = 400; theta = [1.0, -1.0, 0.5]; };
partition = { clients = 10; };
network = { type = "circle"; };
loss = { type = "linear"; };
algorithm = { name = "ngd"; rounds = 200; learning_rate = 0.05; };
analysis = ["stable", "optimum"];
output = { every = 10; };
END
expect_status 0 'a run to report on' "$FEDOMP" -q -c run.cfg -o 'a <i>run</i>'
expect_status 0 'its page' "$report" 'a <i>run</i>'
expect_line out 'a <i>run</i>/report.html'
page=$tmp/page.html
cp 'a <i>run</i>/report.html' "$page"
valid 'a run' "$page"
expect_line "$page" '<h1>&lt;b&gt;A &amp; B&lt;/b&gt; &quot;quoted&quot; &#39;so&#39;</h1>' 'the name is text'
check 'and nothing of it is a tag' sh -c '! grep -q "<b>" "$1"' sh "$page"
for section in curves runs theory network cost counts analyses theta tables configuration provenance; do
    expect_line "$page" "<section id=\"$section\">"
done
check 'every link of the contents has its section' sh -c '
    for id in $(grep -o "href=\"#[a-z]*\"" "$1" | sed "s/.*#//; s/\"//"); do
        grep -q "<section id=\"$id\">" "$1" || exit 1
    done' sh "$page"
check 'ids are unique' sh -c 'grep -o " id=\"[^\"]*\"" "$1" | sort | uniq -d | grep -q . && exit 1 || exit 0' sh "$page"
check 'nothing is fetched' sh -c '! grep -E -q "(src|href)=\"[^#]|@import|url\(|https?:" "$1"' sh "$page"
check 'loss, gap, log_mse and more are drawn' test "$(grep -c '<svg viewBox="0 0 460' "$page")" -ge 7
expect_line "$page" 'class="band"' 'with bands'
expect_line "$page" "$(sed -n 's/^hash: //p' 'a <i>run</i>/run.yaml')" 'the hash is told'
expect_line "$page" 'data-v="'"$(awk -F, '$3 == "log_mse" { x = $5 } END { print x }' 'a <i>run</i>/summary.csv')"'"' \
    'the last median of log_mse has all its digits'
expect_match "$page" '^<tr><td>log_mse</td><td class="n" data-v=' 'of one run a row for each metric'
expect_match "$page" 'condition holds; all replicates stayed finite' 'Theorem 1 is looked at'
expect_match "$page" 'stable solution: .*difference' 'the stable solution too'
check 'no number but a finite one is drawn' sh -c '! grep -E "<path" "$1" | grep -E -q "nan|inf"' sh "$page"
# The mean of theta_0 by another hand: the table prints four digits.
mean=$(awk -F, 'NR > 1 { s += $4; n++ } END { printf "%.4g", s / n }' 'a <i>run</i>/theta.csv')
expect_match "$page" "<tr><td class=\"n\">0</td><td class=\"n\">0</td><td [^>]*>1</td><td [^>]*>$mean</td>" 'parameter 0 beside its truth'
cp "$page" first.html
expect_status 0 'once more' "$report" -q -o page.html 'a <i>run</i>'
expect_lines out 0 'and -q says nothing'
expect_same first.html page.html 'the same bytes'
expect_status 0 'to standard output' "$report" -o - 'a <i>run</i>'
expect_same first.html "$out" 'the same bytes there'
expect_status 0 'a title and metrics' "$report" -o two.html -t 'T < U' -m gap,loss 'a <i>run</i>'
expect_line two.html '<title>T &lt; U</title>'
check 'two metrics, and the first against its costs' test "$(grep -c '<svg viewBox="0 0 460' two.html)" -eq 4

# Swept values that HTML would obey, a run without an answer, a point that is much better.
expect_status 5 'a sweep with a rate that diverges' "$FEDOMP" -q -c run.cfg -o sweep -D algorithm.rounds=100 \
    -D 'sweep=({ key = "algorithm.learning_rate"; values = [0.01, 100.0, 0.1]; }, { key = "name"; values = ["<u>", "a,b"]; })'
expect_status 0 'its page' "$report" -q sweep
valid 'a sweep' sweep/report.html
check 'swept values are text' sh -c '! grep -q "<u>" sweep/report.html'
expect_line sweep/report.html '<td>a,b</td>' 'a cell with a comma is one cell'
expect_match sweep/report.html 'class="note">Run 2: no answer: ' 'the failure is told'
grep -o '^<tr><td class="n">[0-9]</td><td class="n">[0-9.]*</td><td>[^<]*</td><td>[0-9]* [a-z ]*</td>' \
    sweep/report.html | sed 's/<[^>]*>/ /g' | awk '{ print $1 }' | tr '\n' ' ' >ranks
printf '4 5 0 1 2 3 ' >expected
expect_same ranks expected 'ranked: the larger rate, the smaller, the diverged'

# 200 points, as fedomp-sweep lays them out: points.csv, runs/HASH, the combined files.
"$FEDOMP" -q -c run.cfg -D replicates=5 -D name=many -o inner
mkdir -p many/runs
echo 'run,hash,algorithm.learning_rate' >many/points.csv
sed '1s/^/algorithm.learning_rate,/; 1!d' inner/summary.csv >many/summary.csv
point=0
while [ $point -lt 200 ]; do
    part=many/runs/$(printf '%016x' $point)
    mkdir "$part"
    cp inner/*.csv inner/run.yaml "$part"
    printf '%d,%016x%048d,0.1%03d\n' $point $point 0 $point >>many/points.csv
    sed "1d; s/^0,/0.1$(printf %03d $point),$point,/" inner/summary.csv >>many/summary.csv
    point=$((point + 1))
done
expect_status 0 'a sweep of 200 points' "$report" -q many
check 'weighs less than 2 MB' test "$(wc -c <many/report.html)" -lt 2000000
check 'and has a row for each' test "$(grep -c '^<tr><td class="n">[0-9]*</td><td class="n" *[^>]*>0\.[0-9]*</td><td>5 all' many/report.html)" -eq 200
valid '200 points' many/report.html
expect_line many/report.html 'the other 192' 'eight of them in colour'
rm -r "$part"
grep -v "^0.1199," many/summary.csv >short && mv short many/summary.csv
expect_status 0 'one point not done' "$report" -q many
expect_line many/report.html '1 of 200 points are not done' 'the page says so'

# The manual: every option of --help, and its examples, run in order.
manual=$FED_SRCDIR/man/fedomp-report.1
run "$report" --help
grep -E -o -e '--[a-z]+' "$out" | sort -u >options
while read -r option; do
    check "fedomp-report(1) has $option" grep -E -q "Fl.* \\\\-${option#--}" "$manual"
done <options
mkdir bin
ln -s "$FEDOMP" bin/fedomp
ln -s "$report" bin/fedomp-report
literals "$manual" "$tmp/example" EXAMPLES
for example in example1 example2; do
    expect_status 0 "$example of fedomp-report(1)" env PATH="$tmp/bin:$PATH" sh -e "$tmp/$example"
done
check 'sweep.html is there' test -s sweep.html

# Bad input: one line, a status, no page.
# refused STATUS NAME TEXT ARGUMENT... -- ends so, and says so in one line.
refused() {
    wanted=$1 name=$2 text=$3
    shift 3
    expect_status "$wanted" "$name" "$report" "$@"
    expect_lines err 1 "$name: one line"
    expect_line err "$text" "$name: '$text'"
}
mkdir empty
refused 2 'no directory' 'which directory?'
refused 2 'two directories' 'one directory at a time' sweep many
refused 2 'an unknown option' 'unknown option --fast' --fast sweep
refused 2 'a metric of no name' 'not a list of metrics' -m 'a b' sweep
refused 2 'an output that is a directory' 'is a directory' -o many sweep
refused 2 'an output nowhere' 'cannot be written' -o nowhere/page.html sweep
refused 4 'a metric that is not there' "no metric 'logmse'" -m gap,logmse sweep
refused 4 'a directory that is not there' 'no such directory' absent
refused 4 'a file for a directory' 'not a directory' run.cfg
refused 4 'an empty directory' 'neither a run (run.yaml) nor a sweep' empty
# spoilt NAME TEXT FILE COMMAND -- a copy of the sweep with a file spoilt by a filter.
spoilt() {
    rm -rf spoilt
    cp -r sweep spoilt
    rm spoilt/report.html
    sh -c "$4" <"sweep/$3" >"spoilt/$3"
    refused 4 "$1" "$2" spoilt
    check "$1: no page" sh -c 'test "$(ls -A spoilt | grep -c -e html -e fedomp-report)" -eq 0'
}
spoilt 'summary.csv cut within a row' 'cells, expected' summary.csv 'head -n 20; printf 0.01,x,0'
spoilt 'summary.csv without its header' "no column 'run'" summary.csv 'sed 1d'
spoilt 'summary.csv of a header alone' 'no rows' summary.csv 'head -n 1'
spoilt 'an empty summary.csv' 'summary.csv' summary.csv 'cat >/dev/null'
spoilt 'a run that is no number' "expected a number from 0" summary.csv 'sed "2s/,0,0,/,x,0,/"'
spoilt 'a quote that is not closed' 'a quote is not closed' metrics.csv 'sed "s/\"a,b\"/\"a,b/"'
spoilt 'run.yaml of another program' 'not a run.yaml of fedomp' run.yaml 'sed "1s/fedomp/other/"'
spoilt 'run.yaml cut short' 'run.yaml:' run.yaml 'head -c 200'
spoilt 'binary run.yaml' 'run.yaml:1' run.yaml 'head -c 200 /dev/zero'
rm spoilt/run.yaml
refused 4 'a run that is not complete' 'run.yaml is missing' spoilt
finish
