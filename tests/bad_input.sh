#!/bin/sh
# Bad input through the whole program: one clear line, the documented status, nothing half-written.
# shellcheck disable=SC2016 # programs of sh -c are meant literally
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

# refuse STATUS NAME TEXT ARGUMENT... -- the run fails with one line holding TEXT and leaves no outputs.
refuse() {
    status=$1 name=$2 text=$3
    shift 3
    rm -rf out
    expect_status "$status" "$name" timeout 60 "$FEDOMP" -o out "$@"
    expect_lines err 1 "$name: one line"
    expect_line err "$text" "$name: $text"
    check "$name: nothing is left" test ! -e out
}

# base TEXT... -- run.cfg with the keys of a small run, the given lines last.
base() {
    cat >run.cfg <<'EOF'
data = { source = "synthetic"; model = "linear"; samples = 40; theta = [1.0, -1.0]; };
partition = { clients = 4; };
network = { type = "circle"; };
EOF
    printf '%s\n' "$@" >>run.cfg
}
algorithm='algorithm = { name = "ngd"; rounds = 5; learning_rate = 0.1; };'

# More than the machine holds: said before anything is drawn, with the bytes and the key.
base "$algorithm"
refuse 3 'more samples than fit' 'data.samples: 1000000000000 samples of 2 features take 32000000000000 bytes' \
    -c run.cfg -D data.samples=1000000000000L

# Control characters of names and keys are shown, not sent to the terminal.
esc=$(printf '\033[31m')
refuse 3 'a name with an escape sequence' 'a\x1b[31m.cfg: No such file' -c "a$esc.cfg"
base "$algorithm"
refuse 3 'a key with an escape sequence' 'b\x1b[31m' -c run.cfg -D "data.b$esc=1"
base "data_$esc = 1;" "$algorithm"
run "$FEDOMP" --check -c run.cfg
check 'nor those of a file, by --check' sh -c '! grep -q "$(printf "\033")" "$1"' sh "$err"

# The configuration.
refuse 3 'a missing file' 'missing.cfg: No such file or directory, and no example has this name; fedomp --list=examples' -c missing.cfg
refuse 3 'a missing file elsewhere' './missing.cfg: No such file or directory' -c ./missing.cfg
mkdir folder
refuse 3 'a directory' 'folder: is a directory' -c folder
mkfifo fifo
refuse 3 'a FIFO' 'fifo: is not a regular file' -c fifo
: >empty.cfg
refuse 3 'an empty file' 'empty.cfg: is empty' -c empty.cfg
base 'algorithm = { name = "ngd"; rounds = "five"; };'
refuse 3 'a wrong type' 'run.cfg:4: algorithm.rounds: expected an integer, found the string "five"' -c run.cfg
base 'algorithm = { name = "ngd"; rounds = -5; };'
refuse 3 'a negative count' 'run.cfg:4: algorithm.rounds: must be at least 0' -c run.cfg
base 'algorithm = { name = "ngd"; rounds = 2.7; };'
refuse 3 'a float for an integer' 'algorithm.rounds: expected an integer, found 2.7' -c run.cfg
base 'algorithm = { name = "ngd"; learning_rat = 0.1; };'
refuse 3 'an unknown key' "run.cfg:4: algorithm.learning_rat: unknown key (did you mean 'learning_rate'?)" -c run.cfg
base "$algorithm" 'seed = 20240229123456;'
refuse 3 'an integer beyond 32 bits' 'run.cfg:5: seed: 20240229123456 is beyond 32 bits' -c run.cfg
base "$algorithm" 'seed = 20240229123456L;'
expect_status 0 'with the suffix L it is read' "$FEDOMP" -q -c run.cfg -o out
check 'as what it is' grep -q '^seed: 20240229123456$' out/run.yaml
base "$algorithm" 'replicates = 4294967297L;'
refuse 3 'a 64-bit count is not cut to 1' 'replicates: must be at least 1 and at most' -c run.cfg
base 'algorithm = { name = "ngd"; learning_rate = 1e999; };'
refuse 3 'a float beyond the range' 'algorithm.learning_rate: 1e999' -c run.cfg
base "$algorithm" 'output = { every = 2; /* never closed };'
refuse 3 'an unterminated comment' 'run.cfg:5: ' -c run.cfg
printf '\357\273\277seed = 1;\n' >bom.cfg
refuse 3 'a byte-order mark' 'bom.cfg:1: ' -c bom.cfg
base "$algorithm" 'seed = 1; seed = 2;'
refuse 3 'a key given twice' 'run.cfg:5: seed' -c run.cfg
mkdir sub
echo 'replicates = ;' >sub/part.cfg
base "$algorithm" '@include "sub/part.cfg"'
refuse 3 'a fault in an included file' 'sub/part.cfg:1: ' -c run.cfg
echo 'replicates = 2;' >sub/part.cfg
(mkdir -p elsewhere && cd elsewhere && expect_status 0 'an include is found from the including file' \
    "$FEDOMP" -q -c ../run.cfg -o ../included && printf '%s' "$tap_count" >../count)
tap_count=$(cat count)
base "$algorithm" '@include "../outside.cfg"'
refuse 3 'an include outside the tree' 'run.cfg:5: ' -c run.cfg
base "$algorithm" '@include "sub"'
refuse 3 'an include of a directory' 'sub: is a directory' -c run.cfg
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "k%d = 1;\n", i }' >many.cfg
refuse 3 '20000 keys' 'many.cfg' -c many.cfg
awk 'BEGIN { for (i = 0; i < 10000; i++) printf "a = { " }' >deep.cfg
refuse 3 'deep nesting' 'deep.cfg:1: ' -c deep.cfg
base 'algorithm = { name = "ngd"; learning_rate = { schedule = "step"; values = [0.1, 0.2]; at = [1, 2]; }; };'
refuse 3 'a schedule with too few values' 'run.cfg:4: algorithm.learning_rate' -c run.cfg
refuse 3 'an unknown override' "-D: algorithm.rate: unknown key" -c run.cfg -D algorithm.rate=1
base "$algorithm" 'loss = { type = "hinge"; };'
refuse 3 'a loss without gradient' "run.cfg:5: loss.type: 'hinge' is not smooth" -c run.cfg
base "$algorithm" 'loss = { type = "linear"; l1 = 0.5; };'
refuse 3 'an l1 penalty' 'run.cfg:5: loss.l1: an l1 penalty is not smooth, and ngd needs gradients' -c run.cfg
base "$algorithm" 'partition = { clients = 41; };'
sed -i 2d run.cfg
refuse 3 'more clients than synthetic samples' 'partition.clients: 41' -c run.cfg
for name in fedavg fednewton; do
    base 'analysis = ["stable"];' 'algorithm = { name = "'$name'"; rounds = 4000000; };'
    refuse 3 "an analysis of another method than $name" "run.cfg:4: analysis: 'stable' needs ngd, not $name" -c run.cfg
done
base 'analysis = ["prediction"];' 'algorithm = { name = "fedavg"; rounds = 4000000; };'
refuse 3 'an analysis of a test set that is not there' "'prediction' needs a test set" -c run.cfg
expect_status 3 '--check finds it' "$FEDOMP" --check -c run.cfg

# The network.
base "$algorithm"
refuse 3 'a degree beyond the clients' 'network.degree: ' -c run.cfg -D network.degree=4
refuse 3 'a torus of another size' 'network' -c run.cfg -D network.type=torus -D network.rows=3 -D network.columns=2
printf '0 1\n1 2\n2 0\n' >short.edges
refuse 4 'a client that hears nobody' 'client 3 of 4 has no senders' -c run.cfg -D network.type=file -D network.path="$tmp/short.edges"
printf '0 1 0.5\n0 2 0.4\n1 0 1\n2 0 1\n3 0 1\n' >sum.edges
refuse 4 'weights that do not sum to 1' 'sum.edges' -c run.cfg -D network.type=file -D network.path="$tmp/sum.edges"
printf '0 1\n1 1\n2 0\n3 0\n' >self.edges
refuse 4 'a self-loop' 'self.edges:2: ' -c run.cfg -D network.type=file -D network.path="$tmp/self.edges"
refuse 4 'a missing edge file' 'none.edges: No such file' -c run.cfg -D network.type=file -D network.path="$tmp/none.edges"

# The data.
cat >file.cfg <<'EOF'
data = { source = "file"; path = "data.csv"; target = "y"; client = "client"; };
partition = { scheme = "given"; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 5; };
EOF
good='client,y,a
0,1,1
1,2,2
2,3,1'
# with NAME STATUS TEXT CONTENT
with() {
    printf '%s\n' "$4" >data.csv
    refuse "$2" "$1" "$3" -c file.cfg
}
with 'a word for a number' 4 'data.csv:3: column 3 (a): ' 'client,y,a
0,1,1
1,2,two'
with 'a NaN' 4 'data.csv:3: ' 'client,y,a
0,1,1
1,2,nan'
with 'a ragged row' 4 'data.csv:3: ' 'client,y,a
0,1,1
1,2'
with 'a header without rows' 4 'data.csv: no rows' 'client,y,a'
with 'a target that is not there' 4 "data.csv:1: no column 'y'" 'client,z,a
0,1,1'
: >data.csv
refuse 4 'an empty data file' 'data.csv: empty' -c file.cfg
rm data.csv
refuse 4 'a missing data file' 'file.cfg:1: data.path: ' -c file.cfg
expect_line err 'data.csv: No such file or directory'
mkdir data.csv
refuse 4 'a directory for data' 'data.csv: is a directory' -c file.cfg
rmdir data.csv
printf '%s\n' "$good" | gzip >whole.gz
head -c 20 whole.gz >data.csv
refuse 4 'a truncated gzip' 'data.csv: ' -c file.cfg
# A file that unpacks to a thousand times its size takes no memory before it is refused.
head -c 83886080 /dev/zero | gzip -9 >data.csv
refuse 4 'a gzip bomb' 'unpack to more than 200 times as many' -c file.cfg
printf '%s\n' "$good" >data.csv
refuse 4 'more clients than samples' 'partition.clients' -c file.cfg -D partition.scheme=random -D partition.clients=4
printf '%s\n3,4,4\n' "$good" | sed 's/^3,/2,/' >data.csv
refuse 4 'a client with no samples' 'client 3 ' -c file.cfg -D partition.clients=4
printf 'client,y,a\n-1,1,1\n0,2,2\n1,3,1\n' >data.csv
refuse 4 "the server's samples with ngd" 'belong to the server' -c file.cfg
printf '%s\n' "$good" >data.csv
expect_status 4 '--check reads the data too' "$FEDOMP" --check -c file.cfg -D data.path="$tmp/none.csv"
refuse 4 'a missing truth' 'none.csv: No such file' -c file.cfg -D data.truth="$tmp/none.csv"
printf 'client,theta_0\n-1,1\n' >truth.csv
base "$algorithm"
refuse 4 'a truth of another size' 'truth.csv: the truth has 1 parameters, the model has 2' -c run.cfg -D data.truth=truth.csv
refuse 4 'a missing initial point' 'none.csv: No such file' -c file.cfg -D algorithm.initial=file \
    -D algorithm.initial_path="$tmp/none.csv"

# A manifest: anchors, duplicate keys, depth and size are refused.
mkdir sets
cat >set.cfg <<'EOF'
data = { source = "dataset"; name = "mine"; };
partition = { clients = 2; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 5; };
EOF
FEDOMP_DATA_PATH=$tmp/sets
export FEDOMP_DATA_PATH
refuse 4 'a set that is not known' "mine" -c set.cfg
printf 'name: &a mine\ntitle: *a\n' >sets/mine.yaml
refuse 4 'an anchor in a manifest' 'mine.yaml:1: ' -c set.cfg
printf 'name: mine\nname: mine\n' >sets/mine.yaml
refuse 4 'a duplicate key in a manifest' 'mine.yaml:2: ' -c set.cfg
awk 'BEGIN { printf "name: mine\ntitle: "; for (i = 0; i < 100000; i++) printf "["; print "" }' >sets/mine.yaml
refuse 4 'a deep manifest' 'mine.yaml:2: ' -c set.cfg
awk 'BEGIN { print "name: mine"; for (i = 0; i < 200000; i++) print "# filling" }' >sets/mine.yaml
refuse 4 'a manifest beyond 1 MiB' 'mine.yaml: ' -c set.cfg

# The output directory.
base "$algorithm"
: >plain
expect_status 2 'an output directory below a file' "$FEDOMP" -c run.cfg -o plain/out
expect_line err 'plain/out: Not a directory'
expect_status 2 'an output directory that is a file' "$FEDOMP" -c run.cfg -o plain
expect_status 2 'a limit on the size of files' sh -c 'ulimit -f 1; exec "$FEDOMP" -q -c run.cfg -o limited \
    -D algorithm.rounds=500'
expect_lines err 1
expect_line err 'limited/metrics.csv: File too large'
check 'leaves nothing' test ! -e limited
"$FEDOMP" -q -c run.cfg -o kept
cp kept/metrics.csv before
expect_status 2 'nor does it touch what was there' sh -c 'ulimit -f 1; exec "$FEDOMP" -q --force -c run.cfg \
    -o kept -D algorithm.rounds=500'
expect_same kept/metrics.csv before 'the old file is whole'
check 'no temporary file stays' sh -c '! ls -A kept | grep -q tmp'
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
    expect_status 2 'a full disk' "$FEDOMP" -q -c run.cfg -o small/out -D algorithm.rounds=2000
    expect_line err 'small/out/metrics.csv: No space left on device'
    check 'leaves nothing there' test ! -e small/out
    umount small
else
    skip 'a full disk' 'a small file system cannot be mounted here'
fi
# Words that begin like a formula are marked in tables; numbers are not.
printf '=y,@z,a\n1,2,1\n2,3,2\n3,1,3\n4,2,1\n' >formula.csv
cat >formula.cfg <<'EOF'
data = { source = "file"; path = "formula.csv"; target = "=y"; };
partition = { clients = 2; };
network = { type = "complete"; };
algorithm = { name = "ngd"; rounds = 2; learning_rate = 0.01; };
sweep = ({ key = "data.target"; values = ["=y", "@z"]; }, { key = "algorithm.learning_rate"; values = [1e-3]; });
EOF
expect_status 0 'a swept word that begins with =' "$FEDOMP" -q -c formula.cfg -o formula
expect_match formula/summary.csv "^'=y," 'is marked'
expect_match formula/summary.csv "^'@z," 'and one that begins with @'
finish
