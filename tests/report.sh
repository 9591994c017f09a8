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
check 'nothing is fetched' sh -c '! grep -v "^<p>Tables: <a href=\"[a-z_]*\.csv\"" "$1" | grep -E -q "(src|href)=\"[^#]|@import|url\(|https?:"' sh "$page"
check 'loss, gap, log_mse and more are drawn' test "$(grep -c '<svg viewBox="0 0 380' "$page")" -ge 7
expect_line "$page" "fill-opacity = '0.18" 'with bands'
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
sed "/^<p>Tables:/d" "$page" >first.html # a page elsewhere has no links
expect_status 0 'once more' "$report" -q -o page.html 'a <i>run</i>'
expect_lines out 0 'and -q says nothing'
expect_same first.html page.html 'the same bytes'
expect_status 0 'to standard output' "$report" -o - 'a <i>run</i>'
expect_same first.html "$out" 'the same bytes there'
expect_status 0 'a title and metrics' "$report" -o two.html -t 'T < U' -m gap,loss 'a <i>run</i>'
expect_line two.html '<title>T &lt; U</title>'
check 'two metrics, and the first against its costs' test "$(grep -c '<svg viewBox="0 0 380' two.html)" -eq 4

# Swept values that HTML would obey, a run without an answer, a point that is much better.
expect_status 5 'a sweep with a rate that diverges' "$FEDOMP" -q -c run.cfg -o sweep -D algorithm.rounds=100 \
    -D 'sweep=({ key = "algorithm.learning_rate"; values = [0.01, 100.0, 0.1]; }, { key = "name"; values = ["<u>", "a,b"]; })'
expect_status 0 'its page' "$report" -q sweep
valid 'a sweep' sweep/report.html
check 'swept values are text' sh -c '! grep -q "<u>" sweep/report.html'
expect_line sweep/report.html '<td>a,b</td>' 'a cell with a comma is one cell'
expect_match sweep/report.html 'class="note">Runs 2, 3: no answer: ' 'the failures are told'
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
expect_line many/report.html 'the eight best of 200 runs in colour' 'eight of them in colour'
expect_line many/report.html '</svg> the others</li>' 'and the others in grey'
rm -r "$part"
grep -v "^0.1199," many/summary.csv >short && mv short many/summary.csv
expect_status 0 'one point not done' "$report" -q many
expect_line many/report.html '1 of 200 points are not done' 'the page says so'

# The manual: every option of --help, and its examples, run in order.
manual=$FED_SRCDIR/man/fedomp-report.1
run "$report" --help
grep -E -o -e '--[a-z-]+' "$out" | sort -u >options
while read -r option; do
    check "fedomp-report(1) has $option" grep -E -q "Fl.* \\\\-$(printf %s "${option#--}" | sed "s/-/.*-/")" "$manual"
done <options
mkdir bin
ln -s "$FEDOMP" bin/fedomp
ln -s "$report" bin/fedomp-report
literals "$manual" "$tmp/example" EXAMPLES
for example in example1 example2 example3; do
    expect_status 0 "$example of fedomp-report(1)" env PATH="$tmp/bin:$PATH" sh -e "$tmp/$example"
done
check 'sweep.html is there' test -s sweep.html -a -s compare.html

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
# Methods at several rates: called by method, the best of each, no rows without facts, links to the tables.
cat >methods.cfg <<'END'
name = "methods";
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 200; theta = [1.0, -1.0]; };
partition = { clients = 5; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 10; };
sweep = ( { keys = ["algorithm.name", "network.type"]; values = ( ("fedavg", "circle"), ("ngd", "circle"), ("ngd", "complete") ); },
          { key = "algorithm.learning_rate"; values = [0.01, 0.1]; } );
END
expect_status 0 'methods at several rates' "$FEDOMP" -q -c methods.cfg -o methods
expect_status 0 'their page' "$report" -q methods
expect_line methods/report.html '> fedavg, 0.1</li>' 'a method with a server has no network'
expect_line methods/report.html '> ngd, complete, 0.01</li>' 'the others have'
awk '/id="t-best"/,/<\/table>/' methods/report.html >best
check 'the best of three methods' test "$(grep -c '^<tr><td>' best)" -eq 3
check 'is the larger rate of each' test "$(grep -c '<td class="n">0.1</td><td class="n">2</td>' best)" -eq 3
awk '/id="t-network"/,/<\/table>/' methods/report.html >network
check 'networks of the four runs that have one' test "$(grep -c '^<tr><td' network)" -eq 4
expect_line methods/report.html '<a href="metrics.csv">metrics.csv</a>' 'the tables are linked'
sed -n 's/^<li>.* stroke="\([^"]*\)".*<\/svg> \([a-z, ]*\), [0-9.]*<\/li>$/\1 \2/p' methods/report.html | sort -u >colours
check 'a colour for each method' test "$(wc -l <colours)" -eq 3
check 'of its own' test "$(cut -d ' ' -f 1 colours | sort -u | wc -l)" -eq 3
sed -n 's/^<li>.* stroke-width="1.8"\( stroke-dasharray="[^"]*"\)*\/>.*, \([0-9.]*\)<\/li>$/\2\1/p' methods/report.html | sort -u >dashes
check 'and dashes for each rate' test "$(wc -l <dashes),$(sed 's/^[0-9.]*//' dashes | sort -u | wc -l)" = 2,2
# The last median of the loss of run 1, fedavg at 0.1, at round 10.
loss=$(awk -F, '$4 == 1 && $5 == 10 && $6 == "loss" { printf "%.4g", $8 }' methods/summary.csv)
expect_line methods/report.html "<title>fedavg, 0.1&#10;10: $loss</title>" 'values to point at'
expect_line methods/report.html 'or without a server of the mean of the clients&#39; models' 'at which model metrics are taken'
"$report" -q -o elsewhere.html methods
expect_status 0 'the best of each method alone' "$report" -q -o best.html --best-per algorithm.name,network.type methods
sed -n 's/^<li>.*<\/svg> \(.*\)<\/li>$/\1/p' best.html | sort >names
printf 'fedavg\nngd, circle\nngd, complete\n' >expected
expect_same names expected 'one curve of each'
expect_status 0 'runs by number' "$report" -q -o only.html --only run=0,3 methods
check 'two rows' test "$(sed -n '/id="t-runs"/,/<\/table>/p' only.html | grep -c '^<tr>')" -eq 2
# The best of each is chosen by what ranks the runs: log_mse where ngd comes first, here against the gap.
expect_status 0 'networks at two rates' "$FEDOMP" -q -c methods.cfg -o against \
    -D 'sweep=({ key = "network.type"; values = ["circle", "complete"]; }, { key = "algorithm.learning_rate"; values = [0.01, 0.1]; })'
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["metric"] == "log_mse" && $at["run"] % 2 == 0 { $at["median"] = -99 } 1' \
    against/summary.csv >against.csv && mv against.csv against/summary.csv
expect_status 0 'the best of each network' "$report" -q -o against.html --best-per network.type against
expect_line against.html 'best first, by log_mse.'
sed -n '/id="t-runs"/,/<\/table>/p' against.html | sed -n 's/^<tr><td class="n">\([0-9]*\)<.*/\1/p' >ranks
printf '0\n2\n' >expected
expect_same ranks expected 'is the best by that metric'

# Costs that differ by more than five times are drawn on a logarithmic axis: gamma, here, and not the words sent.
expect_status 0 'methods of unequal cost' "$FEDOMP" -q -c methods.cfg -o costs -D algorithm.name=fedavg \
    -D 'sweep=({ key = "algorithm.local_steps"; values = [1, 100]; })'
check 'gamma differs by more than five times' awk -F, '$4 == "gamma" && $3 == 10 { last[$2] = $6 }
    END { exit !(last[0] > 0 && last[1] > 5 * last[0]) }' costs/summary.csv
expect_status 0 'their page' "$report" -q -m loss costs
for x in gamma words; do
    sed -n "/<figcaption>loss against $x</,/<\/figure>/p" costs/report.html | grep -c '<tspan>0</tspan>' >zeros.$x
done
check 'no zero on the logarithmic axis of gamma' test "$(cat zeros.gamma)" -eq 0
check 'a zero on the axis of the words' test "$(cat zeros.words)" -gt 0

# The order of fedomp-sweep, if it ranked the runs: here the worst loss first.
expect_status 0 'a ranking' "$FED_BUILDDIR/fedomp-sweep" -q --summary --rank=loss --best=high -o methods
expect_status 0 'the page of what was ranked' "$report" -q -o ranked.html methods
run_order() {
    sed -n '/id="t-runs"/,/<\/table>/p' "$1" | sed -n 's/^<tr><td class="n">\([0-9]*\)<.*/\1/p'
}
run_order ranked.html >ranks
awk -F, 'NR > 1 { print $4 }' methods/ranking.csv >expected
expect_same ranks expected 'has its order'
expect_line ranked.html 'best first, by loss, as fedomp-sweep ranked them.' 'and says so'
expect_status 0 'the best of each method by that ranking' "$report" -q -o best.html --best-per algorithm.name,network.type methods
run_order best.html | sort >ranks
printf '0\n2\n4\n' >expected
expect_same ranks expected 'are the smaller rates'
expect_status 0 'ranked at an earlier round' "$FED_BUILDDIR/fedomp-sweep" -q --summary --rank=loss --at=3 -o methods
expect_status 0 'its page' "$report" -q -o at.html methods
expect_line at.html 'best first, by loss at round 3, as fedomp-sweep ranked them.'
expect_status 0 'another metric' "$report" -q -m gap -o gap.html methods
expect_line gap.html 'best first, by gap.' 'overrides the ranking'
touch -d '2020-01-01' methods/ranking.csv
expect_status 0 'a ranking older than the results, as in a copy' "$report" -q -o old.html methods
expect_same old.html at.html 'is used all the same'
cp -r methods changed
awk -F, -v OFS=, '$4 == 1 && $5 == 3 && $6 == "loss" { $8 = 0.5 } 1' methods/summary.csv >changed/summary.csv
expect_status 0 'a ranking of other results' "$report" -q changed
expect_line changed/report.html 'ranking.csv is of other results than summary.csv and is not used'
refused 4 'a key that was not swept' '--best-per loss.type: no such swept key' --best-per loss.type methods
refused 4 'no run left' 'no run agrees' --only run=77 methods

# Two directories side by side: what differs, each called by its directory.
"$FEDOMP" -q -c run.cfg -D algorithm.learning_rate=0.02 -D network.type=complete -o slow
expect_status 0 'two directories' "$report" -q -t pair -o pair.html inner slow
valid 'two directories' pair.html
sed -n 's/^<li>.*<\/svg> \(.*\)<\/li>$/\1/p' pair.html | sort >names
printf 'inner\nslow\n' >expected
expect_same names expected 'curves called by directory'
sed -n '/id="t-differences"/,/<\/table>/p' pair.html | grep '^<tr><td>' | sed 's/<[^>]*>/ /g; s/  */ /g; s/^ //; s/ $//' | sort >found
printf 'algorithm.learning_rate 0.05 0.02\nname many <b>A\nnetwork.degree 1\nnetwork.type circle complete\nreplicates 5 3\n' | grep -v name >expected
grep -v '^name' found >kept
expect_same kept expected 'the keys that differ, and no other'
check 'a page elsewhere links nothing' sh -c '! grep -q "href=\"metrics.csv\"" elsewhere.html'
finish
