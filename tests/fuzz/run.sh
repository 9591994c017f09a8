#!/bin/sh
# run.sh FUZZER -- fuzzes the targets named in FUZZ_TARGET (default: all), FUZZ_SECONDS each, from the corpus
# beside it; what is found stands in fuzz.found/TARGET, what a run has learned in fuzz.corpus/TARGET. An input
# that takes FUZZ_TIMEOUT seconds (default: 25) is a hang.
set -u
fuzzer=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
status=0
export ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=0:quarantine_size_mb=16:${ASAN_OPTIONS:-}"
export LSAN_OPTIONS="suppressions=$here/../lsan.supp:print_suppressions=0"
export OMP_NUM_THREADS=1

for target in ${FUZZ_TARGET:-$(cd "$here/corpus" && echo *)}; do
    found=$PWD/fuzz.found/$target
    learned=$PWD/fuzz.corpus/$target
    mkdir -p "$found" "$learned"
    FUZZ_TARGET=$target "$fuzzer" -max_total_time="${FUZZ_SECONDS:-60}" -timeout="${FUZZ_TIMEOUT:-25}" \
        -rss_limit_mb=2048 -malloc_limit_mb=1024 -max_len=16384 -print_final_stats=1 -artifact_prefix="$found/" \
        "$learned" "$here/corpus/$target" >"$found.log" 2>&1 || {
        status=1
        echo "$target: FAILED; see $found.log"
        ls "$found"
    }
    awk -v target="$target" '/ cov: / { cov = $0; sub(/.* cov: /, "", cov); sub(/ .*/, "", cov) }
        /stat::number_of_executed_units/ { runs = $2 }
        END { printf "%s: %s executions, %s edges\n", target, runs, cov }' "$found.log"
done
exit "$status"
