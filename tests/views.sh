#!/bin/sh
# views.sh -- parts of images in training, a fraction of a set, bags of words and made tags: runs that must agree, the
# same bytes with any number of threads, and after a resumption.
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

# 40 images of 2 x 6 x 6 in four classes; in even.csv every image is its own mirror image.
awk 'BEGIN { srand(3); printf "y"; for (j = 0; j < 72; j++) printf ",p%d", j; print ""
    for (i = 0; i < 40; i++) { printf "%d", i % 4; for (j = 0; j < 72; j++) printf ",%.3f", rand() + (j % 4 == i % 4); print "" } }' >odd.csv
awk -F, 'NR == 1 { print; next } { printf "%s", $1
    for (j = 0; j < 72; j++) { c = j % 6; c = c < 3 ? c : 5 - c; printf ",%s", $(2 + j - j % 6 + c) } print "" }' odd.csv >even.csv
cat >images.cfg <<'EOF2'
seed = 5;
replicates = 2;
data = { source = "file"; path = "odd.csv"; target = "y"; };
partition = { clients = 5; };
model = { type = "layers"; input = [2, 6, 6]; crop = 4; flip = true; standardize = true; layers = (
    { type = "convolution"; channels = 3; kernel = 3; padding = 1; }, { type = "relu"; }, { type = "dense"; } ); };
loss = { type = "softmax"; };
algorithm = { name = "local-update"; rounds = 6; local_steps = 3; batch = 4; clients_per_round = 3; client_learning_rate = 0.1; };
output = { every = 2; };
EOF2

# losses DIR -- without what time it took.
losses() {
    sed 's/,[^,]*$//' "$1/metrics.csv"
    cat "$1/theta.csv"
}

# agree NAME OPTION... -- two runs of images.cfg, with the options and with those after a --, have the same results.
agree() {
    title=$1
    shift
    first=
    while [ "$1" != -- ]; do
        first="$first $1"
        shift
    done
    shift
    rm -rf a b
    # shellcheck disable=SC2086 # options are words
    "$FEDOMP" -q -c images.cfg -o a $first >said 2>&1 && "$FEDOMP" -q -c images.cfg -o b "$@" >said 2>&1
    losses a >a.losses
    losses b >b.losses
    check "$title" sh -c 'test -s a.losses && cmp a.losses b.losses'
}

# differ NAME OPTION... -- the opposite.
differ() {
    title=$1
    shift
    rm -rf a b
    "$FEDOMP" -q -c images.cfg -o a >said 2>&1 && "$FEDOMP" -q -c images.cfg -o b "$@" >said 2>&1
    losses a >a.losses
    losses b >b.losses
    check "$title" sh -c 'test -s b.losses && ! cmp -s a.losses b.losses'
}

plain='-D model.crop=0 -D model.flip=false'
for method in '-D algorithm.local_steps=3' '-D algorithm.local_epochs=2' '-D algorithm.batch=0' \
    '-D algorithm.name=fedavg -D algorithm.local_steps=2' '-D algorithm.name=scaffold'; do
    # shellcheck disable=SC2086 # options are words
    agree "${method#-D algorithm.}: a crop of the whole image is no crop" $method -D model.crop=6 -D model.flip=false -- $method $plain
    # shellcheck disable=SC2086 # options are words
    agree "${method#-D algorithm.}: nor is mirroring, of images that are their own mirror images" \
        $method -D data.path=even.csv -D model.crop=0 -- $method -D data.path=even.csv $plain
done
differ 'parts are not the whole' -D model.crop=0
differ 'mirrored parts are others' -D model.flip=false
differ 'and so are standardised ones' -D model.standardize=false
differ 'draws of another seed' -D seed=6

# Recorded losses are those in the middle: a set cut by hand has them at the start, of the same model.
awk -F, 'NR == 1 { printf "y"; for (j = 0; j < 32; j++) printf ",p%d", j; print ""; next } { printf "%s", $1
    for (j = 0; j < 72; j++) { r = int(j / 6) % 6; c = j % 6; if (r > 0 && r < 5 && c > 0 && c < 5) printf ",%s", $(2 + j) } print "" }' \
    odd.csv >middle.csv
agree 'the middle, cut by hand' -D algorithm.rounds=0 -- -D algorithm.rounds=0 -D data.path=middle.csv -D 'model.input=[2,4,4]' \
    -D model.crop=0 -D model.flip=false

# Threads and resumption, of parts of images and of sequences.
cat >play.txt <<'EOF2'
Anna:
to be or not to be that is the question whether it is nobler to be

Bert:
the question is to be or to be not and whether that is nobler

Carl:
that is it and it is that to be sure is it not the question of all
EOF2
cat >text.cfg <<'EOF2'
seed = 5;
replicates = 2;
data = { source = "file"; path = "play.txt"; length = 5; };
partition = { scheme = "given"; };
model = { type = "char-lstm"; width = 0.02; };
loss = { type = "softmax"; };
algorithm = { name = "local-update"; rounds = 6; local_steps = 2; batch = 2; clients_per_round = 2; server = { optimizer = "yogi"; };
    decay = { window = 2; patience = 1; cooldown = 1; delta = 1.0; }; };
output = { every = 2; };
EOF2
for name in images text; do
    expect_status 0 "$name: one thread" "$FEDOMP" -q -t 1 -c $name.cfg -o $name-1
    losses $name-1 >$name.losses
    for threads in 2 3 7; do
        "$FEDOMP" -q -t $threads -c $name.cfg -o $name-$threads >said 2>&1
        losses $name-$threads >other.losses
        check "$name: the same bytes with $threads" cmp $name.losses other.losses
    done
    expect_status 0 "$name: three rounds of six" "$FEDOMP" -q -c $name.cfg -o $name-part -D algorithm.rounds=3 -D checkpoint.keep=true
    expect_status 0 "$name: and the other three" "$FEDOMP" -q -c $name.cfg -o $name-part -D checkpoint.keep=true --resume
    losses $name-part | grep -v '^[0-9]*,[0-9]*,3,' >part.losses
    check "$name: end as six do" cmp $name.losses part.losses
done

# Parameters as the layers have them: with V symbols 265 V + 796,672, which is 820,522 for the 90 of Shakespeare's plays;
# of words 767 V + 2,055,560. Another symbol stands for the unknown ones; line ends are characters.
parameters() {
    "$FEDOMP" -q -c text.cfg -o published --force -D model.width=1.0 -D algorithm.rounds=0 "$@" >said 2>&1
    sed -n 's/^ *parameters: //p' published/run.yaml | head -n 1
}
characters=$(grep -v ':$' play.txt | fold -w 1 | sort -u | grep -c .)
words=$(grep -v ':$' play.txt | tr ' ' '\n' | sort -u | grep -c .)
check 'parameters of char-lstm' test "$(parameters)" -eq $((265 * (characters + 2) + 4 * 256 * (265 + 513)))
check 'parameters of word-lstm' test "$(parameters -D model.type=word-lstm -D data.tokens=words)" -eq \
    $((767 * (words + 1) + 4 * 670 * 767))

# A fraction of a set: as many samples, of clients that have any.
expect_status 0 'a quarter of the images' "$FEDOMP" -q -c images.cfg -o quarter -D data.fraction=0.25
check 'are ten' grep -q '^ *samples: 10$' quarter/run.yaml
expect_status 0 'some of a play' "$FEDOMP" -q -c text.cfg -o some -D data.fraction=0.05 -D algorithm.clients_per_round=0
check 'with fewer speakers' awk '/^ *clients: [0-9]+$/ && $2 > 0 && $2 < 3 { found = 1 } END { exit !found }' some/run.yaml
expect_status 3 'none' "$FEDOMP" -q -c images.cfg -o none -D data.fraction=0.001
expect_line err 'data.fraction: 0.001 of 40 samples is none'

# Bags of words: shares of the known words, and the word after them. By hand: awk counts the words of three at a time.
cat >bag.cfg <<'EOF2'
data = { source = "file"; path = "play.txt"; tokens = "words"; length = 3; vocabulary = 3; bag = true; };
partition = { scheme = "given"; };
loss = { type = "softmax"; l2 = 0.1; };
algorithm = { name = "fednewton"; rounds = 8; };
output = { columns = ["test_loss"]; };
EOF2
awk '/:$/ { speaker = $0; next } { for (i = 1; i <= NF; i++) { word[speaker, ++said[speaker]] = $i; count[$i]++ } if (!(speaker in seen)) {
        seen[speaker] = 1; order[++speakers] = speaker } }
    END { for (w in count) if (count[w] >= 6) known[w]
        n = 0; for (w in known) names[++n] = w
        for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (names[j] < names[i]) { t = names[i]; names[i] = names[j]; names[j] = t }
        printf "client,y"; for (i = 1; i <= n; i++) printf ",%s", names[i]; print ""
        for (s = 1; s <= speakers; s++) { k = order[s]
            for (at = 1; at + 3 <= said[k]; at += 3) { split("", c); all = 0
                for (i = at; i < at + 3; i++) if (word[k, i] in known) { c[word[k, i]]++; all++ }
                y = 0; for (i = 1; i <= n; i++) if (names[i] == word[k, at + 3]) y = i
                printf "%d,%d", s, y; for (i = 1; i <= n; i++) printf ",%.17g", all ? c[names[i]] / all : 0; print "" } } }' play.txt >bag.csv
check 'three words are known' awk -F, 'NR == 1 { exit !(NF == 5) }' bag.csv
expect_status 0 'a bag' "$FEDOMP" -q -c bag.cfg -o bag -D data.test_path=play.txt
expect_status 0 'the same from a table' "$FEDOMP" -q -c bag.cfg -o table -D data.path=bag.csv -D data.test_path=bag.csv -D data.target=y \
    -D data.client=client
for name in bag table; do
    awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } { printf "%s %.9g %.9g\n", $col["round"], $col["loss"], $col["test_loss"] }' $name/metrics.csv >$name.losses
done
check 'has the same losses, of training and of test' sh -c 'test -s bag.losses && cmp bag.losses table.losses'

# Made tags: the loss of C labels at the start, then less; a vocabulary that is cut.
cat >tags.cfg <<'EOF2'
seed = 3;
data = { source = "tags"; clients = 20; tags = 7; words = 60; vocabulary = 25; test_fraction = 0.2; };
loss = { type = "multilabel"; optimum = false; };
algorithm = { name = "local-update"; rounds = 40; local_steps = 5; batch = 8; client_learning_rate = 1.0; server_learning_rate = 1.0; };
output = { columns = ["recall_at_5"]; };
EOF2
expect_status 0 'tags' "$FEDOMP" -q -c tags.cfg -o tags
check 'seven times log 2 at the start' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } NR == 2 {
    d = $col["loss"] - 7 * log(2); exit !(d < 1e-12 && d > -1e-12) }' tags/metrics.csv
check 'learnt: words tell tags' awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) col[$c] = c } { loss = $col["loss"]; recall = $col["recall_at_5"] }
    END { exit !(loss < 3.2 && recall > 0.8) }' tags/metrics.csv
check '25 words and 7 tags' awk -F, 'NR == 1 { exit !(NF == 3 + 25 * 7) }' tags/theta.csv
expect_status 3 'a fraction of drawn data' "$FEDOMP" -q -c tags.cfg -o no -D data.fraction=0.5
finish
