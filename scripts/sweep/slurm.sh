# shellcheck shell=sh disable=SC2154 # the variables are those of fedomp-sweep
# shellcheck disable=SC2016 # the text of scripts is meant literally
# slurm.sh -- the lines of the manifest as arrays of SLURM, each as long as the cluster allows.

# queued -- the jobs of this sweep that are still in the queue.
queued() {
    [ -s "$dir/slurm/jobs" ] && command -v squeue >/dev/null || return 0
    while read -r job; do
        squeue -h -o %F -j "$job" 2>/dev/null </dev/null
    done <"$dir/slurm/jobs" | sort -n -u | paste -s -d ' ' -
}

# write_task -- the script of an array: its task runs the next lines of those listed in the file.
write_task() {
    {
        printf '#!/bin/sh\n# Runs a share of the lines of the manifest that the file $1 lists.\n'
        printf 'first=$((SLURM_ARRAY_TASK_ID * %d + 1))\n' "$per_task"
        printf 'last=$((first + %d))\n' $((per_task - 1))
        printf 'lines=$(sed -n "${first},${last}p" "$1" | paste -s -d , -)\n'
        printf 'exec %s -o %s --only="$lines"' "$(quote "$self")" "$(quote "$dir")"
        [ "$on_failure" != now ] || printf ' --fail-fast'
        printf '\n'
    } >"$dir/slurm/task"
    {
        printf '#!/bin/sh\n# Collects and ranks the runs.\n'
        printf 'exec %s --summary -o %s\n' "$(quote "$self")" "$(quote "$dir")"
    } >"$dir/slurm/collect"
}

# submit OPTION... -- sbatch; sets job.
submit() {
    job=$(sbatch --parsable --export=ALL "$@") || [ -n "$job" ] || return 1
    job=${job%%;*}
    printf '%s\n' "$job" >>"$dir/slurm/jobs"
}

# run_slurm FILE OPTION... -- submits the lines it lists, and a job that waits for them to rank.
run_slurm() {
    pending=$1
    shift
    most=$(scontrol show config 2>/dev/null | awk '$1 == "MaxArraySize" { print $3 }')
    case $most in '' | *[!0-9]*) most=1001 ;; esac
    [ "$most" -gt 0 ] || die 2 'this cluster takes no job arrays: its MaxArraySize is 0'
    mkdir -p "$dir/slurm" || exit 2
    rm -f "$dir"/slurm/lines.* "$dir"/slurm/*.out "$dir/slurm/jobs"
    awk -v size=$((most * per_task)) -v stem="$dir/slurm/lines." '
        { print >(stem sprintf("%05d", int((NR - 1) / size))) }' "$pending"
    write_task
    name=fedomp-$(basename "$dir")
    outputs=$(printf '%s\n' "$dir/slurm" | sed 's/%/%%/g') # as sbatch reads names
    after=afterany
    for lines in "$dir"/slurm/lines.*; do
        count=$(wc -l <"$lines")
        tasks=$(((count + per_task - 1) / per_task))
        # A minute before the limit of time the tasks save what they have and go back to the queue.
        submit --job-name="$name" --output="$outputs/%A_%a.out" --open-mode=append \
            --signal=B:USR1@60 --requeue \
            ${threads:+"--cpus-per-task=$threads"} "--array=0-$((tasks - 1))${jobs:+%$jobs}" \
            "$@" "$dir/slurm/task" "$lines" || die 1 'sbatch failed; --resume submits what is left'
        say "job $job: $count runs in $tasks tasks"
        after=$after:$job
    done
    submit --job-name="$name-summary" --output="$outputs/summary.out" --dependency="$after" \
        ${wait:+--wait} "$@" "$dir/slurm/collect" ||
        die 1 "sbatch refused the summary: fedomp-sweep --summary -o $(quote "$dir") makes it"
    [ -n "$wait" ] || say "the table will be in $dir/slurm/summary.out"
}
