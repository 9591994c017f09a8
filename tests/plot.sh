#!/bin/sh
# plot.sh -- fedomp-plot draws every kind of picture, from the numbers that the tables have.
# shellcheck disable=SC2317 # functions are called through check
. "${FED_SRCDIR:?}/tests/lib.sh"

command -v gnuplot >/dev/null || skip_all 'gnuplot is not installed'
plot=$FED_BUILDDIR/fedomp-plot
conf=$FED_SRCDIR/conf
cd "$tmp" || exit 1

# is_png FILE WIDTH HEIGHT -- a PNG of that size that ends as one.
is_png() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] &&
        [ "$(tail -c 8 "$1" | head -c 4)" = IEND ] &&
        [ "$(head -c 24 "$1" | tail -c 8 | od -An -tu1 | awk '{ print ($3 * 256 + $4) "x" ($7 * 256 + $8) }')" = "$2x$3" ]
}

is_svg() {
    if command -v xmllint >/dev/null; then
        xmllint --noout "$1"
    else
        head -n 5 "$1" | grep -q '<svg' && tail -n 2 "$1" | grep -q '</svg>'
    fi
}

# drawn SVG COUNT -- so many things are drawn in its first panel.
drawn() {
    found=$(grep -c 'id="gnuplot_plot_[0-9]*a"' "$1")
    echo "found $found"
    [ "$found" -eq "$2" ]
}

# blocks SCRIPT -- the panels' data in a script of gnuplot.
blocks() {
    awk '/^\$p.* <<EOD$/ { on = 1; next } /^EOD$/ { on = 0; next } on' "$1"
}

# same_numbers FILE FILE -- as many lines, and the numbers within 1e-12.
same_numbers() {
    awk 'NR == FNR { line[FNR] = $0; n = FNR; next }
        {
            rows = FNR
            if (split(line[FNR], a, " ") != NF) exit bad = 1
            for (i = 1; i <= NF; i++) {
                d = a[i] - $i
                if (d * d > 1e-24 * (1 + $i * $i)) { print line[FNR]; print; exit bad = 1 }
            }
        }
        END { exit bad || n != rows || n == 0 }' "$1" "$2"
}

expect_status 0 'a sweep to draw' "$FEDOMP" -q -c "$conf/ngd_sweep.cfg" -D replicates=7 -D algorithm.rounds=40 \
    -D output.every=4 -D data.samples=400 -D partition.clients=20 -D 'analysis=("graph","optimum")' -o sweep
expect_status 0 'a single run' "$FEDOMP" -q -c "$conf/ngd_circle.cfg" -D replicates=2 -D algorithm.rounds=40 \
    -D data.samples=400 -D partition.clients=20 -o run

# Formats, and as many curves as there are points, each with its band.
expect_status 0 'curves as PNG' "$plot" -m log_mse -o c.png --size 600x400 sweep
check 'it is a PNG of twice the points' is_png c.png 1200 800
expect_status 0 'curves as SVG' "$plot" -m log_mse -o c.svg sweep
check 'it is an SVG' is_svg c.svg
check 'twelve curves and twelve bands' drawn c.svg 24
check 'the legend names them' test "$(grep -c '>0.05, fixed-degree<' c.svg)" -ge 1
expect_line c.svg 'log(MSE)' 'the axis has words'
expect_status 0 'curves without bands' "$plot" -m log_mse --no-band --only network.type=circle -o d.svg sweep
check 'four curves' drawn d.svg 4
expect_status 0 'curves of some rates' "$plot" --no-band --only learning_rate=0.01,0.05 --only type=circle,central -o d.svg sweep
check 'two rates of two networks' drawn d.svg 4
expect_status 0 'curves of some runs' "$plot" --no-band --only run=3,7 -o d.svg sweep
check 'two runs' drawn d.svg 2
expect_status 0 'the best rate of each network' "$plot" -m log_mse --no-band --best-per network.type -o d.gp sweep
blocks d.gp | awk '$1 == 40 { print $2 }' | sort -g >best.dat
awk -F, '$5 == 40 && $6 == "log_mse" { if (!($2 in b) || $8 < b[$2]) b[$2] = $8 } END { for (k in b) print b[k] }' \
    sweep/summary.csv | sort -g >least.dat
check 'has the least of its last medians' same_numbers best.dat least.dat
check 'three of them' test "$(wc -l <best.dat)" -eq 3
expect_status 0 'curves as PDF' "$plot" -m gap -l y -o c.pdf sweep
check 'it is a PDF' test "$(head -c 5 c.pdf)" = %PDF-
expect_status 0 'one run, default name' "$plot" run
check 'loss.png' is_png loss.png 1520 960
expect_status 0 'several directories' "$plot" --no-band -o two.svg run sweep --only learning_rate!=0.05
check 'a curve for the run and nine for the sweep' drawn two.svg 10
expect_line two.svg '>run<' 'called by the directories'

# The numbers: medians and quartiles of the summary, computed anew from the replicates.
for metric in loss log_mse; do
    expect_status 0 "$metric from the summary" "$plot" -m $metric -o a.gp sweep
    expect_status 0 "$metric from the replicates" "$plot" -m $metric --table metrics -o b.gp sweep
    blocks a.gp >a.dat
    blocks b.gp >b.dat
    check "$metric: the same medians and quartiles" same_numbers a.dat b.dat
done
check 'eleven records of twelve points' test "$(wc -l <a.dat)" -eq 132
expect_status 0 'the mean' "$plot" -m loss --mean --only network.type=circle --only learning_rate=0.01 -o m.gp sweep
blocks m.gp >m.dat
awk -F, '$1 == "0.01" && $2 == "circle" && $6 == "loss" { print $5, $11, $9, $10 }' sweep/summary.csv >n.dat
check 'is that of the summary' same_numbers m.dat n.dat

# Other axes.
for x in words gamma seconds gradients; do
    expect_status 0 "against $x" "$plot" -m gap -x $x -l xy -o x.svg sweep
    check "against $x: twelve curves" drawn x.svg 24
done
"$plot" -m gap -x words -o w.gp --only network.type=circle --only learning_rate=0.01 sweep
blocks w.gp | awk '{ print $1 }' >w.dat
awk -F, '$1 == "0.01" && $2 == "circle" && $6 == "words_peer" { print $8 }' sweep/summary.csv >v.dat
check 'words are those that were sent' same_numbers w.dat v.dat
expect_status 0 'against a swept key' "$plot" -m log_mse -x learning_rate -l x -o k.svg sweep
check 'a curve for each network' drawn k.svg 6
expect_status 0 'a reference line' "$plot" -m log_mse --only network.type=circle --no-band --reference optimum -o r.svg sweep
check 'beside four curves' drawn r.svg 5
expect_status 0 'two lines of words' "$plot" -m log_mse --only network.type=circle --no-band --line=-3:here \
    --line=-4.5:there -o r.svg sweep
check 'beside as many' drawn r.svg 6
expect_status 0 'panels' "$plot" -m log_mse --panels network.type --no-band -o p.svg sweep
check 'the first panel has four curves' drawn p.svg 4
check 'the third too' test "$(grep -c 'id="gnuplot_plot_[0-9]*c"' p.svg)" -eq 4

# Boxes, histograms, maps, networks.
expect_status 0 'boxes' "$plot" -k box -m log_mse -o b.gp sweep
blocks b.gp | awk 'NF == 6 { print $3, $4, $5 }' >box.dat
awk -F, '$5 == 40 && $6 == "log_mse" { print $9, $8, $10 }' sweep/summary.csv >quartiles.dat
check 'their quartiles are those of the summary' same_numbers box.dat quartiles.dat
expect_status 0 'boxes side by side' "$plot" -k box -m log_mse -x learning_rate --reference optimum -o b.svg sweep
check 'boxes: an SVG' is_svg b.svg
check 'boxes, medians and outliers of three networks and the reference' drawn b.svg 12
expect_status 0 'bars' "$plot" -k bars -m log_mse -x learning_rate --line -6:OLS -o bars.gp sweep
blocks bars.gp | awk 'NF == 6 { print $4 }' | sort -g >bar.dat
awk '{ print $2 }' quartiles.dat | sort -g >median.dat
check 'their heights are the medians of the summary' same_numbers bar.dat median.dat
expect_match bars.gp '^     -6 with lines .* dt 3 title' 'and a dotted line'
expect_status 0 'a histogram' "$plot" -k hist -m log_mse --only network.type=central -o h.gp sweep
check 'counts every replicate' test "$(blocks h.gp | awk '{ n += $3 } END { print n }')" -eq 28
expect_status 0 'a histogram in ten bins' "$plot" -k hist -m loss --bins 10 -o h.svg sweep
check 'histogram: an SVG' is_svg h.svg
expect_status 0 'a heat map' "$plot" -k heat -m log_mse -x learning_rate -y network.type -o t.gp sweep
blocks t.gp | awk '{ print $3 }' | sort -g >t.dat
awk -F, '$5 == 40 && $6 == "log_mse" { print $8 }' sweep/summary.csv | sort -g >u.dat
check 'has the medians of the last round' same_numbers t.dat u.dat
expect_status 0 'a heat map as PNG' "$plot" -k heat -m loss -l z -x learning_rate -y network.type -o t.png sweep
check 'heat map: a PNG' is_png t.png 1520 960
expect_status 0 'a network' "$plot" -k network --only network.type=fixed-degree --only learning_rate=0.01 -o g.gp sweep
check 'forty arrows and twenty clients' test "$(blocks g.gp | wc -l)" -eq 60
expect_status 0 'networks in panels' "$plot" -k network --only learning_rate=0.01 --panels network.type -o g.png sweep

# The terminal: letters only, and not a colour when it is no terminal.
expect_status 0 'in the terminal' "$plot" --terminal -m log_mse --only network.type=circle sweep
expect_line out 'communication round' 'the terminal has the axis'
expect_line out '0.05' 'and the legend'
check 'and no escapes' sh -c '! grep -q "$(printf "\033")" "$1"' sh "$out"

# A sweep made run by run is drawn as one made in one process.
expect_status 0 'a sweep of fedomp-sweep' "$FED_BUILDDIR/fedomp-sweep" -q --loop -c "$conf/ngd_circle.cfg" \
    -D replicates=2 -D algorithm.rounds=20 -D data.samples=200 -D partition.clients=10 \
    -p algorithm.learning_rate=.01,.02,.05 -o grid
expect_status 0 'is drawn' "$plot" -m loss --no-band -o s.svg grid
check 'three curves' drawn s.svg 3

# One clear line and the right status.
bad() {
    status=$1
    text=$2
    shift 2
    expect_status "$status" "refused: $*" "$plot" -o bad.png "$@"
    expect_lines err 1
    expect_line err "fedomp-plot: "
    expect_line err "$text"
    check 'nothing is drawn' test ! -e bad.png
}
# Runs that diverged: what is no number is not drawn, neither as a zero nor at all.
mkdir diverged
cat >diverged/summary.csv <<'END'
algorithm.learning_rate,network.type,run,round,metric,n,median,q25,q75,mean,sd
0.1,circle,0,0,loss,3,2,1,3,2,1
0.1,circle,0,5,loss,3,1,0.5,2,1,1
3,circle,1,0,loss,3,2,1,inf,2,1
3,circle,1,5,loss,3,nan,-nan,inf,nan,
END
cat >diverged/metrics.csv <<'END'
algorithm.learning_rate,network.type,run,replicate,round,loss,gap
0.1,circle,0,0,5,1,
0.1,circle,0,1,5,2,
3,circle,1,0,5,nan,
3,circle,1,1,5,-inf,
END
for kind in curves box hist 'heat -x learning_rate -y type'; do
    # shellcheck disable=SC2086 # the kind and its options
    expect_status 0 "runs that diverged: $kind" "$plot" -k $kind -o diverged.gp diverged
    check "$kind: only numbers" sh -c '! sed -n "/<<EOD/,/^EOD/p" diverged.gp | grep -E "(^| )-?(inf|nan|NaN [^N])"'
    # shellcheck disable=SC2086 # likewise
    "$plot" -k $kind -o diverged.svg diverged
    check "$kind: an SVG" is_svg diverged.svg
done
"$plot" -o diverged.gp diverged
sed -n '/p0c2 <</,/^EOD/p' diverged.gp | grep -c '^[0-9]' >got
check 'one point of the curve is left' test "$(cat got)" -eq 1
# Panels of one metric have one range.
"$plot" -m log_mse --panels type -o panels.gp sweep
check 'panels share their range' test "$(grep '^set yrange' panels.gp | sort -u | wc -l)" -eq 1
expect_match panels.gp "^set label [0-9]* 'network central'" 'and are called by words'
# Many points: thin lines along a scale, a legend of some.
"$FEDOMP" -q -c "$conf/ngd_circle.cfg" -D replicates=2 -D algorithm.rounds=20 \
    -D "sweep=({ key = \"algorithm.learning_rate\"; values = [$(seq -s , 0.001 0.001 0.100)]; })" -o many
expect_status 0 'a hundred curves' "$plot" -o many.gp many
check 'all are drawn' test "$(grep -c 'with lines lw .7 lt' many.gp)" -eq 100
check 'twelve are named, the first and the last among them' \
    test "$(grep -c '\$l.* with lines lt' many.gp) $(grep -c '\$l.* lt 1 ' many.gp) $(grep -c '\$l.* lt 100 ' many.gp)" = '12 1 1'
mkdir empty broken
printf 'run,round,metric,n,median,q25,q75,mean,sd\n0,0,loss,1,2\n' >broken/summary.csv
bad 2 'which directory?'
bad 4 'nowhere: no such directory' nowhere
bad 4 'not a directory of fedomp' empty
bad 4 'broken/summary.csv:2: found 5 cells, expected 9' broken
bad 4 "no metric 'los'" -m los sweep
bad 4 "no metric or swept key 'rounds'" -x rounds sweep
bad 4 "no metric 'accuracy'" -m accuracy sweep
bad 4 'no such swept key or column' --only network.typ=circle sweep
bad 4 'no row agrees' --only network.type=torus sweep
bad 2 'expected KEY=VALUE' --only network.type sweep
bad 4 'runs differ in network.type too' --by learning_rate sweep
bad 4 'runs differ in network.type too' -k heat -x learning_rate -y network.degree sweep
bad 4 '100 groups are more than a histogram can show' -k hist many
bad 2 'two swept keys' -k heat -x learning_rate sweep
bad 2 'expected curves, box' -k pie sweep
bad 2 "unknown option '--colour'" --colour sweep
bad 2 'needs a value' sweep -m
bad 2 'expected x, y, xy' -l q sweep
bad 2 'a range is LOW:HIGH' --xrange 5 sweep
bad 2 'expected WIDTHxHEIGHT' --size big sweep
bad 4 'which network of 12?' -k network sweep
bad 4 'fedomp with -D analysis=graph' -k network run
bad 2 'no such figure' --paper ngd_fig9 sweep
bad 4 'no such swept key' --panels colour sweep
expect_status 2 'an unknown format' "$plot" -o x.jpg sweep
expect_line err 'ends in .png, .svg, .pdf or .gp'
expect_status 2 'a folder that is not there' "$plot" -o no/x.png sweep
mkdir small
# shellcheck disable=SC2016 # for the shell inside
expect_status 2 'no room for the picture' sh -c 'trap "" XFSZ; ulimit -f 32; exec "$0" -o small/x.png run' "$plot"
check 'leaves nothing' test -z "$(ls -A small)"
"$FEDOMP" -q -c "$conf/ngd_circle.cfg" -D replicates=1 -D algorithm.rounds=1 -D partition.clients=201 \
    -D analysis=graph -o large
bad 2 '--line x:1: expected NUMBER' --line x:1 run
bad 4 '201 clients are too many to draw; at most 200 are possible' -k network large

# sources NAME -- the other pictures of a configuration.
sources() {
    grep -l "^# from: $1\$" "$FED_SRCDIR"/scripts/figures/*.sh | sed 's|.*/||; s|\.sh$||'
}

# Every figure has a configuration and every configuration a figure, which is drawn from it, shortened.
"$plot" --list | awk '{ print $1 }' >figures
for file in "$conf"/paper/*.cfg; do
    name=$(basename "$file" .cfg)
    check "$name has a layout" grep -q "^$name\$" figures
    case $name in
        localupdate_fig1*) set -- -D data.clients=50 -D algorithm.rounds=20 ;;
        fedavg_fig[456]) set -- -D replicates=1 ;;
        fedavg_*) set -- -D replicates=1 -D algorithm.rounds=20 ;;
        *) set -- -D replicates=2 -D algorithm.rounds=20 -D output.every=5 ;;
    esac
    size=$(brief "$name")
    # shellcheck disable=SC2086 # options are words
    [ -z "$size" ] || set -- $size
    "$FEDOMP" -q -c "$file" "$@" -o "$name" 2>said
    if [ $? -eq 4 ]; then
        skip "$name is drawn" "$(tail -n 1 said)"
        continue
    fi
    for picture in "$name" $(sources "$name"); do
        expect_status 0 "$picture is drawn" "$plot" --paper "$picture" -o "$picture.svg" "$name"
        check "$picture: an SVG" is_svg "$picture.svg"
    done
done
while read -r name; do
    from=$(sed -n 's/^# from: //p' "$FED_SRCDIR/scripts/figures/$name.sh")
    check "$name has a configuration" test -f "$conf/paper/${from:-$name}.cfg"
done <figures

# Words in a picture neither overlap nor leave it, in a browser and as pixels: every figure, every kind.
"$plot" -m dist_global -l y --panels network.type --width=3.3in -o column.svg sweep
"$plot" -m dist_global -l y --panels network.type --width=17.5cm -o columns.svg sweep
"$plot" -m log_mse --only network.type=circle --width=3.3in --title 'A title that is too long for one line of a column' \
    -o title.svg sweep
"$plot" -k box -m log_mse -o slanted.svg sweep
"$plot" -k heat -m loss -l z -x learning_rate -y network.type -o heat.svg sweep
"$plot" -k network --only learning_rate=0.01 --panels network.type -o nets.svg sweep
# Who holds what: a client's labels, in one picture where the runs agree.
awk 'BEGIN { print "client,x,y"; for (i = 0; i < 60; i++) print i % 4 "," i "," (i % 4 == 3 ? 2 : i % 3) }' >held.csv
cat >held.cfg <<'END'
data = { source = "file"; path = "held.csv"; target = "y"; client = "client"; };
loss = { type = "softmax"; };
algorithm = { name = "fedavg"; rounds = 1; learning_rate = 0.01; };
output = { partition = true; theta = false; };
END
"$FEDOMP" -q -c held.cfg -o held -D 'sweep=({ key = "algorithm.learning_rate"; values = [0.01, 0.02]; })'
expect_status 0 'a partition that two runs share' "$plot" -k partition -o held.gp held
sed -n '/^$p0m/,/^EOD/p' held.gp | grep '^[0-9]' | sort >found
sed 1d held.csv | awk -F, '{ n[$1 " " $3]++ } END { for (k in n) print k, n[k] }' | sort >expected
expect_same found expected 'has the labels that each client holds'
sed 's/scheme = "given"/scheme = "random"/; s/client = "client"; //' held.cfg >spread.cfg
"$FEDOMP" -q -c spread.cfg -o spread -D 'partition.clients=15' \
    -D 'sweep=({ key = "partition.scheme"; values = ["random", "sorted"]; })'
bad 4 'the partitions of the runs differ' -k partition spread
bad 4 'output.partition=true' -k partition sweep
expect_status 0 'partitions in panels' "$plot" -k partition --panels scheme -o spread.svg spread
expect_status 0 'as PNG' "$plot" -k partition --panels scheme -o spread.png spread
"$plot" -k partition --width=3.3in -o narrow.svg held
check 'a column of 3.3 inches' grep -q 'viewBox="0 0 317 ' column.svg
check 'panels below each other in it' grep -q "width=\"317\"" column.svg
for file in *_*.svg; do
    "$plot" --paper "${file%.svg}" -o "${file%.svg}.png" "${file%.svg}"
done
for kind in curves 'box -x learning_rate --reference optimum' 'heat -x learning_rate -y type' hist; do
    # shellcheck disable=SC2086 # the kind and its options
    "$plot" -k $kind -m log_mse -o "kind-${kind%% *}.png" sweep
done

# faults FILE... -- what is wrong with the words in these pictures.
faults() {
    {
        printf '<!DOCTYPE html><html><head><meta charset="utf-8"><script>\n'
        cat "$FED_SRCDIR/tests/boxes.js"
        printf '</script></head><body>\n'
        for file in "$@"; do
            printf '<figure id="%s">\n' "$file"
            case $file in
                *.svg) sed '/^<?xml/d' "$file" ;;
                *) printf '<img src="%s">\n' "$file" ;;
            esac
            printf '</figure>\n'
        done
        printf '</body></html>\n'
    } >look.html
    HOME=$tmp timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --allow-file-access-from-files \
        --user-data-dir="$tmp/profile" --dump-dom "file://$tmp/look.html" 2>said | sed -n '/<pre id="faults">/,/<\/pre>/{ s/.*<pre[^>]*>//; s/<\/pre.*//; /./p; }'
}
if command -v chromium >/dev/null; then
    sed 's/viewBox="0 0 [0-9]*/viewBox="0 0 300/' c.svg >cut.svg
    sed 's/<g transform="translate([0-9.]*,/<g transform="translate(99,/' c.svg >piled.svg
    faults cut.svg piled.svg >found
    expect_line found 'cut.svg: ' 'a page that cuts its words is found out'
    expect_match found 'piled.svg: .* overlaps ' 'and words upon words'
    faults ./*.svg ./*.png >found
    sed -i '/^\.\/\(cut\|piled\).svg/d' found
    check 'no words overlap or leave their picture' test "$(cat found)" = looked || tap_quote found
else
    skip 'no words overlap or leave their picture' 'chromium is not installed'
fi
# A logarithmic axis has no place for what is spent at the start, 0, and counts in thousands where others do.
mkdir tics
{
    echo run,round,metric,n,median,q25,q75,mean,sd
    for round in 0 1 2 3; do
        echo "0,$round,words_up,3,$((round * round * round * 50000)),0,0,0,0"
        echo "0,$round,loss,3,$((9 - round)),$((8 - round)),$((10 - round)),0,0"
    done
} >tics/summary.csv
expect_status 0 'against words' "$plot" -m loss -x words_up -l x -o tics.gp tics
sed -n '/^\$p0c1 /,/^EOD/p' tics.gp | grep '^[0-9]' >rows
check 'three points of four' test "$(cut -d ' ' -f 1 rows | tr '\n' ' ')" = '50000 400000 1350000 '
expect_line tics.gp "'50k' 50000" 'tics in thousands'
expect_line tics.gp "'1M' 1000000" 'and millions'
bad 2 'expected a length' --width wide sweep
bad 4 'no such swept key' --best-per colour sweep
bad 2 'expected a length' --width 1in sweep
bad 2 'cannot both be given' --width 3.3in --size 300x300 sweep
bad 4 'no room for the panels' --size 300x200 sweep

# The folder of figures: one drawn, one without data.
mkdir papers
cp "$conf/paper/ngd_fig2_order.cfg" papers/
sed -i 's/replicates = .*/replicates = 1;/; s/rounds = 4000/rounds = 20/' papers/ngd_fig2_order.cfg
printf 'data = { source = "file"; path = "none.csv"; target = "y"; };\n' >papers/lost.cfg
expect_status 0 'the figures in one folder' env FULL=1 sh "$FED_SRCDIR/scripts/figures.sh" "$FEDOMP" "$plot" papers folder
for link in $(sed -n 's/.*<img src="\([^"]*\)".*/\1/p; s/.*<a href="\([^#"]*\)"><img.*/\1/p' folder/index.html) \
    folder_end; do
    [ "$link" = folder_end ] || check "the page's $link is there" test -s "folder/$link"
done
expect_line folder/index.html 'Not drawn' 'and the page says what is missing'
expect_line folder/index.html 'relabelled at random' 'and what a figure shows'

# A figure that starts from the end of another run, which is made first, and both once; from other weights both again.
mkdir -p started/paper
sed '1i# start: ../before.cfg
    s/^algorithm = {/& initial = "file";/' papers/ngd_fig2_order.cfg >started/paper/ngd_fig2_order.cfg
sed '/^sweep/,$d; s/ theta = false;//; s/name = "ngd";/name = "fedavg";/' papers/ngd_fig2_order.cfg >started/before.cfg
begin() {
    expect_status 0 "with a start: $1" env FULL=1 sh "$FED_SRCDIR/scripts/figures.sh" "$FEDOMP" "$plot" started/paper begun
    sed -n 's/ \.\.\..*//p' "$err" | tr '\n' ' ' >ran
    check "with a start: $1: it runs ${2:-nothing}" test "$(cat ran)" = "${2:+$2 }" || tap_quote ran
}
begin first 'before ngd_fig2_order'
expect_line begun/index.html 'fedomp -c conf/before.cfg -o before' 'the page has the command of the start'
expect_match begun/index.html 'conf/paper/ngd_fig2_order.cfg -D algorithm.initial_path=before/theta.csv' 'and its use'
check 'clients start where it ended' awk -F, 'FNR == 1 { for (c = 1; c <= NF; c++) if ($c == "metric") metric = c; next }
    $(metric) == "loss" && FILENAME ~ /before/ { end = $(metric + 2) }
    $(metric) == "loss" && FILENAME !~ /before/ && $(metric - 1) == 0 { d = $(metric + 2) / end - 1; n++; bad += d * d > 1e-20 }
    END { exit !(n == 8 && bad == 0) }' begun/before/summary.csv begun/ngd_fig2_order/summary.csv
begin again ''
sed -i 's/rounds = 20/rounds = 30/' started/before.cfg
begin 'another one' 'before ngd_fig2_order'

# The examples of the manual.
mkdir bin work
shortened bin/fedomp
ln -s "$plot" bin/fedomp-plot
literals "$FED_SRCDIR/man/fedomp-plot.1" "$tmp/example" EXAMPLES
cat "$tmp"/example[0-9] >examples
cd work || exit 1
while read -r line; do
    expect_status 0 "example: $line" env PATH="$tmp/bin:$PATH" sh -c "$line"
done <../examples
check 'the manual has examples' test "$(wc -l <../examples)" -ge 8
finish
