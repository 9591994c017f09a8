# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # the variables are those of fedomp-sweep
# run.sh -- the lines of the manifest, run one after the other or by GNU parallel.

# look_at WORDS -- sets of a line of the manifest: run, its directory, the last word, and log; of a part of a
# study the study's, which is complete when all parts are.
look_at() {
    eval "set -- $1"
    for run; do :; done
    log=$run.log
    case $run in
        --point=*)
            log=$dir/logs/${run#--point=}
            run=$dir
            ;;
    esac
}

# run_of LINE -- sets words, the command of that line, and what it says.
run_of() {
    words=$(sed -n "${1}p" "$dir/manifest")
    look_at "$words"
}

# pending FILE -- the numbers of the lines of a manifest whose run is not complete.
pending() {
    number=0
    while IFS= read -r words; do
        number=$((number + 1))
        look_at "$words"
        [ -e "$run/run.yaml" ] || printf '%d\n' "$number"
    done <"$1"
}

# wait_for PROCESS -- its status; wait alone returns early when a signal comes.
wait_for() {
    waited=0
    wait "$1" 2>/dev/null || waited=$?
    while kill -0 "$1" 2>/dev/null; do
        waited=0
        wait "$1" 2>/dev/null || waited=$?
    done
    return "$waited"
}

# run_line LINE -- runs it, unless it is complete, and prints "LINE STATUS".
run_line() {
    line=$1
    status=0
    run_of "$line"
    [ -n "$words" ] || die 2 "$dir/manifest has no line $line"
    eval "set -- $words"
    if [ ! -e "$run/run.yaml" ]; then
        "$@" --resume >/dev/null 2>"$log" </dev/null &
        child=$!
        wait_for "$child" || status=$?
        child=
        # Stopped before it could say so itself.
        [ -z "$stopping" ] || [ "$status" -le 128 ] || status=75
        [ -s "$log" ] || rm -f "$log"
    fi
    printf '%d %d\n' "$line" "$status"
    case $status in 0 | 5) return 0 ;; esac
    return "$status"
}

# run_lines -- those whose numbers are read; the status of one that failed. A signal stops the run at
# work; nothing new begins once the sweep is gone.
run_lines() {
    child=
    stopping=
    worst=0
    trap 'stopping=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' HUP INT TERM
    trap 'stopping=limit; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' USR1
    while IFS= read -r wanted; do
        kill -0 "${FEDOMP_SWEEP_PID:-$$}" 2>/dev/null || return 75
        run_line "$wanted" || {
            worst=$?
            [ "$on_failure" = go-on ] || break
        }
        [ -z "$stopping" ] || break
    done
    return "$worst"
}

# run_parallel FILE -- the same by GNU parallel, which takes the place of the shell.
run_parallel() {
    case $on_failure in
        stop) halt=soon,fail=1 ;;
        go-on) halt=never ;;
        now) halt=now,fail=1 ;;
    esac
    # Without -t the processors are shared evenly.
    if [ -z "${OMP_NUM_THREADS:-}" ]; then
        OMP_NUM_THREADS=$((processors > jobs ? processors / jobs : 1))
    fi
    FEDOMP_SWEEP_PID=$$
    FEDOMP_SWEEP_SELF=$self
    FEDOMP_SWEEP_DIR=$dir
    PARALLEL_SHELL=/bin/sh
    export OMP_NUM_THREADS FEDOMP_SWEEP_PID FEDOMP_SWEEP_SELF FEDOMP_SWEEP_DIR PARALLEL_SHELL
    # The names come by the environment: braces in them would be taken for parallel's own.
    exec parallel --plain --will-cite --jobs "$jobs" --halt "$halt" --termseq TERM,20000,KILL,1000 \
        '"$FEDOMP_SWEEP_SELF" -o "$FEDOMP_SWEEP_DIR" --only={}' :::: "$1" 2>"$work/parallel"
}

# follow TOTAL -- reads "LINE STATUS" as runs end. Progress goes to a terminal alone.
follow() {
    trap '' HUP INT TERM
    ended=0
    shown=no
    if [ "$quiet" = no ] && [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
        shown=yes
        begun=$(date +%s)
        printf '0 of %d runs' "$1" >&2
    fi
    while read -r number status; do
        ended=$((ended + 1))
        [ "$shown" = no ] || printf '\r\033[K' >&2
        case $status in
            0 | 5 | 75) ;;
            *)
                run_of "$number"
                printf '%d\n' "$status" >>"$work/failed"
                say "line $number: status $status: $(grep -v '^fedomp: to go on: ' "$log" 2>/dev/null | tail -n 1)"
                ;;
        esac
        [ "$shown" = yes ] || continue
        left=$((($(date +%s) - begun) * ($1 - ended) / ended))
        printf '%d of %d runs, %d:%02d:%02d left' "$ended" "$1" $((left / 3600)) \
            $((left / 60 % 60)) $((left % 60)) >&2
    done
    [ "$shown" = no ] || printf '\r\033[K' >&2
}

# run_here FILE -- all lines it lists, on this machine. Sets interrupted.
run_here() {
    producer=
    interrupted=no
    trap 'interrupted=yes; [ -z "$producer" ] || kill -TERM "$producer" 2>/dev/null' HUP INT TERM
    mkfifo "$work/events" || exit 1
    if [ "$runner" = parallel ]; then
        run_parallel "$1" >"$work/events" &
    else
        run_lines <"$1" >"$work/events" &
    fi
    producer=$!
    follow "$(wc -l <"$1")" <"$work/events" &
    follower=$!
    wait_for "$producer"
    wait_for "$follower"
    trap 'exit 75' HUP INT TERM
}
