#!/bin/sh
# Points of a sweep that share a problem go through it together. Each has the bytes of the point alone, at any
# number of threads, whenever it ends: by its own number of rounds, a tolerance, a stop rule or divergence.
# shellcheck disable=SC2016 # programs of awk are meant literally
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

# The rows of metrics.csv and theta.csv without the columns of the sweep, the run and the seconds.
rows() { # DIRECTORY RUN
    awk -F, -v run="$2" '
        FNR == 1 { for (c = 1; c <= NF; c++) name[c] = $c; next }
        {
            line = ""
            for (c = 1; c <= NF; c++)
                if (name[c] == "run") own = $c
                else if (name[c] != "seconds" && name[c] !~ /\./) line = line "," $c
            if (own == run) print line
        }' "$1/metrics.csv" "$1/theta.csv"
}

# write NAME MODEL LOSS KEYS -- a study of six points: three networks, two rates, the last of which diverges in
# some; rounds differ by point.
write() {
    cat >"$1.cfg" <<END
seed = 11; replicates = 2; on_divergence = "record";
data = { source = "synthetic"; model = "$2"; samples = 413; theta = [0.5, -0.3, 0.2, 0.1, -0.4]; };
partition = { clients = 9; scheme = "quantity"; };
loss = { type = "$2"; scale = 2.0; l2 = 0.01; };
algorithm = { name = "ngd"; $3 };
output = { every = 7; };
sweep = ( { keys = ["network.type", "network.degree", "algorithm.rounds"];
            values = ( ("circle", 1, 150), ("fixed-degree", 2, 40), ("central", 1, 97) ); },
          { key = "algorithm.learning_rate"; values = [0.05, $4]; } );
END
}

# study NAME -- the sweep at several numbers of threads, and every point by itself.
study() {
    expect_status 0 "$1: the sweep" "$FEDOMP" -q -t 1 -c "$1.cfg" -o "$1"
    for t in 2 3 7; do
        expect_status 0 "$1: with $t threads" "$FEDOMP" -q -t "$t" -c "$1.cfg" -o "$1.$t"
        for k in 0 1 2 3 4 5; do
            rows "$1" $k >one
            rows "$1.$t" $k >other
            check "$1: point $k at $t threads" cmp one other
        done
    done
    k=0
    for net in 'circle 1 150' 'fixed-degree 2 40' 'central 1 97'; do
        # shellcheck disable=SC2086 # three words
        set -- "$1" "$2" $net
        for rate in 0.05 "$2"; do
            sed '/^sweep/,$d' "$1.cfg" >point.cfg
            expect_status 0 "$1: point $k alone" "$FEDOMP" -q -t 1 -c point.cfg -o "$1.alone$k" \
                -D "network.type=$3" -D "network.degree=$4" -D "algorithm.rounds=$5" \
                -D "algorithm.learning_rate=$rate"
            rows "$1" $k >one
            rows "$1.alone$k" 0 >other
            check "$1: point $k of the sweep has the bytes of the point alone" cmp one other
            check "$1: there are rows" test -s one
            k=$((k + 1))
        done
        set -- "$1" "$2"
    done
}

write linear linear '' 3.0
study linear 3.0
check 'points diverge before others have ended' grep -q 'diverged: [1-9]' linear/run.yaml
write logistic logistic 'tolerance = 2e-3;' 2.0
study logistic 2.0
check 'points end by tolerance' grep -q 'tolerance reached: [1-9]' logistic/run.yaml
write poisson poisson 'stop = { metric = "log_mse"; below = -1.5; };' 0.1
study poisson 0.1

# fedavg passes over the clients of one cohort together, and over those of different ones apart.
cat >fedavg.cfg <<'END'
seed = 12; replicates = 2;
data = { source = "synthetic"; model = "logistic"; samples = 413; theta = [0.5, -0.3, 0.2, 0.1, -0.4]; };
partition = { clients = 9; scheme = "quantity"; };
loss = { type = "logistic"; l2 = 0.01; };
algorithm = { name = "fedavg"; rounds = 30; learning_rate = 0.2; };
output = { every = 7; };
sweep = ( { keys = ["algorithm.local_steps", "algorithm.clients_per_round"];
            values = ( (1, 9), (5, 9), (3, 4), (1, 4), (2, 9) ); } );
END
expect_status 0 'fedavg: the sweep' "$FEDOMP" -q -t 1 -c fedavg.cfg -o fedavg
expect_status 0 'fedavg: with 3 threads' "$FEDOMP" -q -t 3 -c fedavg.cfg -o fedavg.3
sed '/^sweep/,$d' fedavg.cfg >point.cfg
k=0
for both in '1 9' '5 9' '3 4' '1 4' '2 9'; do
    expect_status 0 "fedavg: point $k alone" "$FEDOMP" -q -t 1 -c point.cfg -o "fedavg.alone$k" \
        -D "algorithm.local_steps=${both% *}" -D "algorithm.clients_per_round=${both#* }"
    rows fedavg $k >one
    rows fedavg.3 $k >three
    rows "fedavg.alone$k" 0 >other
    check "fedavg: point $k has the bytes of the point alone" cmp one other
    check "fedavg: point $k has them at 3 threads" cmp three other
    check 'fedavg: there are rows' test -s one
    k=$((k + 1))
done

# Eight parameters: runs that hear the same graph take a client's step side by side, four, three, two and one of
# them as they end; one that draws batches stands among them.
cat >eight.cfg <<'END'
seed = 13; replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 2000;
         theta = [3.0, 1.5, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0]; };
partition = { clients = 40; };
loss = { type = "linear"; };
algorithm = { name = "ngd"; };
output = { every = 7; };
sweep = ( { keys = ["network.type", "network.degree"];
            values = ( ("circle", 1), ("fixed-degree", 3), ("central", 1) ); },
          { keys = ["algorithm.learning_rate", "algorithm.rounds", "algorithm.batch"];
            values = ( (0.01, 50, 0), (0.02, 40, 0), (0.03, 30, 0), (0.04, 20, 0), (0.05, 20, 3) ); } );
END
for t in 1 2 3; do
    expect_status 0 "eight: with $t threads" "$FEDOMP" -q -t "$t" -c eight.cfg -o "eight.$t"
done
sed '/^sweep/,$d' eight.cfg >point.cfg
k=0
for net in 'circle 1' 'fixed-degree 3' 'central 1'; do
    for keys in '0.01 50 0' '0.02 40 0' '0.03 30 0' '0.04 20 0' '0.05 20 3'; do
        # shellcheck disable=SC2086 # five words
        set -- $net $keys
        expect_status 0 "eight: point $k alone" "$FEDOMP" -q -t 1 -c point.cfg -o "eight.alone$k" \
            -D "network.type=$1" -D "network.degree=$2" -D "algorithm.learning_rate=$3" \
            -D "algorithm.rounds=$4" -D "algorithm.batch=$5"
        rows "eight.alone$k" 0 >other
        check 'eight: there are rows' test -s other
        for t in 1 2 3; do
            rows "eight.$t" $k >one
            check "eight: point $k at $t threads has the bytes of the point alone" cmp one other
        done
        k=$((k + 1))
    done
done

for k in 0 1 2 3 4 5; do
    expect_status 0 "part $k" "$FEDOMP" -q -t 1 -c linear.cfg -o parts --point=$k
done
expect_status 0 'merged' "$FEDOMP" -q -c linear.cfg -o parts --merge
check 'parts of one point merge to the bytes of the sweep' cmp parts/summary.csv linear/summary.csv
finish
