# shellcheck shell=sh disable=SC2034,SC2154 # the variables are those of fedomp-plot
# panel.sh -- panels: their options, the tables they read, how several share a page.

# What a panel is drawn by; each panel of a figure begins with these.
panel_defaults() {
    kind=curves metric='' x='' y='' logs='' only='' by='' table='' title='' xlabel='' ylabel=''
    xrange='' yrange='' reference='' reference_label='' band=yes rename='' bins='' line='' given='' floor='' middle=median reciprocal='' inside='' zrange='' best_per='' front='' hover=''
}

need() {
    [ "$2" -ge 2 ] || fault 2 "$1 needs a value; see fedomp-plot --help"
}

# panel_option OPTION VALUE COUNT -- takes an option of a panel; false when it is none.
panel_option() {
    case $1 in
        -k | --kind | -m | --metric | -x | -y | -l | --log | --only | --by | --table | --title | --xlabel | \
            --ylabel | --xrange | --yrange | --reference | --reference-label | --rename | --bins | --line | --file | --floor | --legend | --zrange | --best-per | --front)
            need "$1" "$3"
            ;;
    esac
    case $1 in
        -k | --kind) kind=$2 ;;
        -m | --metric) metric=$2 ;;
        -x) x=$2 ;;
        -y) y=$2 ;;
        -l | --log) logs=$2 ;;
        --only) case $2 in
            ?*=*) only=$only$2$newline ;;
            *) fault 2 "--only $2: expected KEY=VALUE" ;;
            esac ;;
        --by) by=$2 ;;
        --table) table=$2 ;;
        --title) title=$2 ;;
        --xlabel) xlabel=$2 ;;
        --ylabel) ylabel=$2 ;;
        --xrange) xrange=$2 ;;
        --yrange) yrange=$2 ;;
        --reference) reference=$2 ;;
        --reference-label) reference_label=$2 ;;
        --rename) case $2 in
            ?*=*) rename=$rename$2$newline ;;
            *) fault 2 "--rename $2: expected TEXT=WORDS" ;;
            esac ;;
        --bins) bins=$2 ;;
        --line) case ${2%%:*} in
            '' | *[!-+.0-9eE]*) fault 2 "--line $2: expected NUMBER or NUMBER:LABEL" ;;
            esac
            line=$line$2$newline ;;
        --file) given=$2 ;;
        --floor) floor=$2 ;;
        --legend) inside=$2 ;;
        --zrange) zrange=$2 ;;
        --best-per) best_per=$2 ;;
        --front) front=$2 ;;
        --hover) hover=yes ;;
        --no-band) band=no ;;
        --mean) middle=mean ;;
        --reciprocal) reciprocal=yes ;;
        *) return 1 ;;
    esac
    case $1 in
        --hover | --no-band | --mean | --reciprocal) taken=1 ;;
        *) taken=2 ;;
    esac
}

check_panel() {
    case $kind in
        curves | box | bars | hist | heat | network | partition) ;;
        *) fault 2 "-k $kind: expected curves, box, bars, hist, heat, network or partition" ;;
    esac
    case $logs in
        *[!xyz]*) fault 2 "--log $logs: expected x, y, xy or z" ;;
    esac
    case $bins in
        *[!0-9]*) fault 2 "--bins $bins: expected a number" ;;
    esac
    for range in "$xrange" "$yrange" "$zrange"; do
        case $range in
            '') ;;
            *[!-+.:*0-9eE]* | *:*:*) fault 2 "a range is LOW:HIGH, found '$range'" ;;
            *:*) ;;
            *) fault 2 "a range is LOW:HIGH, found '$range'" ;;
        esac
    done
    case $inside in
        '' | below) inside='' ;;
        none) ;;
        *) for word in $inside; do
               case $word in
                   left | right | center | top | bottom) ;;
                   *) fault 2 "--legend $inside: expected below, none, or words of left, right, center, top, bottom" ;;
               esac
           done ;;
    esac
    case $front in
        *[!0-9,]*) fault 2 "--front $front: expected numbers of runs, as 3,7" ;;
    esac
    case $floor in
        *[!-+.0-9eE]*) fault 2 "--floor $floor: expected a number" ;;
    esac
    if [ "$kind" = heat ] && { [ -z "$x" ] || [ -z "$y" ]; }; then
        fault 2 "a heat map needs two swept keys: -x KEY -y KEY"
    fi
}

# table_file NUMBER DIR -- the file that a panel of this kind reads in this directory.
table_file() {
    if [ -n "$given" ]; then
        file=$given
    elif [ -n "$table" ]; then
        file=$2/$table.csv
    else
        case $kind in
            network) file=$2/graph.csv ;;
            partition) file=$2/partition.csv ;;
            box | bars | hist) file=$2/metrics.csv ;;
            *) if [ "$metric" = seconds ] || [ "$x" = seconds ]; then
                   file=$2/metrics.csv
               else
                   file=$(cat "$tmp/source.$1")
               fi ;;
        esac
    fi
    [ -f "$file" ] && return
    case ${file##*/} in
        graph.csv) fault 4 "$file is missing: run fedomp with -D analysis=graph to have the network's edges" ;;
        partition.csv) fault 4 "$file is missing: run fedomp with -D output.partition=true" ;;
        metrics.csv) fault 4 "$file is missing: the run wrote none (output.metrics = \"none\")" ;;
        *) fault 4 "$file is missing" ;;
    esac
}

# panel [OPTION...] -- draws the next panel of the figure.
panel() {
    panel_defaults
    while [ $# -gt 0 ]; do
        panel_option "$1" "${2-}" $# || fault 2 "figure $paper: unknown option '$1'"
        shift "$taken"
    done
    draw_panel
}

# kept_runs -- the best runs of --best-per, by the metric that is drawn.
kept_runs() {
    set -- role=points "$tmp/points" role=table
    n=0
    while [ $n -lt "$dirs" ]; do
        n=$((n + 1))
        set -- "$@" dir="$n" "$(cat "$tmp/source.$n")"
    done
    BEST_PER=$best_per BEST_METRIC=$metric PLOT_ONLY=$only PLOT_KEEP='' \
        awk -f "$lib/csv.awk" -f "$lib/plot/table.awk" -f "$lib/plot/best.awk" "$@" >"$tmp/best" || exit $?
    kept=$(cat "$tmp/best")
}

draw_panel() {
    check_panel
    # "-" says that the panel to the left has the label: the first of a row has it anyway.
    if [ "$ylabel" != - ]; then
        label_before=$ylabel
    elif [ $((panels % columns)) -eq 0 ]; then
        ylabel=$label_before
    fi
    [ -n "$metric" ] || metric=loss
    if [ "$kind" = curves ] && [ -z "$x" ]; then
        x=round
    fi
    kept=
    if [ -n "$best_per" ]; then
        kept_runs
    fi
    set -- role=points "$tmp/points" role=table
    n=0
    while [ $n -lt "$dirs" ]; do
        n=$((n + 1))
        table_file "$n" "$(cat "$tmp/dir.$n")"
        set -- "$@" dir="$n" "$file"
    done
    column=$metric
    if [ -n "$reference" ]; then
        case $reference in
            *.*) column=${reference#*.} reference=${reference%%.*} ;;
        esac
        n=0
        while [ $n -lt "$dirs" ]; do
            n=$((n + 1))
            file=$(cat "$tmp/dir.$n")/$reference.csv
            [ -f "$file" ] || fault 4 "$file is missing: run fedomp with that analysis"
            set -- "$@" role=reference dir="$n" "$file"
        done
    fi
    PLOT_METRIC=$metric PLOT_X=$x PLOT_Y=$y PLOT_LOG=$logs PLOT_ONLY=$only PLOT_BY=$by PLOT_TITLE=$title \
    PLOT_XLABEL=$xlabel PLOT_YLABEL=$ylabel PLOT_XRANGE=$xrange PLOT_YRANGE=$yrange PLOT_BAND=$band \
    PLOT_RENAME=$rename PLOT_BINS=$bins PLOT_LINE=$line PLOT_FLOOR=$floor PLOT_INSIDE=$inside PLOT_ZRANGE=$zrange PLOT_MIDDLE=$middle PLOT_RECIPROCAL=$reciprocal PLOT_REFERENCE_COLUMN=$column \
    PLOT_REFERENCE_LABEL=${reference_label:-$reference} PLOT_PANEL=$panels PLOT_TERMINAL=$terminal \
    PLOT_ROW=$((panels / columns)) PLOT_COLUMN=$((panels % columns)) PLOT_LEGEND=$tmp/legend \
    PLOT_WIDTH=$((width / columns)) PLOT_HEIGHT=$((height / rows)) PLOT_NEEDS=$tmp/needs PLOT_KEEP=$kept PLOT_FRONT=$front PLOT_HOVER=$hover PLOT_KIND=$kind \
        awk -f "$lib/csv.awk" -f "$lib/plot/table.awk" -f "$lib/plot/words.awk" -f "$lib/plot/text.awk" -f "$lib/plot/groups.awk" -f "$lib/plot/panel.awk" \
        -f "$lib/plot/$([ "$kind" = bars ] && echo box || echo "$kind").awk" "$@" >>"$tmp/body.gp" || exit $?
    panels=$((panels + 1))
}

# layout ROWS COLUMNS [WIDTH HEIGHT] -- the grid of the panels that follow, row by row, and a panel's size.
# On a page whose width is given, as many stand side by side as have 200 points each.
layout() {
    rows=$1 columns=$2
    if [ -n "$page_width" ]; then
        while [ "$columns" -gt 1 ] && [ $((page_width / columns)) -lt 200 ]; do
            columns=$((columns - 1))
        done
        rows=$((($1 * $2 + columns - 1) / columns)) width=$page_width
        height=$((rows * (page_width / columns) * ${4:-300} / ${3:-380} + rows * 20))
    elif [ -z "$size" ]; then
        width=$(($2 * ${3:-380})) height=$(($1 * ${4:-300}))
    fi
}

# values KEY -- all of the key's name, then the values that it takes, in order, one a line.
values() {
    NAME=$1 awk -F '\t' '
        NR == 1 {
            name = ENVIRON["NAME"]
            for (i = 2; i <= NF; i++)
                if ($i == name || substr($i, length($i) - length(name)) == "." name)
                    at = i
            if (at)
                print $at
            next
        }
        at && !seen[$at]++ { print $at }' "$tmp/points"
}

# draw_panels KEY -- one panel for each value of the key.
draw_panels() {
    kept_only=$only kept_title=$title kept_ylabel=$ylabel
    sed 1d "$tmp/values" >"$tmp/each"
    while IFS= read -r value; do
        only=$kept_only$1=$value$newline
        title=${kept_title:+$kept_title, }$(PLOT_RENAME=$rename awk -f "$lib/plot/words.awk" \
            -f "$lib/plot/title.awk" "$1" "$value" </dev/null)
        ylabel=$kept_ylabel
        [ $((panels % columns)) -eq 0 ] || ylabel=-
        draw_panel
    done <"$tmp/each"
    only=$kept_only title=$kept_title ylabel=$kept_ylabel
}

# split_panels KEY -- those panels, drawn twice: first for their ranges, then with the one that holds all.
split_panels() {
    values "$1" >"$tmp/values"
    read -r name <"$tmp/values" || fault 4 "--panels $1: no such swept key"
    count=$(($(wc -l <"$tmp/values") - 1))
    [ "$count" -le 16 ] || fault 2 "--panels $1: $count values are more than the 16 panels a page holds"
    case $count in
        1) layout 1 1 ;;
        2 | 4) layout $(((count + 1) / 2)) 2 ;;
        *) layout $(((count + 2) / 3)) 3 ;;
    esac
    PLOT_RANGES=$tmp/ranges
    export PLOT_RANGES
    : >"$PLOT_RANGES"
    draw_panels "$name"
    unset PLOT_RANGES
    yrange=${yrange:-$(range_of yrange)}
    zrange=${zrange:-$(range_of zrange)}
    panels=0
    : >"$tmp/body.gp"
    : >"$tmp/legend"
    : >"$tmp/needs"
    draw_panels "$name"
}

# range_of NAME -- the least that holds the panels' own, as LOW:HIGH.
range_of() {
    awk -v name="$1" '
        $1 == name {
            if (!n++ || $2 + 0 < low + 0)
                low = $2
            if (n == 1 || $3 + 0 > high + 0)
                high = $3
        }
        END { if (n) print low ":" high }' "$tmp/ranges"
}
