#!/bin/sh
# fedipm at the command line: sizes of sketches as one number, what a run says of sketches that cancel, and
# problems that have no block.
# shellcheck disable=SC2317 # functions are run by expect_status
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

cat >run.cfg <<'END'
data      = { source = "synthetic"; model = "logistic"; samples = 200; theta = [0.5, -0.5, 0.3, 0.1]; };
partition = { clients = 4; };
loss      = { type = "logistic"; l2 = 0.01; };
algorithm = { name = "fedipm"; system = "sketch"; };
END
# ipm OUT OPTION...
ipm() {
    ipm_out=$1
    shift
    "$FEDOMP" -c run.cfg -o "$ipm_out" --force "$@"
}
paired='-D algorithm.pairing=paired'

# shellcheck disable=SC2086 # two words
expect_status 0 'sizes as one number' ipm one $paired -D algorithm.sizes=32
expect_line err 'paired sketches of at least d = 4 rows cancel: they compress nothing'
# shellcheck disable=SC2086
expect_status 0 'and as four' ipm four $paired -D 'algorithm.sizes=[32, 32, 32, 32]'
check 'are the same sketches' cmp one/theta.csv four/theta.csv
check 'with the words of 32 rows: 2 n b + 4 b^2 + n up and 2 n down, n = 400' \
    awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c } NR == 3 { exit !($at["words"] == 30896) }' one/ipm.csv
# shellcheck disable=SC2086
expect_status 0 'sketches below d' ipm below $paired -D algorithm.sizes=3 -D on_divergence=record
check 'compress, and nothing is said' sh -c '! grep -q cancel "$1"' sh "$err"

expect_status 3 'softmax' ipm no -D loss.type=softmax
expect_line err 'softmax'
expect_status 3 'cones' ipm no -D data.source=cone
expect_line err "unknown word 'cone'"
expect_status 3 'functions of a kernel' ipm no -D features.type=kernel
expect_line err 'fedipm'
finish
