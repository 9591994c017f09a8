#!/bin/sh
# text.sh -- a play by speakers, and sets of labels: how they are read, and losses that are known beforehand.
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

# Two speakers; the second one's speeches are joined; the third says too little and has no client.
cat >play.txt <<'EOF2'
Anna:
abcabcabcabca

Bert:
bcabcab

Carl:
ab

Bert:
cabcab
EOF2
cat >run.cfg <<'EOF2'
data = { source = "file"; path = "play.txt"; length = 4; };
partition = { scheme = "given"; };
model = { type = "char-lstm"; width = 0.01; precision = "double"; };
loss = { type = "softmax"; optimum = false; };
algorithm = { name = "fedavg"; rounds = 1; learning_rate = 0.5; initial = "zeros"; };
output = { columns = ["test_loss"]; };
EOF2
expect_status 0 'a play' "$FEDOMP" -q -c run.cfg -o play
check 'two clients of three sequences each' grep -q '^ *clients: 2$' play/run.yaml
check 'six sequences' grep -Eq 'samples: 6$' play/run.yaml
# At 0 all five symbols (a, b, c, the line end, the unknown one) are alike.
check 'log 5 at the start' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 {
    d = $col["loss"] - log(5); exit !(d < 1e-12 && d > -1e-12) }' play/metrics.csv
expect_status 0 'a smaller vocabulary' "$FEDOMP" -q -c run.cfg -o two -D data.vocabulary=2 -D algorithm.rounds=0
check 'log 3 then' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 {
    d = $col["loss"] - log(3); exit !(d < 1e-12 && d > -1e-12) }' two/metrics.csv
expect_status 0 'words' "$FEDOMP" -q -c run.cfg -o words -D data.tokens=words -D data.length=1
expect_status 4 'too long' "$FEDOMP" -q -c run.cfg -o long -D data.length=100
expect_line err 'play.txt: nobody says 101 symbols (data.length and one more); if it is a table, set data.target'
expect_status 4 'a loss of one response' "$FEDOMP" -q -c run.cfg -o one -D loss.type=linear
expect_line err 'samples have a symbol at every position, which loss linear does not take; softmax does (if the file is a table, set data.target)'
expect_status 3 'scaled' "$FEDOMP" -q -c run.cfg -o scaled -D data.standardize=true
printf 'Dora:\nabcxabcxabcx\n' >other.txt
expect_status 0 'a test play with an unknown character' "$FEDOMP" -q -c run.cfg -o tested -D data.test_path=other.txt
check 'log 5 there, too' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 {
    d = $col["test_loss"] - log(5); exit !(d < 1e-12 && d > -1e-12) }' tested/metrics.csv

# The same as LEAF tells it: every string with the character after it. Users are the clients.
cat >play.json <<'EOF2'
{ "users": ["anna", "bert"], "num_samples": [3, 2], "user_data": {
    "bert": { "x": ["bcab", "cabc"], "y": ["c", "a"] },
    "anna": { "x": ["abca", "bcab", "cabc"], "y": ["b", "c", "a"] } } }
EOF2
expect_status 0 'strings of LEAF' "$FEDOMP" -q -c run.cfg -o leaf -D data.path=play.json
check 'two clients' grep -q '^ *clients: 2$' leaf/run.yaml
check 'log 4 at the start: a, b, c and the unknown one' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 {
    d = $col["loss"] - log(4); exit !(d < 1e-12 && d > -1e-12) }' leaf/metrics.csv
# A play of the same sequences, without line ends before the last: the losses after a step are the same.
printf 'Anna:\nabcabcabcabca\n\nBert:\nbcabcabca\n' >same.txt
cat >same.json <<'EOF2'
{ "users": ["Anna", "Bert"], "user_data": {
    "Anna": { "x": ["abca", "bcab", "cabc"], "y": ["b", "c", "a"] },
    "Bert": { "x": ["bcab", "cabc"], "y": ["c", "a"] } } }
EOF2
for suffix in txt json; do
    "$FEDOMP" -q -c run.cfg -o "same-$suffix" -D data.path=same.$suffix -D data.vocabulary=3 -D algorithm.rounds=20 >said 2>&1
    awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } { printf "%s %.12g\n", $col["round"], $col["loss"] }' \
        same-$suffix/metrics.csv >same-$suffix.losses
done
check 'a text and its strings have the same losses' sh -c 'test -s same-txt.losses && cmp same-txt.losses same-json.losses'
# What the training set does not know is no symbol of it.
for end in a z; do
    printf '{ "users": ["Anna"], "user_data": { "Anna": { "x": ["abca"], "y": ["%s"] } } }' $end >test-$end.json
    "$FEDOMP" -q -c run.cfg -o "unknown-$end" -D data.path=same.json -D data.test_path=test-$end.json -D algorithm.rounds=20 >said 2>&1
    awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } { last = $col["test_loss"] } END { print last }' \
        unknown-$end/metrics.csv >unknown-$end.loss
done
check 'an unknown symbol is expected less than a known one' sh -c 'test "$(cat unknown-a.loss)" != "" &&
    awk -v z="$(cat unknown-z.loss)" "{ exit !(z > \$1) }" unknown-a.loss'
cat >images.json <<'EOF2'
{ "users": ["f1", "f0"], "user_data": { "f0": { "x": [[0.5, 1], [0, 0.25]], "y": [1, 0] }, "f1": { "x": [[1, 1e-1]], "y": [1] } } }
EOF2
printf 'client,y,a,b\n0,1,1,0.1\n1,1,0.5,1\n1,0,0,0.25\n' >images.csv
cat >images.cfg <<'EOF2'
data = { source = "file"; client = "client"; target = "y"; };
partition = { scheme = "given"; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "fedavg"; rounds = 3; local_steps = 2; learning_rate = 0.5; };
EOF2
for suffix in csv json; do
    "$FEDOMP" -q -c images.cfg -o "images-$suffix" -D data.path=images.$suffix >said 2>&1
    awk -F, 'NR > 1 { printf "%.6g %.6g\n", $4, $5 }' images-$suffix/theta.csv >images-$suffix.theta
done
check 'numbers of LEAF are those of a csv file' sh -c 'test -s images-csv.theta && cmp images-csv.theta images-json.theta'
for precision in single double; do
    for suffix in csv json; do
        "$FEDOMP" -q -c images.cfg -o "net-$suffix" --force -D data.path=images.$suffix -D loss.type=softmax \
            -D "model={ type = \"mlp\"; hidden = [3]; precision = \"$precision\"; }" >said 2>&1
        awk -F, 'NR > 1 { for (j = 4; j <= NF; j++) printf "%.5g ", $j }' net-$suffix/theta.csv >net-$suffix.theta
    done
    check "to a network, too, in $precision precision" sh -c 'test -s net-csv.theta && cmp net-csv.theta net-json.theta'
done
printf '{ "users": ["a"], "user_data": { "a": { "x": [[1, 2], [3]], "y": [0, 1] } } }' >uneven.json
expect_status 4 'samples of unequal length' "$FEDOMP" -q -c images.cfg -o no -D data.path=uneven.json
expect_line err "uneven.json: user 'a', sample 1: expected x of the kind and length of the first sample's"
printf '{ "users": ["a"], "user_data": { "a": { "x": [[1, 2], [3, 1e300]], "y": [0, 1] } } }' >beyond.json
expect_status 4 'a number beyond single precision' "$FEDOMP" -q -c images.cfg -o no -D data.path=beyond.json
expect_line err "beyond.json: user 'a', sample 1: expected numbers of single precision in x"
printf '{ "users": ["a"], "user_data": { "b": { "x": [], "y": [] } } }' >absent.json
expect_status 4 'a user without data' "$FEDOMP" -q -c images.cfg -o no -D data.path=absent.json
expect_line err "user 0 ('a'): expected lists x and y of one length in user_data"
printf '{ "users": [' >short.json
expect_status 4 'no JSON' "$FEDOMP" -q -c images.cfg -o no -D data.path=short.json
expect_line err 'short.json:1: not JSON'
expect_status 4 'a test set of the other kind' "$FEDOMP" -q -c images.cfg -o no -D data.path=images.json -D data.test_path=play.json
expect_line err 'play.json: the samples of the training set are numbers'

# Symbols that an embedding does not know.
printf 'x1,x2,y\n0,1,0\n2,0,1\n3,1,0\n' >symbols.csv
cat >layers.cfg <<'EOF2'
data = { source = "file"; path = "symbols.csv"; target = "y"; };
model = { type = "layers"; layers = ( { type = "embedding"; units = 2; symbols = 3; }, { type = "dense"; units = 2; } ); };
loss = { type = "softmax"; };
algorithm = { name = "fedavg"; rounds = 1; };
EOF2
expect_status 4 'a symbol beyond' "$FEDOMP" -q -c layers.cfg -o beyond
expect_line err 'feature 0 of training sample 2 is 3, the embedding knows the symbols 0 to 2'

# Sets of labels: C log 2 at the start; a set of one label is logistic regression.
printf '0,2 1:1 3:0.5\n1 2:1\n 1:0.5 2:0.5\n0 3:2\n' >tags.svm
cat >tags.cfg <<'EOF2'
data = { source = "file"; path = "tags.svm"; multilabel = true; };
loss = { type = "multilabel"; l2 = 0.1; };
algorithm = { name = "fednewton"; rounds = 20; };
EOF2
expect_status 0 'tags' "$FEDOMP" -q -c tags.cfg -o tags
check 'three times log 2 at the start' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 {
    d = $col["loss"] - 3 * log(2); exit !(d < 1e-12 && d > -1e-12) }' tags/metrics.csv
total=0
for label in 0 1 2; do
    awk -v label=$label '{ line = $0; set = line ~ /^ / ? "" : $1; sub(/^[^ ]*/, "", line)
        n = split(set, part, ","); y = 0; for (i = 1; i <= n; i++) if (part[i] == label) y = 1; print y line }' tags.svm >one.svm
    "$FEDOMP" -q -c tags.cfg -o "one$label" -D data.path=one.svm -D data.multilabel=false -D loss.type=logistic >said 2>&1
    total="$total $(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } { last = $col["loss"] } END { print last }' "one$label/metrics.csv")"
done
check 'its optimum is the sum of the three of one label' awk -F, -v total="$total" '
    NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c; n = split(total, part, " "); for (i = 1; i <= n; i++) sum += part[i] }
    { last = $col["loss"] } END { d = last - sum; exit !(d < 1e-12 && d > -1e-12) }' tags/metrics.csv
expect_status 4 'sets where numbers are expected' "$FEDOMP" -q -c tags.cfg -o no -D data.multilabel=false -D loss.type=logistic
expect_line err "'0,2' is not a number (data.multilabel reads sets of labels)"
expect_status 4 'no sets' "$FEDOMP" -q -c tags.cfg -o no -D data.path=one.svm -D data.multilabel=false
expect_line err 'loss multilabel needs a set of labels for each sample'
expect_status 4 'more labels than said' "$FEDOMP" -q -c tags.cfg -o no -D data.classes=2
expect_line err 'tags.svm:1: label 2 is beyond the 2 labels'
finish
