#!/bin/sh
# memory.sh -- allocations that fail, one at a time: no crash, no leak, status 1 with a message, and never
# status 0 with other results than those of the run that was given all it asked for.
#
#   make check-memory          every allocation of every run, and every one with all that follow it
#   FED_MEMORY_STRIDE=N        every N-th of them (make check: 97)
#
# The requests of an arena share a few allocations. tests/starving has one for each of them; of those that come by the
# same calls, one fails.
#
# tests/starve.c says which libraries' own allocations are spared: they abort or crash without memory.
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1
stride=${FED_MEMORY_STRIDE:-97}

case $FED_CC in
    *-fsanitize*) skip_all 'a sanitizer has an allocator of its own' ;;
esac
# shellcheck disable=SC2086 # a command of several words
$FED_CC -D_GNU_SOURCE -O1 -shared -fPIC -o starve.so "$FED_SRCDIR/tests/starve.c" -ldl -lpthread 2>compile ||
    skip_all "tests/starve.c does not compile: $(head -n 1 compile)"

# starved K ALL ARGUMENTS... -- the program without its K-th allocation.
starved() {
    starved_at=$1
    starved_all=$2
    shift 2
    rm -rf results
    tap_status=0
    env ${starved_all:+STARVE_ALL=1} LD_PRELOAD="$tmp/starve.so" STARVE_AT="$starved_at" STARVE_LOG="$tmp/log" \
        "$program" -q "$@" -o results -t 1 >"$out" 2>"$err" </dev/null || tap_status=$?
}

# value WORD [NAME] -- of the last report.
value() {
    awk -v word="$1" -v name="${2:-}" '$1 == word && (name == "" || $2 == name) { print $NF }' log
}

# results -- what was written, without the times that it took.
results() {
    find results -name .fedomp -prune -o -type f -print | LC_ALL=C sort | while read -r file; do
        printf '== %s\n' "$file"
        case $file in
            *.yaml | *.json) grep -v -E '^ *"?(seconds|written|started|finished|command|date|host)' "$file" ;;
            *metrics.csv | *summary.csv) awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /seconds/) skip[i] = 1 }
                { line = ""; for (i = 1; i <= NF; i++) if (!(i in skip)) line = line "," $i; print line }' "$file" ;;
            *.log) ;;
            *) cat "$file" ;;
        esac
    done
}

# judge K -- says on standard output what is wrong with the run that just ended.
judge() {
    if [ "$tap_status" -eq 0 ]; then
        results | cmp -s - wanted || printf '%s: status 0 with other results\n' "$1"
    elif [ "$tap_status" -ne 1 ]; then
        printf '%s: status %d: %s\n' "$1" "$tap_status" "$(head -n 1 "$err")"
    elif ! grep -q 'out of memory' "$err"; then
        printf '%s: status 1 without a message: %s\n' "$1" "$(head -n 1 "$err")"
    fi
    [ "$tap_status" -gt 1 ] || awk 'FNR == NR { if ($1 == "live") kept[$2] = $3; next }
        $1 == "live" && $3 > kept[$2] + 0 { print at ": " $3 - kept[$2] " blocks of " $2 " are never freed" }' \
        at="$1" wanted.log log
}

# tries -- which allocations fail: of the program all, of the one that is starved one of every stack of calls.
tries() {
    if [ "$program" = "$FEDOMP" ]; then
        awk '$1 == "counted" { for (k = 1; k <= $2; k++) print k }' wanted.log
    else
        awk '$1 == "site" { print $2 }' wanted.log | sort -n
    fi | awk -v n="$stride" -v first="$1" 'NR % n == first % n'
}

# fail_each NAME ARGUMENTS... -- the run whole, then without each allocation in turn.
fail_each() {
    name=$1
    shift
    starved 0 '' "$@"
    if [ "$tap_status" -ne 0 ]; then
        not_ok "$name: runs with all the memory it asks for"
        tap_quote "$err"
        return
    fi
    results >wanted
    cp log wanted.log
    total=$(value counted)
    : >wrong
    tries "$total" | while read -r k; do
        starved "$k" '' "$@"
        judge "$k" >>wrong
    done
    tries $((2 * total + 1)) | while read -r k; do
        starved "$k" 1 "$@"
        judge "$k and later" >>wrong
    done
    if [ -s wrong ]; then
        not_ok "$name: $total allocations fail without harm"
        sed 's/^/#   /' wrong
    else
        ok "$name: $total allocations fail without harm"
    fi
    awk '$1 == "spared" { printf "#   spared: %s of %s\n", $3, $2 }' wanted.log
}

# sweep_k NAME ARGUMENTS... -- for both programs.
sweep_k() {
    program=$FEDOMP
    fail_each "$@"
    program=$FED_BUILDDIR/tests/starving
    whose=$1
    shift
    fail_each "$whose, every request" "$@"
}

for method in $("$FEDOMP" --list=algorithms | awk '{ print $1 }'); do
    "$FEDOMP" --init="$method" >"$method.cfg"
    sweep_k "$method" -c "$method.cfg" -D replicates=1 -D algorithm.rounds=3
done
sweep_k 'a network' -c fedavg.cfg -D replicates=1 -D algorithm.rounds=2 -D algorithm.batch=10 \
    -D data.samples=60 -D 'data.theta=[1.0, -2.0, 0.5, 1.0, 0.0, 1.0, -1.0, 0.5, 0.0]' -D model.type=layers \
    -D 'model.input=[1, 3, 3]' -D 'model.layers=({ type = "convolution"; channels = 2; kernel = 2; },
        { type = "tanh"; }, { type = "max-pool"; size = 2; }, { type = "dense"; units = 1; })'

# What stands beside the methods: readers, maps of the features, analyses, sweeps, checkpoints at every round.
cat >site.csv <<'EOF2'
site;size;kind;y
1;1,5;old;1
1;-2,5;new;0
2;;old;1
2;4,25;new;0
3;2,25;old;1
3;-0,5;new;0
EOF2
cat >table.cfg <<'EOF2'
data = { source = "file"; path = "site.csv"; target = "y"; client = "site"; missing = "mean"; standardize = true;
         test_path = "site.csv"; };
features = { type = "polynomial"; degree = 2; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "fedavg"; rounds = 2; };
analysis = ( "prediction", "optimum" );
output = { clients = true; trajectory = true; json = true; };
EOF2
sweep_k 'a table' -c table.cfg
printf '%s\n' '+1 1:0.5 3:1' '-1 2:1' '+1 1:1 2:0.25' '-1 3:-1' >rows.svm
cat >rows.cfg <<'EOF2'
data = { source = "file"; path = "rows.svm"; };
partition = { clients = 2; scheme = "shards"; };
loss = { type = "logistic"; l2 = 0.1; };
algorithm = { name = "newton-sketch"; rounds = 2; };
EOF2
sweep_k 'sparse rows' -c rows.cfg
# As many rows of ones as are written in codes.
awk 'BEGIN { for (i = 0; i < 2048; i++) { printf "%d", i % 2 ? 1 : -1
    for (j = 0; j < 4; j++) printf " %d:1", 3 * j + 1 + int(i / 3 ^ j) % 3
    print "" } }' >units.svm
for method in fednewton fedipm; do
    sweep_k "rows of ones, $method" -c rows.cfg -D data.path=units.svm -D algorithm.name=$method
done
cat >play.json <<'EOF2'
{"users": ["a", "b"], "num_samples": [2, 2], "user_data": {"a": {"x": ["abcd", "bcda"], "y": ["a", "b"]},
 "b": {"x": ["dabc", "cdab"], "y": ["c", "d"]}}}
EOF2
cat >text.cfg <<'EOF2'
data = { source = "file"; path = "play.json"; };
loss = { type = "softmax"; };
model = { type = "layers"; layers = ( { type = "embedding"; units = 2; }, { type = "lstm"; units = 3; },
          { type = "dense"; units = 20; } ); };
algorithm = { name = "local-update"; rounds = 2; local_steps = 2; server = { optimizer = "adam"; };
              decay = { window = 2; patience = 1; cooldown = 1; delta = 0.1; client = 0.5; server = 0.5; }; };
EOF2
sweep_k 'text' -c text.cfg
cat >lp.cfg <<EOF2
data = { source = "lp"; path = "$FED_SRCDIR/datasets/transport"; };
algorithm = { name = "fedipm"; };
EOF2
sweep_k 'a linear program' -c lp.cfg
sweep_k 'a linear program in MPS' -c lp.cfg -D "data.path=$FED_SRCDIR/datasets/hexagon.mps"
cat >kernels.cfg <<'EOF2'
data = { source = "synthetic"; model = "linear"; samples = 20; theta = [1.0]; noise = 0.5;
         covariance = { type = "uniform"; }; };
partition = { clients = 4; };
features = { type = "kernel"; kernel = "sobolev"; };
loss = { type = "linear"; };
algorithm = { rounds = 3; learning_rate = 0.5; };
analysis = ( "decomposition", "early-stopping", "spectrum" );
sweep = ( { key = "algorithm.name"; values = ["fedavg", "fedprox"]; } );
EOF2
sweep_k 'kernels' -c kernels.cfg
cat >local.cfg <<'EOF2'
data = { source = "quadratics"; clients = 4; features = 3; };
loss = { type = "quadratic"; };
algorithm = { name = "local-update"; rounds = 3; local_steps = 3; client_learning_rate = 0.1; };
analysis = ( "limit", "surrogate", "distortion", "local-convergence" );
EOF2
sweep_k 'quadratics' -c local.cfg
cat >gain.cfg <<'EOF2'
data = { source = "heterogeneous"; clients = 4; features = 3; };
loss = { type = "linear"; };
algorithm = { name = "fedavg"; rounds = 2; };
analysis = ( "gain" );
EOF2
sweep_k 'heterogeneous clients' -c gain.cfg
cat >points.cfg <<'EOF2'
seed = 3;
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 40; theta = [1.0, -2.0]; };
partition = { clients = 5; scheme = "dirichlet"; };
network = { type = "erdos-renyi"; };
algorithm = { name = "ngd"; rounds = 3; };
analysis = ( "graph", "stable", "ngd-efficiency", "inference", "optimum" );
sweep = ( { keys = ["algorithm.learning_rate.schedule", "algorithm.learning_rate.value"];
            values = ( ("constant", 0.1), ("cosine", 0.2), ("polynomial", 0.1) ); } );
checkpoint = { every_seconds = 1e-9; keep = true; };
EOF2
sweep_k 'points' -c points.cfg
finish
