#!/bin/sh
# limits.sh -- what is too large is refused before it is begun, with the bytes and the key; --check estimates
# memory, disk and time; nothing from outside reaches the terminal as it is.
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

cat >small.cfg <<'END'
replicates = 3;
data = { source = "synthetic"; samples = 20000; theta = [1.0, 2.0, 3.0, 4.0]; };
partition = { clients = 10; };
network = { type = "circle"; degree = 1; };
algorithm = { name = "ngd"; rounds = 2000; learning_rate = 0.01; };
END

# refused KEY NAME OVERRIDE... -- status 3 before anything is made, by this key, in bytes.
refused() {
    key=$1
    name=$2
    shift 2
    expect_status 3 "$name" "$FEDOMP" -c small.cfg -o never "$@"
    expect_match err "$key: .* take [0-9]+ bytes, and this machine has [0-9]+: lower it"
    check 'and nothing is written' test ! -e never
}
refused data.samples '10^12 samples are refused' -D data.samples=1000000000000L
if [ "$(getconf _PHYS_PAGES)" -lt 170000000 ]; then # 4 10^9 records are 736 GB
    refused algorithm.rounds '4 10^9 records are refused' -D algorithm.rounds=4000000000L -D output.every=1
    expect_status 3 'so they are by --check' "$FEDOMP" -c small.cfg --check -D algorithm.rounds=4000000000L
    expect_line err 'algorithm.rounds: '
fi
refused partition.clients '10^12 edges are refused' -D partition.clients=1000000 -D data.samples=1000000 \
    -D network.type=complete
refused partition.clients 'and as many at random' -D partition.clients=1000000 -D data.samples=1000000 \
    -D network.type=erdos-renyi

# sweep POINTS -- points of a grid with 500 values on its second axis.
sweep() {
    awk -v n="$1" 'BEGIN {
        printf "sweep = ( { key = \"seed\"; values = ["
        for (i = 0; i < n / 500; i++) printf "%s%d", (i > 0 ? ", " : ""), i
        printf "]; },\n { key = \"algorithm.rounds\"; values = ["
        for (i = 0; i < 500; i++) printf "%s%d", (i > 0 ? ", " : ""), i + 1
        print "]; } );" }' | cat small.cfg - >grid.cfg
}
sweep 100000
expect_status 0 'a sweep may have 10^5 points' "$FEDOMP" -c grid.cfg --points
expect_line out 100000
sweep 200500
expect_status 3 'but not more than 2 10^5' "$FEDOMP" -c grid.cfg --points
expect_line err 'has more than 200000 points'

expect_status 2 'records that no disk holds are refused' "$FEDOMP" -c small.cfg -o never \
    -D algorithm.rounds=4000000000L -D output.every=1000 -D replicates=10000000
expect_match err 'the records take [0-9]+ bytes, and the disk has [0-9]+ left: lower replicates'
check 'and nothing is written' test ! -e never/metrics.csv

# near WHAT ESTIMATE MEASURED -- within a factor of two.
near() {
    check "the estimate of $1, $2, is near what it takes, $3" awk -v a="$2" -v b="$3" \
        'BEGIN { exit !(a > 0 && b > 0 && a < 2 * b && b < 2 * a) }'
}
# estimated WHAT -- in bytes, as --check told it.
estimated() {
    sed -n "s/.*$1 about \([0-9.]*\) \([kMGTP]\)B.*/\1 \2/p" "$out" |
        awk '{ print $1 * 10 ^ (3 * index("kMGTP", $2)) }'
}
expect_status 0 'a study that fits is checked' "$FEDOMP" -c small.cfg --check -t 1
disk=$(estimated disk)
expect_status 0 'and run' "$FEDOMP" -q -c small.cfg -o finished -t 1 -D checkpoint.keep=true
rm -f finished/.fedomp/state-* # of which a running study has few
near disk "$disk" "$(find finished -type f -exec cat {} + | wc -c)"
case ${FED_CC:-} in
    *-fsanitize* | *--coverage*) skip 'the estimate of memory' 'the sanitizer has memory of its own' ;;
    *)
        if [ -x /usr/bin/time ]; then
            run "$FEDOMP" -c small.cfg --check -t 1 -D data.samples=1000000 -D replicates=1
            memory=$(estimated memory)
            run /usr/bin/time -f %M "$FEDOMP" -q -c small.cfg -o large -t 1 -D data.samples=1000000 -D replicates=1
            near memory "$memory" "$(($(tail -n 1 "$err") * 1024))"
            # Statistics over more replicates than memory holds, of jobs that leave it as they end.
            peaks=
            for replicates in 1000 10000; do
                run /usr/bin/time -f %M "$FEDOMP" -q -c small.cfg -o many-$replicates -t 1 -D data.samples=20 \
                    -D algorithm.rounds=2 -D replicates=$replicates
                peaks="$peaks $(tail -n 1 "$err")"
            done
            # shellcheck disable=SC2086 # two numbers
            check "ten times the replicates take the same memory within a tenth: $peaks kB" \
                sh -c '[ "$1" -gt 0 ] && [ $((10 * $2)) -le $((11 * $1)) ]' sh $peaks
        else
            skip 'the estimate of memory' 'GNU time is not installed'
        fi
        ;;
esac
expect_status 0 '--check=time measures some rounds' "$FEDOMP" -c small.cfg --check=time -t 1 -D data.samples=1000
expect_match out '^time about [0-9.]+ (s|min|h) on 1 thread$'
check 'and leaves nothing' test ! -e results
expect_status 2 '--check=size is refused' "$FEDOMP" -c small.cfg --check=size
expect_line err "--check takes nothing or time, not 'size'"

# A terminal would obey them.
escape=$(printf '\033[31m')
expect_status 2 'an option with a control character' "$FEDOMP" "--no$escape"
expect_line err "option '--no\\x1b[31m' is unknown"
expect_status 2 'an option that is none' "$FEDOMP" -Z
expect_line err "option '-Z' is unknown"
expect_status 2 'an option without its argument' "$FEDOMP" -c
expect_line err "option '-c' requires an argument"
expect_status 2 'an option with one that it does not take' "$FEDOMP" --force=1
expect_line err "option '--force=1' takes no argument"
expect_status 2 'the beginning of several' "$FEDOMP" --re
expect_line err "option '--re' is ambiguous"
mkdir "a$escape"
printf 'network = { degree = 2; };\n' | cat small.cfg - | sed '/^network = { type/d; s/"ngd"/"fedavg"/' >"a$escape/b.cfg"
expect_status 0 'a key without effect in a file of such a name' "$FEDOMP" -c "a$escape/b.cfg" -o odd -D algorithm.rounds=2
expect_line err 'a\x1b[31m/b.cfg:'
check 'nothing is told as it is' sh -c '! grep -q "$(printf "\\033")" "$1"' sh "$err"
finish
