# shellcheck shell=sh disable=SC2034,SC2154 # the variables are those of fedomp-sweep
# collect.sh -- the tables of all runs, each in one file; not those of the parameters. Once all runs are complete
# their tables are there alone, and .gathered has the points that they are of.

# each_hash FILE -- the directories of the points that it lists.
each_hash() {
    sed 1d "$1" | cut -d , -f 2 | cut -c 1-16
}

# count_inner -- sets inner, the runs of one process: several where the configuration has a sweep of its own.
count_inner() {
    inner=1
    while read -r hash; do
        [ -e "$dir/runs/$hash/run.yaml" ] || continue
        inner=$(grep -c '^- run: ' "$dir/runs/$hash/run.yaml")
        break
    done <"$work/hashes"
}

# is_gathered -- whether the tables here are those of all points, and no run was done again.
is_gathered() {
    [ -e "$dir/.gathered" ] && cmp -s "$dir/.gathered" "$dir/points.csv" || return 1
    while read -r hash; do
        [ -e "$dir/runs/$hash/run.yaml" ] && [ ! -e "$dir/runs/$hash/summary.csv" ] || return 1
    done <"$work/hashes"
}

# scatter -- gives the runs their tables back, to collect them with others.
scatter() {
    for file in "$dir"/*.csv; do
        file=${file##*/}
        case $file in points.csv | ranking.csv) continue ;; esac
        DIR=$dir awk -v name="$file" -v inner="$inner" -f "$library/scatter.awk" "$dir/.gathered" "$dir/$file" || return
        each_hash "$dir/.gathered" | while read -r hash; do
            [ ! -e "$dir/runs/$hash/.tmp-$file" ] ||
                mv -f "$dir/runs/$hash/.tmp-$file" "$dir/runs/$hash/$file" || exit
        done || return
    done
    rm -f "$dir/.gathered"
}

# join_tables -- one file of each name that the runs have.
join_tables() {
    find "$dir/runs" -name '*.csv' ! -name theta.csv ! -name '.*' | sed 's|.*/||' | sort -u >"$work/tables"
    while read -r file; do
        status=0
        DIR=$dir awk -v name="$file" -v inner="$inner" -f "$csv" -f "$library/collect.awk" \
            "$dir/points.csv" >"$dir/.tmp-$file" || status=$?
        [ "$status" -ne 0 ] || [ ! -s "$dir/.tmp-$file" ] || mv -f "$dir/.tmp-$file" "$dir/$file" || return 2
        rm -f "$dir/.tmp-$file"
        case $status in
            0) printf '%s\n' "$file" >>"$work/joined" ;;
            4) [ "$file" != summary.csv ] || return 1 ;; # said why; it is left out
            *) return 2 ;;
        esac
    done <"$work/tables"
}

# gather -- the tables are kept here alone; first it is written down that they are.
gather() {
    [ -s "$work/joined" ] || return 0
    cp "$dir/points.csv" "$dir/.tmp-gathered" && mv -f "$dir/.tmp-gathered" "$dir/.gathered" || return 2
    while read -r hash; do
        while read -r file; do
            rm -f "$dir/runs/$hash/$file"
        done <"$work/joined"
    done <"$work/hashes"
}

# collect -- all of it. Sets inner, lines and left.
collect() {
    : >"$work/joined"
    each_hash "$dir/points.csv" >"$work/hashes"
    count_inner
    lines=$(wc -l <"$dir/manifest")
    left=$(pending "$dir/manifest" | wc -l)
    if ! is_gathered; then
        [ ! -e "$dir/.gathered" ] || scatter || return 2
        join_tables || return
        [ "$left" -gt 0 ] || gather || return
    fi
    DIR=$dir awk -F , -v inner="$inner" 'NR > 1 {
        printf "%d %s %s/runs/%s/run.yaml\n", $1 * inner, $2, ENVIRON["DIR"], substr($2, 1, 16) }' \
        "$dir/points.csv" >"$work/files"
}
