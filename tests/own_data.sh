#!/bin/sh
# own_data.sh -- tables as people have them: exports of spreadsheets in several locales, gaps, words, dates.
# Each runs, with the numbers that it means, or is refused with its cure.
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

cat >clean.csv <<'END'
site,x1,x2,y
1,1.5,0.25,1
1,-2.5,3,0
2,1234.5,-1,1
2,4,0.5,0
3,2.25,7,1
3,-0.5,1e-2,0
END

# write_cfg FILE [KEYS] -- a configuration that reads it.
write_cfg() {
    cat >run.cfg <<END
data = { source = "file"; path = "$1"; target = "y"; client = "site"; ${2:-} };
loss = { type = "linear"; l2 = 0.1; };
algorithm = { name = "fednewton"; rounds = 5; };
END
}

# runs NAME FILE [KEYS] -- it runs, and leaves theta in theta.NAME.
runs() {
    write_cfg "$2" "${3:-}"
    expect_status 0 "$1 runs" "$FEDOMP" -c run.cfg -o "out-$1" --force
    cp "out-$1/theta.csv" "theta.$1"
}

# same NAME FILE [KEYS] -- it means the numbers of clean.csv, to the last bit.
same() {
    runs "$@"
    expect_same "theta.$1" theta.clean "$1 means the same numbers"
}

# refused NAME FILE KEYS MESSAGE -- it is refused with the message, and --check says so too.
refused() {
    write_cfg "$2" "$3"
    expect_status 4 "$1 is refused" "$FEDOMP" -c run.cfg -o "out-$1" --force
    expect_line err "$4"
    expect_status 4 "$1: --check" "$FEDOMP" --check -c run.cfg
    expect_line err "$4"
}

runs clean clean.csv
check 'a plain file needs no notes' sh -c '! grep -q "data_notes" out-clean/run.yaml'

# Spreadsheets: English, German, French, Swiss, and the like.
sed 's/$/\r/; 1s/^/\xef\xbb\xbf/; s/1234.5/"1,234.50"/' clean.csv >english.csv
same english english.csv
sed 's/,/;/g; s/\./,/g; s/1234,5/1.234,50/; s/$/\r/' clean.csv >german.csv
same german german.csv
expect_line err 'data: cells are separated by semicolons' 'what was recognised is said'
expect_line err 'data: the decimal mark is a comma'
expect_line out-german/run.yaml 'the decimal mark is a comma' 'also in run.yaml'
sed 's/,/;/g; s/\./,/g; s/1234,5/1\xe2\x80\xaf234,5/' clean.csv >french.csv
same french french.csv
sed "s/,/;/g; s/1234.5/1'234.5/" clean.csv >swiss.csv
same swiss swiss.csv
{ printf 'sep=;\r\n' && sed 's/,/;/g; s/$/\r/' clean.csv; } >hinted.csv
same hinted hinted.csv
sed 's/,/\t/g' clean.csv >tabs.tsv
same tabs tabs.tsv
sed 's/\([^,]*\)/"\1"/g' clean.csv >quoted.csv
same quoted quoted.csv
sed 's/,/ , /g; s/^/ /' clean.csv >blanks.csv
same blanks blanks.csv
sed 's/,/","/g; s/^/"/; s/$/"/; s/\./,/g' clean.csv >commas.csv
refused commas commas.csv '' "commas.csv:2: column 2 (x1): '1,5' is not a number (data.decimal = \"comma\""
same commas commas.csv 'decimal = "comma";'
sed 's/,/;/g; 2s/\./,/' clean.csv >torn.csv
refused torn torn.csv '' 'set data.decimal to the decimal mark'

# Thousands without decimals: clear beside a decimal comma; alone they are taken for decimals, and that is said.
sed 's/,/;/g; s/\./,/g; s/1234,5/1.234/' clean.csv >thousands.csv
sed 's/1234.5/1234/' clean.csv >whole.csv
runs whole whole.csv
runs thousands thousands.csv
expect_same theta.thousands theta.whole 'a point is no decimal mark beside a decimal comma'
printf 'site;x1;y\n1;1.251;1\n1;2.5;0\n2;3.004;1\n2;12.750;0\n' >plain.csv
runs plain plain.csv
check 'a number that is no group of thousands settles it' sh -c '! grep -q "data.decimal" "$1"' - "$err"
sed 's/;2.5;/;2.500;/' plain.csv >doubt.csv
runs doubt doubt.csv
expect_same theta.doubt theta.plain 'in doubt a point is decimal'
expect_line err "data: '1.251' (line 2) is read with a decimal point; if it has a thousands separator, set data.decimal = \"comma\""
expect_line out-doubt/run.yaml 'is read with a decimal point' 'also in run.yaml'
runs settled doubt.csv 'decimal = "point";'
check 'what is set is not in doubt' sh -c '! grep -q "decimal" "$1"' - "$err"
tr -d . <doubt.csv >groups.csv
runs groups groups.csv
runs grouped doubt.csv 'decimal = "comma";'
expect_same theta.grouped theta.groups 'as thousands, when asked for'
tr . , <doubt.csv >doubt_comma.csv
runs doubt_comma doubt_comma.csv
expect_same theta.doubt_comma theta.plain 'in doubt a comma is decimal'
expect_line err "data: '1,251' (line 2) is read with a decimal comma; if it has a thousands separator, set data.decimal = \"point\""
expect_status 0 'describe in doubt' "$FEDOMP" --describe doubt.csv
expect_line out "# '1.251' (line 2) is read with a decimal point"
sed '3s/2.500/2,500/' doubt.csv >either.csv
refused either either.csv '' "either.csv: found both '2,500' (line 3) and '1.251' (line 2); set data.decimal"

# What spreadsheets leave at the edges: columns and rows without content, names of two lines; a minus sign of
# print; truth values.
sed 's/$/,,/' clean.csv >edges.csv
printf ',,,,,\n" ",,,,,\n' >>edges.csv
same edges edges.csv
sed 's/,/;/g; s/\./,/g; s/$/;\r/; 1s/^/\xef\xbb\xbf/' clean.csv >margin.csv
same margin margin.csv
sed '1s/x1/"x1\n(cm), \\"/' clean.csv >broken.csv
same broken broken.csv
sed 's/-2.5/\xe2\x88\x922.5/' clean.csv >minus.csv
same minus minus.csv
sed 's/,/;/g; s/\./,/g; s/;1$/;WAHR/; s/;0$/;FALSCH/' clean.csv >truth.csv
same truth truth.csv
expect_line err 'labels: FALSCH = 0, WAHR = 1'
sed 's/$/,,/; 3s/,$/,extra/' clean.csv >beyond.csv
refused beyond beyond.csv '' 'beyond.csv:3: column 6 has no name in line 1; lines before the header, as titles, must go'
{ printf 'Measurements of 2024,,,\n' && cat clean.csv; } >titled.csv
refused titled titled.csv '' "titled.csv:1: no column 'y' for target; line 1 is taken for the names of the columns"
{ printf 'Title,,,\n,,,\n' && cat clean.csv; } >spaced.csv
refused spaced spaced.csv '' 'spaced.csv:2: empty line; delete it, and lines before the header, as titles'
{ printf '# measured in 2024\n' && cat clean.csv; } >comment.csv
refused comment comment.csv '' 'comment.csv:1: one cell, but line 2 has several; lines before the header, as titles and comments, must go'
{ printf 'Measured in 2024\n' && tr , ';' <clean.csv; } >title.csv
refused title title.csv '' 'title.csv:1: one cell, but line 2 has several'
tr , ' ' <clean.csv >blanks.csv
refused blanks blanks.csv '' 'blanks.csv: only one column; put commas, semicolons or tabs between cells, or set data.delimiter (" " for spaces)'
same blanks blanks.csv 'delimiter = " ";'
sed 's/ /    /g; s/^/  /; s/$/ \r/' blanks.csv >aligned.csv
same aligned aligned.csv 'delimiter = " ";'
sed '3s/1,/"1"st,/' clean.csv >inner.csv
refused inner inner.csv '' 'inner.csv:3: column 1: text after the closing quote (a quote in a text is written twice)'
tr '\n' '\r' <clean.csv >returns.csv
refused returns returns.csv '' 'its lines end in carriage returns alone; save it as "CSV UTF-8"'
for amount in 12% '$12.50' '12,50 €' '£ 3' '1 200 ¥'; do
    { printf 'site;x1;y\n' && for k in 1 2 3; do printf '%d;%s;%d\n' $k "$amount" $((k % 2)); done; } >amounts.csv
    refused amounts amounts.csv '' "amounts.csv:2: column 2 (x1): '$amount' is not a plain number (the sign of its unit must go)"
done
sed 's/,/;/g; s/\./,/g; s/-2,5/(2,50)/' clean.csv >accounts.csv
refused accounts accounts.csv '' "accounts.csv:3: column 2 (x1): '(2,50)' is not a plain number (a negative number has a minus, not parentheses)"
sed '2s/1.5/#DIV\/0!/; 3s/-2.5/#VALUE!/' clean.csv >errors.csv
refused errors errors.csv '' "errors.csv:2: column 2 (x1): '#DIV/0!' is a missing value (data.missing = \"drop\""

printf 'site,rate,y\n1,12%%,1\n1,3%%,0\n2,x,1\n2,5%%,0\n' >rates.csv
expect_status 0 'describe units' "$FEDOMP" --describe rates.csv
expect_match out '^# +2  rate +mixed +0  4 not readable, as 12%$' 'no range of what cannot be read'
expect_line out "# column 2, line 2: '12%' is not a plain number (the sign of its unit must go)"
# A cell that is no number: the line is given, the column is left out, but never the response.
sed '4s/1234.5/1.2.3/; 5s/,0.5,/,half,/; 6s/,1$/,inf/' clean.csv >cells.csv
expect_status 0 'describe cells' "$FEDOMP" --describe cells.csv
expect_match out '^# +2  x1 +mixed +0  1 not readable, as 1.2.3$'
expect_line out "# column 2, line 4: '1.2.3' is not a number"
expect_line out "# column 3, line 5: 'half' is not a number"
expect_line out "# column 4, line 6: 'inf' is not a finite number"
expect_line out 'target = "y"; client = "site";' 'the response stays'
expect_line out 'drop = ["x1", "x2"];'
expect_line out '# No column is left for features: change the cells above first.'
refused cells cells.csv 'drop = ["x2"];' "cells.csv:4: column 2 (x1): '1.2.3' looks like a date, among numbers"
sed '1s/x1/Größe/' clean.csv >wide_name.csv
expect_status 0 'describe a name of two-byte letters' "$FEDOMP" --describe wide_name.csv
expect_line out '#      2  Größe                 numbers         0  -2.5 to 1234.5' 'padded by letters'

# Names for numbers: of clients, labels, categories.
sed '2,$s/^1/north/; 2,$s/^2/"south, far"/; 2,$s/^3/west/' clean.csv >named.csv
same named named.csv
expect_line err 'data: 3 clients by name: north = 0, south, far = 1, west = 2'
sed 's/,1$/,yes/; s/,0$/,"no"/' clean.csv >labels.csv
same labels labels.csv
expect_line err 'data: column 4 (y): labels: no = 0, yes = 1'
same given labels.csv 'labels = { yes = 1; no = 0; };'
sed "s/,1\$/,'yes'/; s/,0\$/,'no'/" clean.csv >single.csv
same single single.csv 'labels = { yes = 1; no = 0; };'
cat >words.csv <<'END'
site,town,x,y
1,Bonn,1,1
1,Oslo,2,0
2,Rome,3,1
2,Bonn,4,0
3,Oslo,5,1
3,Rome,7,0
END
cat >hot.csv <<'END'
site,town=Oslo,town=Rome,x,y
1,0,0,1,1
1,1,0,2,0
2,0,1,3,1
2,0,0,4,0
3,1,0,5,1
3,0,1,7,0
END
runs hot hot.csv
runs words words.csv
expect_same theta.words theta.hot 'a feature for each word but the first'
expect_match out-words/run.yaml '^ *- town=Rome$' 'named in run.yaml'
sed 's/Bonn/0/; s/Oslo/1/; s/Rome/2/' words.csv >coded.csv
runs coded coded.csv
runs codes words.csv 'categories = "codes";'
expect_same theta.codes theta.coded 'or the numbers of the words'
refused words words.csv 'categories = "error";' "words.csv:2: column 2 (town): 'Bonn' is not a number"
sed 's/Oslo/Bonn/; s/Rome/Bonn/' words.csv >alone.csv
cut -d , -f 1,3- words.csv >without.csv
runs without without.csv
for categories in one-hot codes; do
    runs alone alone.csv "categories = \"$categories\";"
    expect_same theta.alone theta.without 'a column of one word is left out'
    expect_line err "data: column 2 (town): left out: its only word is 'Bonn'" 'and that is said'
done
cut -d , -f 1,2,4 alone.csv >nothing.csv
refused nothing nothing.csv '' 'nothing.csv: there is no column left for features (without target, client, drop and columns of one word)'
cat >test.csv <<'END'
site,x,town,y
9,1,Rome,1
9,2,Bonn,0
END
runs tested words.csv "test_path = \"$tmp/test.csv\";"
printf '9,2,Paris,0\n' >>test.csv
refused tested words.csv "test_path = \"$tmp/test.csv\";" "test.csv:4: column 3 (town): 'Paris' does not occur in the training set"

# Gaps: refused, left out or filled, and counted.
sed '3s/-2.5/NA/; 5s/0.5/?/; 7s/,0$/,/' clean.csv >gaps.csv
refused gaps gaps.csv '' "gaps.csv:3: column 2 (x1): 'NA' is a missing value (data.missing = \"drop\""
expect_line err "gaps.csv:5: column 3 (x2): '?' is a missing value" '--check lists the second'
expect_line err "gaps.csv:7: column 4 (y): '' is a missing value" 'and the third'
expect_lines err 3 'and no other'
sed '3d;5d;7d' clean.csv >kept.csv
runs kept kept.csv
runs dropped gaps.csv 'missing = "drop";'
expect_same theta.dropped theta.kept 'rows with gaps are left out'
expect_line err 'data: 3 of 6 rows have missing values: 3 left out, 0 filled' 'and counted'
awk -F, -v OFS=, 'NR == 3 { $2 = (1.5 + 1234.5 + 4 + 2.25) / 4 } NR == 5 { $3 = (0.25 + 3 - 1 + 7) / 4 } NR != 7' \
    OFMT=%.17g CONVFMT=%.17g clean.csv >filled.csv
runs filled filled.csv
runs mean gaps.csv 'missing = "mean";'
expect_same theta.mean theta.filled 'or filled with the means of the columns'
expect_line err 'data: 3 of 6 rows have missing values: 1 left out, 2 filled'

# Words for what is missing. A dash, a point and "none" may be categories.
for word in na N/A '#N/A' '#NV' '#N/D' NaN NULL '?' '#REF!' '#WERT!' - -- . None '–' ''; do
    awk -F, -v OFS=, -v word="$word" 'NR == 3 { $2 = word } 1' clean.csv >word.csv
    sed 3d clean.csv >less.csv
    runs less less.csv
    runs word word.csv 'missing = "drop";'
    expect_same theta.word theta.less "'$word' is a missing value among numbers"
    expect_line err 'data: 1 of 6 rows have missing values: 1 left out, 0 filled'
done
sed 's/Bonn/none/; s/Oslo/-/; s/Rome/some/' words.csv >dashes.csv
sed 's/Bonn/B/; s/Oslo/A/; s/Rome/C/' words.csv >letters.csv
runs letters letters.csv
runs dashes dashes.csv
expect_same theta.dashes theta.letters 'a dash is a word among words'
expect_line err 'column 2 (town): 3 categories: - = 0, none = 1, some = 2'
sed 's/,1$/,some/; s/,0$/,none/' clean.csv >severe.csv
same severe severe.csv 'labels = { some = 1; none = 0; };'
sed '1s/x1/x 1/' clean.csv >table.txt
same table table.txt

{ cat clean.csv && echo 'Total,1238,9.76,3'; } >total.csv
runs total total.csv
expect_line err 'data: line 8, the last, looks like a total; delete it if it is no sample'
{ cat total.csv && echo '4,1,1,1'; } >inside.csv
runs inside inside.csv
check 'not of another line' sh -c '! grep -q "looks like a total" "$1"' - "$err"
expect_status 0 'describe a total' "$FEDOMP" --describe total.csv
expect_line out '# line 8, the last, looks like a total'

# What no reader can mend.
sed '1s/x2/x1/' clean.csv >twice.csv
refused twice twice.csv '' "twice.csv:1: columns 2 and 3 are both called 'x1'; rename one"
sed '1s/x1/day/; 2,$s/,[^,]*,/,2024-01-31,/' clean.csv >dates.csv
sed '2s/2024-01-31/unknown/; 4s/2024-01-31/2024-02-29/' dates.csv >dates2.csv
refused dates dates2.csv '' "dates2.csv:3: column 2 (day): '2024-01-31' is a date"
refused dates dates.csv '' "dates.csv:2: column 2 (day): '2024-01-31' is a date; leave the column out (data.drop)"
sed '1d' clean.csv >bare.csv
refused bare bare.csv '' 'bare.csv:1: the header has only numbers (header = false reads it as a row)'
sed '4s/$/,9/; 6s/,1$//' clean.csv >ragged.csv
refused ragged ragged.csv '' 'ragged.csv:4: 5 cells, expected 4'
expect_line err 'ragged.csv:6: 3 cells, expected 4'
awk 'NR == 1 { print "site,x1,name,y" } { print NR % 3 ",1,person" NR "," NR % 2 }' clean.csv clean.csv >few.csv
awk 'BEGIN { print "site,x1,name,y"; for (i = 0; i < 300; i++) print i % 3 ",1,person" i "," i % 2 }' >people.csv
refused people people.csv '' "people.csv: column 3 (name): more than 256 different words, as 'person0'; leave the column out"
printf '\377\376s\0i\0t\0e\0' >wide.csv
refused wide wide.csv '' 'not text in UTF-8 (UTF-16 or binary); save it as "CSV UTF-8"'
sed '1s/x1/gr\xf6\xdfe/' clean.csv >latin.csv
refused latin latin.csv '' 'its name is not UTF-8; save the file as "CSV UTF-8"'
awk 'NR == 1 { print } NR > 1 { for (i = 0; i < 10; i++) print $0; print "1,one,two,1" }' clean.csv >many.csv
awk 'BEGIN { print "site,x1,x2,y"; for (i = 0; i < 60; i++) print i % 3 "," (i % 2 ? i : "x" i) ",1,1"
     for (i = 0; i < 60; i++) print "1,1,1,1" }' >many.csv
write_cfg many.csv
expect_status 4 'many faults' "$FEDOMP" -c run.cfg -o out-many
expect_line err "many.csv:2: column 2 (x1): 'x0' is not a number (and 19 more faults; --check lists them)" 'one line'
expect_lines err 1
expect_status 4 'many faults: --check' "$FEDOMP" --check -c run.cfg
expect_lines err 20 '--check lists twenty'

# --describe: what it prints is a configuration that runs.
sed '1s/,y$/,"y\r\n(kg)"/' broken.csv >folded.csv
sed 's/Rome/"Rome\n[north]"/; 1s/y/"y\n"/' words.csv >folds.csv
awk -F, -v OFS=, 'NR > 1 { $2 = $2 "%" } 1' clean.csv >percent.csv
awk -F, -v OFS=, 'NR == 1 { print "", $0, "code"; next } { print NR - 2, $0, "P" NR }' clean.csv >numbered.csv
awk -F, -v OFS=, 'NR == 1 { print "ID", $0; next } { print NR - 1, $0 }' clean.csv >identified.csv
for file in clean english german french tabs named words gaps dates people edges margin broken minus truth errors \
    folded folds percent alone dashes numbered accounts identified; do
    name=$file.csv
    [ "$file" != tabs ] || name=tabs.tsv
    expect_status 0 "describe $file" "$FEDOMP" --describe "$name"
    cp "$out" "$file.cfg"
    expect_status 0 "what describes $file runs" "$FEDOMP" -q -c "$file.cfg" -o "described-$file"
done
expect_line clean.cfg '# clean.csv: 6 rows of 4 columns, separated by commas, decimal point'
expect_match clean.cfg '^# +2  x1 +numbers +0  -2.5 to 1234.5$'
expect_match german.cfg 'separated by semicolons, decimal comma'
expect_match words.cfg '^# +2  town +words +0  Bonn, Oslo, Rome$'
expect_match gaps.cfg '^# +3  x2 +numbers +1 ' 'gaps are counted'
expect_line dates.cfg 'drop = ["day"];' 'dates are left out'
expect_line named.cfg 'client = "site";' 'clients are recognised'
expect_line identified.cfg 'drop = ["ID"];'
expect_line numbered.cfg 'drop = ["", "code"];' 'numbers and names of the rows are left out'
write_cfg numbered.csv
run "$FEDOMP" -c run.cfg -o out-numbered
expect_line err 'every row has another: if they are names, leave the column out (data.drop)'
expect_status 4 'describe nothing' "$FEDOMP" --describe none.csv
expect_line err 'none.csv: No such file or directory'

# --init: a configuration of every method, which runs.
"$FEDOMP" --list=algorithms | awk '{ print $1 }' >algorithms
while read -r name; do
    "$FEDOMP" --init="$name" >init.cfg
    expect_status 0 "--init=$name runs" "$FEDOMP" -q -c init.cfg -D replicates=1 -o "init-$name"
done <algorithms
expect_status 0 '--init alone' "$FEDOMP" --init
expect_line out 'name = "fedavg";'
expect_status 2 '--init of no method' "$FEDOMP" --init=fedavgg

# Labels that are no names are pairs in run.yaml, and a run from it is the same.
printf 'y,a\n1st,1\n2nd,2\n1st,0\n2nd,1\n' >ranks.csv
printf 'data = { source = "file"; path = "ranks.csv"; target = "y"; }; partition = { clients = 2; };
loss = { type = "logistic"; l2 = 0.1; }; algorithm = { name = "fedavg"; rounds = 2; };\n' >ranks.cfg
expect_status 0 'labels one by one' "$FEDOMP" -q -c ranks.cfg -o ranks -D data.labels.1st=1 -D data.labels.2nd=0
sed -n '/^ *data.labels:/,/^ *data.categories:/p' ranks/run.yaml | tr -d ' \n' >"$out"
expect_line out 'data.labels:--1st-1--2nd-0data.categories:one-hot' 'pairs of them'
expect_status 0 'and as pairs' "$FEDOMP" -q -c ranks.cfg -o pairs -D 'data.labels=(("1st",1),("2nd",0))'
expect_same ranks/theta.csv pairs/theta.csv 'the same model'
finish
