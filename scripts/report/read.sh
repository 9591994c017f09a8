# shellcheck shell=sh disable=SC2034,SC2154 # the variables are those of fedomp-report
# read.sh -- the steps from directories of results to what the page is made of: read, choose, draw.

# step NAME FILE... -- an awk program of the library on files of the directory.
step() {
    step=$1
    shift
    awk -f "$csv" -f "$lib/rows.awk" -f "$lib/$step.awk" "$@" >>"$work/found" || exit 4
}

note() {
    printf 'note\t%s\n' "$*" >>"$work/found"
}

# large FILE... -- whether they are together too large to be read here.
large() {
    [ "$(cat "$@" 2>/dev/null | wc -c)" -gt 67108864 ]
}

# find_parts -- the results here: of one run, or of the points of a sweep that are done, each a line: point,
# first run, directory.
find_parts() {
    : >"$work/parts"
    if [ -f points.csv ] && [ -d runs ]; then
        all=$(($(wc -l <points.csv) - 1))
        sed 1d points.csv | awk -F, -v points="$points" -v runs="$runs" '
            {
                part = "runs/" substr($2, 1, 16)
                file = part "/run.yaml"
                if ((getline line <file) <= 0)
                    next
                for (count = 0; (getline line <file) > 0; )
                    count += line ~ /^- run: /
                close(file)
                if (inner == 0)
                    inner = count
                print points + NR - 1, runs + (NR - 1) * inner, part
            }' >"$work/parts"
        undone=$((all - $(wc -l <"$work/parts")))
        [ "$undone" -lt "$all" ] || die 4 "$shown: no run of this sweep is complete"
        [ "$undone" -eq 0 ] || note "$undone of $all points are not done and are left out."
    elif [ -f run.yaml ]; then
        echo "$points $runs ." >"$work/parts"
    elif [ -f summary.csv ] || [ -f checkpoint ]; then
        die 4 "$shown: run.yaml is missing: the run is not complete"
    else
        die 4 "$shown: neither a run (run.yaml) nor a sweep (points.csv) of fedomp"
    fi
    [ -f summary.csv ] || die 4 "$shown/summary.csv: no such file; for a sweep, fedomp-sweep --summary writes it"
}

# read_directory NAME -- the files of the working directory.
read_directory() {
    printf 'dir\t%s\t%d\t%d\n' "$([ "$several" -eq 1 ] || printf '%s' "$1" | tr '\t\n' '  ')" "$runs" "$points" >>"$work/found"
    find_parts
    set --
    while read -r point first part; do
        set -- "$@" "point=$point" "first=$first" "$part/run.yaml"
    done <"$work/parts"
    awk -f "$csv" -f "$lib/yaml.awk" "$@" >>"$work/found" || exit 4
    step thin "budget=$((4000 / several))" "first=$runs" ./summary.csv ./summary.csv
    if [ ! -f metrics.csv ]; then
        :
    elif large metrics.csv; then
        note 'metrics.csv is large: what theory says of replicate 0 is not compared with it.'
    else
        step zero "first=$runs" ./metrics.csv
    fi
    [ "$several" -gt 1 ] || [ -n "$metrics" ] || read_ranking
    read_tables
    # The next directory's runs and points follow these.
    runs=$(awk -F '\t' '$1 == "point" && $2 >= n { n = $2 + 1 } END { print n + 0 }' "$work/found")
    points=$(awk -F '\t' '$1 == "top" && $2 >= n { n = $2 + 1 } END { print n + 0 }' "$work/found")
}

# read_ranking -- the order of fedomp-sweep, unless the results changed after it; a copy has other dates.
read_ranking() {
    [ ! -s ranking.csv ] || step ranking ./ranking.csv ./summary.csv
}

# list_tables FIRST FILE... -- a line each for tables of their own: name, first run, file.
list_tables() {
    first=$1
    shift
    for file; do
        name=${file##*/}
        name=${name%.csv}
        case $name in
            metrics | summary | points | ranking | partition | *[!A-Za-z0-9_-]*) ;;
            *) [ ! -f "$file" ] || printf '%s %s %s\n' "$name" "$first" "$file" ;;
        esac
    done
}

# read_tables -- the other tables; of a sweep by several processes the parameters are with each.
read_tables() {
    {
        list_tables "$runs" ./*.csv
        while read -r point first part; do
            [ "$part" = . ] || list_tables "$first" "$part/theta.csv"
        done <"$work/parts"
    } | sort -s -k 1,1 >"$work/tables"
    for name in $(cut -d ' ' -f 1 "$work/tables" | uniq); do
        set --
        while read -r table first file; do
            [ "$table" != "$name" ] || set -- "$@" "first=$first" "$file"
        done <"$work/tables"
        # shellcheck disable=SC2046 # paths below the directory, of letters and digits
        if large $(awk -v name="$name" '$1 == name { print $3 }' "$work/tables"); then
            note "$name.csv is large and left out."
        elif [ "$name" = theta ]; then
            step theta "$@"
        else
            step tables "table=$name" most=40 "heads=$([ "$several" -gt 1 ] || echo yes)" "$@"
        fi
    done
}

# choose_runs -- what --only and --best-per leave of the runs, chosen as fedomp-plot does.
choose_runs() {
    set --
    n=0
    while [ $n -lt "$dirs" ]; do
        n=$((n + 1))
        set -- "$@" "dir=$n"
        [ ! -f "$work/dir$n/run.yaml" ] || set -- "$@" "$work/dir$n/run.yaml"
        set -- "$@" "$work/dir$n/summary.csv"
    done
    PLOT_LABELS='' awk -f "$csv" -f "$engine/points.awk" "$@" >"$work/points" || exit 4
    set -- role=points "$work/points" role=table
    n=0
    while [ $n -lt "$dirs" ]; do
        n=$((n + 1))
        set -- "$@" "dir=$n" "$work/dir$n/summary.csv"
    done
    # In the order of fedomp-sweep, where there is one.
    ranks=$(awk -F '\t' '$1 == "rank" { printf " 1:%d=%d", $2, $3 }' "$work/found")
    BEST_RANKS=$ranks BEST_PER=$best_per BEST_METRIC=${metrics:-$(page -f "$lib/main.awk" "$work/found")} PLOT_ONLY=$only PLOT_KEEP='' \
        awk -f "$csv" -f "$engine/table.awk" -f "$engine/best.awk" "$@" >"$work/best" || exit 4
    awk -F '\t' '
        FILENAME != ARGV[2] { split($0, part, ":"); kept[part[1], part[2]] = 1; next }
        $1 == "dir" { dir++; first = $3 }
        $1 ~ /^(run|point|at|theta|zero)$/ && !((dir, $2 - first) in kept) { next }
        $1 ~ /^(curve|final)$/ && !((dir, $3 - first) in kept) { next }
        { print }' "$work/best" "$work/found" >"$work/chosen" && mv "$work/chosen" "$work/found"
}

# page OPTION... -- awk with what every step after the reading needs.
page() {
    TITLE=$title awk -v draw="$metrics" -v main="${metrics%%,*}" -f "$csv" -f "$engine/words.awk" -f "$lib/html.awk" -f "$lib/load.awk" -f "$lib/rank.awk" "$@"
}

# draw_partitions -- who holds what, in a picture for each partition of the runs that there is, four at most.
draw_partitions() {
    : >"$work/partitions"
    [ "$dirs" -eq 1 ] && [ -f "$work/dir1/partition.csv" ] && command -v gnuplot >/dev/null || return 0
    ! large "$work/dir1/partition.csv" || return 0
    awk -f "$csv" -f "$lib/distinct.awk" "$work/dir1/partition.csv" | head -n 4 >"$work/list"
    while read -r first most runs; do
        figure=$((figure + 1))
        case $runs in all) runs='all runs' ;; *,*) runs="runs $runs" ;; *) runs="run $runs" ;; esac
        "$plot" -k partition --only "run=$first" --zrange "0:$most" --size 380x300 -o "$work/figure.svg" "$work/dir1" </dev/null ||
            die 1 'fedomp-plot failed'
        awk -v figure="$figure" -v title="samples held, $runs" -v legend="$work/legend.none" -f "$lib/embed.awk" \
            "$work/figure.svg" >>"$work/partitions"
    done <"$work/list"
}

# draw_charts -- the curves, drawn by fedomp-plot and made figures of the page.
draw_charts() {
    : >"$work/figures"
    : >"$work/legend"
    mkdir "$work/curves"
    page -v summary="$work/curves/summary.csv" -f "$lib/charts.awk" "$work/found" >"$work/charts" || die 1 'the curves could not be read'
    if ! command -v gnuplot >/dev/null; then
        note 'gnuplot is not installed: no curves are drawn.'
        return
    fi
    front=$(sed -n 's/^front\t//p' "$work/charts")
    tab=$(printf '\t')
    grep -v '^front' "$work/charts" >"$work/list"
    while IFS= read -r line; do
        metric=${line%%"$tab"*} line=${line#*"$tab"}
        x=${line%%"$tab"*} line=${line#*"$tab"}
        log=${line%%"$tab"*} floor=${line#*"$tab"}
        figure=$((figure + 1))
        set -- -m "$metric" -x "$x" --size 380x300 --legend none --hover -o "$work/figure.svg"
        [ -z "$log" ] || set -- "$@" -l "$log"
        [ -z "$floor" ] || set -- "$@" --floor "$floor"
        [ -z "$front" ] || set -- "$@" --front "$front"
        "$plot" "$@" "$work/curves" </dev/null || die 1 'fedomp-plot failed'
        awk -v figure="$figure" -v title="$metric$([ "$x" = round ] || printf " against %s" "$x")" -v legend="$work/legend.$figure" -f "$lib/embed.awk" \
            "$work/figure.svg" >>"$work/figures"
        [ ! -f "$work/legend.$figure" ] || cat "$work/legend.$figure" >>"$work/legend"
    done <"$work/list"
}
