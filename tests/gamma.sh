#!/bin/sh
# gamma.sh -- federated oracle complexity of every method against counts made by hand, on 12 samples of
# 3 clients with 2, 4 and 6 of them; phi = 10. Clients communicate in every round of all but fedlrgd.
. "${FED_SRCDIR:?}/tests/lib.sh"

awk 'BEGIN { srand(5); print "client,y,x0,x1"
    for (i = 0; i < 12; i++) printf "%d,%.6f,%.6f,%.6f\n", i < 2 ? 0 : i < 6 ? 1 : 2, rand(), rand(), rand() }' >"$tmp/data.csv"
awk -F, -v OFS=, 'NR > 1 && $1 == 0 { $1 = -1 } { print }' "$tmp/data.csv" >"$tmp/server.csv"
cat >"$tmp/run.cfg" <<'END'
data = { source = "file"; path = "data.csv"; format = "csv"; target = "y"; client = "client"; };
partition = { scheme = "given"; };
loss = { type = "linear"; l2 = 0.1; };
algorithm = { name = "fedavg"; rounds = 5; };
cost = { phi = 10.0; };
END

"$FEDOMP" --list=algorithms >"$tmp/algorithms"

# counts NAME GAMMA UP DOWN PEER OPTIONS... -- gamma and words after the last round.
counts() {
    name=$1 gamma=$2 up=$3 down=$4 peer=$5
    shift 5
    method=$(printf '%s\n' "$@" | sed -n 's/^algorithm.name=//p')
    if ! grep -q "^$method " "$tmp/algorithms"; then
        not_ok "$name: $method is not there"
        return
    fi
    for option in "$@"; do # the list turns into -D OPTION pairs
        shift
        set -- "$@" -D "$option"
    done
    rm -rf "$tmp/out"
    run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/out" "$@"
    found=$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        { value = $at["gamma"] " " $at["words_up"] " " $at["words_down"] " " $at["words_peer"] } END { print value }' \
        "$tmp/out/metrics.csv")
    check "$name: gamma and words up, down, between clients" test "$found" = "$gamma $up $down $peer" ||
        printf '#   found %s, expected %s\n' "$found" "$gamma $up $down $peer"
}

# A round: the largest client's 6 samples, once a step, and 3 messages of cost 10; p = 2 words each way.
counts 'fedavg, 1 step' $((5 * (6 + 30))) 30 30 0 algorithm.name=fedavg algorithm.learning_rate=0.1
counts 'fedavg, 4 steps' $((5 * (24 + 30))) 30 30 0 algorithm.name=fedavg algorithm.learning_rate=0.1 algorithm.local_steps=4
counts 'fedavg, batches of 4: still 6 samples a pass' $((5 * (6 + 30))) 30 30 0 \
    algorithm.name=fedavg algorithm.learning_rate=0.1 algorithm.batch=4
# All three clients are alike in size on one sample each more or less: cohorts of one of 12 clients.
counts 'fedavg, 2 of 12 clients' $((5 * (1 + 20))) 20 20 0 algorithm.name=fedavg algorithm.learning_rate=0.1 \
    partition.scheme=random partition.clients=12 algorithm.clients_per_round=2
# An exact proximal step takes the gradient of the 6 samples; before the first, their Hessian as p = 2 products.
counts 'fedprox' $((5 * (6 + 30) + 2 * 6)) 30 30 0 algorithm.name=fedprox algorithm.learning_rate=0.1
counts 'local-update, 3 full steps' $((5 * (18 + 30))) 30 30 0 algorithm.name=local-update \
    algorithm.client_learning_rate=0.1 algorithm.server_learning_rate=0.1 algorithm.local_steps=3
counts 'local-update, 3 steps of 2 samples' $((5 * (6 + 30))) 30 30 0 algorithm.name=local-update \
    algorithm.client_learning_rate=0.1 algorithm.server_learning_rate=0.1 algorithm.local_steps=3 algorithm.batch=2
# Model and control variate: twice the words each way.
counts 'scaffold, 3 steps' $((5 * (18 + 2 * 30))) 60 60 0 algorithm.name=scaffold algorithm.client_learning_rate=0.1 \
    algorithm.local_steps=3
# On a circle of degree 1 every client sends p words to one other.
counts 'ngd on a circle' $((5 * (6 + 30))) 0 0 30 algorithm.name=ngd network.type=circle algorithm.learning_rate=0.1
counts 'ngd, batches of 3' $((5 * (3 + 30))) 0 0 30 algorithm.name=ngd network.type=circle algorithm.learning_rate=0.1 algorithm.batch=3
counts 'ngd, complete graph' $((5 * (6 + 30))) 0 0 60 algorithm.name=ngd network.type=complete algorithm.learning_rate=0.1

# per_round NAME GAMMA METHOD -- the same of methods that end when they are done.
per_round() {
    if ! grep -q "^$3 " "$tmp/algorithms"; then
        not_ok "$1: $3 is not there"
        return
    fi
    rm -rf "$tmp/out"
    run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/out" -D "algorithm.name=$3" -D algorithm.rounds=100
    check "$1" awk -F, -v each="$2" 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        $at["gamma"] != each * $at["round"] { bad = 1 } END { exit bad || !($at["round"] > 0) }' "$tmp/out/metrics.csv"
}
# Newton's message has p(p+1)/2 + p = 5 words, 3 vectors of R^2 begun; its Hessian is p = 2 products a sample.
per_round 'fednewton: a gradient, a Hessian, three vectors of each client' $((3 * 6 + 3 * 30)) fednewton
# A sketch is of the rows times the roots of second derivatives: no client forms its Hessian.
per_round 'newton-sketch: a gradient and a sketch, 12 vectors of all clients' $((6 + 120)) newton-sketch
# A W A' has 3 words, A W mu 2; squares have no bounds, and no predictor: 5 words, 3 vectors begun.
# The client's A W A' is its dense Hessian: p = 2 passes over its samples beside that of the gradient.
per_round 'fedipm: A W A and A W mu, 5 words of each' $((3 * 6 + 3 * 30)) fedipm

# Conjugate gradients: a product with the Hessian is a pass over the 6 samples, and its answer a vector of each client.
for step in long predictor; do
    run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/pcg_$step" -D algorithm.name=fedipm -D algorithm.system=pcg \
        -D "algorithm.step=$step" -D algorithm.rounds=100
    check "fedipm, pcg, $step: every product is a pass, every two words of a client a vector" awk -F, '
        NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        $at["gamma"] != 6 * $at["gradients"] + 10 * $at["words_up"] / 2 || $at["gradients"] < 2 * $at["round"] { bad = 1 }
        END { exit bad || !($at["round"] > 0) }' "$tmp/pcg_$step/metrics.csv"
done

# Newton's proximal steps of another loss: whatever it evaluates, more than one pass a round.
awk -F, -v OFS=, 'NR > 1 { $2 = $2 > .5 } { print }' "$tmp/data.csv" >"$tmp/labels.csv"
run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/newton" -D algorithm.name=fedprox -D loss.type=logistic \
    -D "data.path=$tmp/labels.csv"
check 'fedprox, logistic: three passes and two Hessians at least' awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
    END { exit !($at["round"] == 5 && $at["gamma"] >= 5 * (30 + 3 * 6 + 2 * 12)) }' "$tmp/newton/metrics.csv"

# K r + K s + r S + phi m r with K = 4, r = 2, s = 6, S = 5, m = 2; up p r m, down (K p + p K r) m.
counts 'fedlrgd' $((4 * 2 + 4 * 6 + 2 * 5 + 10 * 2 * 2)) 8 48 0 algorithm.name=fedlrgd data.path="$tmp/server.csv"
counts 'fedlrgd, 3 probes' $((3 * 2 + 3 * 6 + 2 * 5 + 10 * 2 * 2)) 8 36 0 algorithm.name=fedlrgd algorithm.probes=3 \
    data.path="$tmp/server.csv"
# The certificate adds the largest client's samples and a message of each.
counts 'fedlrgd, certified' $((4 * 2 + 4 * 6 + 2 * 5 + 10 * 2 * 2 + 6 + 10 * 2)) 12 52 0 algorithm.name=fedlrgd \
    algorithm.certify=true data.path="$tmp/server.csv"
check 'its epochs: set-up and certificate send after computing' grep -q 'epochs_compute_and_send: 2$' "$tmp/out/run.yaml"
check 'the server computes before them and in every iteration' grep -q 'epochs_compute: 6$' "$tmp/out/run.yaml"
check 'one epoch only sends' grep -q 'epochs_send: 1$' "$tmp/out/run.yaml"

# (25): 2 K r; 2 K s + log m + phi m; phi m; 2 r a round; 2 s + log m + phi m
expected=$(awk 'BEGIN { printf "%.9g", 16 + 48 + log(2) + 20 + 20 + 5 * 4 + 12 + log(2) + 20 }')
found=$(sed -n 's/^ *expected_time: //p' "$tmp/out/run.yaml" | awk '{ printf "%.9g", $1 }')
check 'expected running time' test "$found" = "$expected"

# Simulated, its mean over replicates is near: here every epoch is small, so (19) is within a few percent.
run "$FEDOMP" -q -c "$tmp/run.cfg" -o "$tmp/drawn" -D algorithm.name=fedlrgd -D "data.path=$tmp/server.csv" \
    -D cost.compute=exponential -D replicates=2000 -D output.metrics=none -D output.theta=false
mean=$(sed -n '/simulated_time:/,$s/^ *mean: //p' "$tmp/drawn/run.yaml" | head -n 1)
expected=$(sed -n 's/^ *expected_time: //p' "$tmp/drawn/run.yaml" | head -n 1)
check "simulated mean $mean is near the expected $expected" awk -v a="$mean" -v b="$expected" \
    'BEGIN { d = a / b - 1; exit !(d < 0.05 && d > -0.05) }'
finish
