#!/bin/sh
# memory.sh -- allocations that fail, one at a time: no crash, no leak, status 1 with a message, and never
# status 0 with other results than those of the run that was given all it asked for.
#
#   make check-memory          every allocation of every run, and every one with all that follow it
#   FED_MEMORY_STRIDE=N        every N-th of them (make check: 97)
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
        "$FEDOMP" -q "$@" -o results -t 1 >"$out" 2>"$err" </dev/null || tap_status=$?
}

# value WORD [NAME] -- of the last report.
value() {
    awk -v word="$1" -v name="${2:-}" '$1 == word && (name == "" || $2 == name) { print $NF }' log
}

# results -- what was written, without the times that it took.
results() {
    find results -type f | LC_ALL=C sort | while read -r file; do
        printf '== %s\n' "$file"
        case $file in
            *.yaml) grep -v -E '^ *(seconds|written|started|finished|command|date|host)' "$file" ;;
            *metrics.csv | *summary.csv) awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /seconds/) skip[i] = 1 }
                { line = ""; for (i = 1; i <= NF; i++) if (!(i in skip)) line = line "," $i; print line }' "$file" ;;
            *.log) ;;
            *) cat "$file" ;;
        esac
    done
}

# judge NAME K -- says on standard output what is wrong with the run that just ended.
judge() {
    if [ "$tap_status" -eq 0 ]; then
        results | cmp -s - wanted || printf '%s: status 0 with other results\n' "$2"
    elif [ "$tap_status" -ne 1 ]; then
        printf '%s: status %d: %s\n' "$2" "$tap_status" "$(head -n 1 "$err")"
    elif ! grep -q 'out of memory' "$err"; then
        printf '%s: status 1 without a message: %s\n' "$2" "$(head -n 1 "$err")"
    fi
    [ "$tap_status" -gt 1 ] || awk 'FNR == NR { if ($1 == "live") kept[$2] = $3; next }
        $1 == "live" && $3 > kept[$2] + 0 { print at ": " $3 - kept[$2] " blocks of " $2 " are never freed" }' \
        at="$2" wanted.log log
}

# sweep_k NAME ARGUMENTS... -- the run whole, then without each allocation in turn.
sweep_k() {
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
    for all in '' 1; do
        k=$((1 + (total % stride) * (${all:-0} + 1) % stride))
        while [ "$k" -le "$total" ]; do
            starved "$k" "$all" "$@"
            judge "$name" "$k${all:+ and later}" >>wrong
            k=$((k + stride))
        done
    done
    if [ -s wrong ]; then
        not_ok "$name: $total allocations fail without harm"
        sed 's/^/#   /' wrong
    else
        ok "$name: $total allocations fail without harm"
    fi
    awk '$1 == "spared" { printf "#   spared: %s of %s\n", $3, $2 }' wanted.log
}

for method in $("$FEDOMP" --list=algorithms | awk '{ print $1 }'); do
    "$FEDOMP" --init="$method" >"$method.cfg"
    sweep_k "$method" -c "$method.cfg" -D replicates=1 -D algorithm.rounds=3
done
sweep_k 'a network' -c fedavg.cfg -D replicates=1 -D algorithm.rounds=2 -D algorithm.batch=10 \
    -D data.samples=60 -D 'data.theta=[1.0, -2.0, 0.5, 1.0, 0.0, 1.0, -1.0, 0.5, 0.0]' -D model.type=layers \
    -D 'model.input=[1, 3, 3]' -D 'model.layers=({ type = "convolution"; channels = 2; kernel = 2; },
        { type = "tanh"; }, { type = "max-pool"; size = 2; }, { type = "dense"; units = 1; })'
finish
