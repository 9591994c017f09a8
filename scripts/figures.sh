#!/bin/sh
# figures.sh -- runs the configurations of the published figures and draws them into one folder with an
# index page:  figures.sh FEDOMP FEDOMP-PLOT CONFIGURATIONS FOLDER   (FULL=1: the published sizes)
set -u
: "${4:?usage: figures.sh FEDOMP FEDOMP-PLOT CONFIGURATIONS FOLDER}"
fedomp=$1 plot=$2 configurations=$3 folder=$4
sizes=$(dirname "$0")/figures/sizes
full=${FULL:-}
[ "$full" != 0 ] || full=
# shellcheck source=scripts/figures/size.part
. "$(dirname "$0")/figures/size.part"

mkdir -p "$folder" || exit 2
entries=$folder/.entries
: >"$entries"
trap 'rm -f "$entries"' EXIT
trap 'echo stopped >&2; exit 1' HUP INT TERM

# escape -- text for HTML.
escape() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# pictures NAME -- the layouts of a configuration: that of its name, and those that say "# from: NAME".
pictures() {
    printf '%s\n' "$1"
    grep -l "^# from: $1\$" "$(dirname "$0")"/figures/*.sh | sed 's|.*/||; s|\.sh$||'
}

# told FILE OPTIONS -- how a configuration was run, in the folder of the figures.
told() {
    printf 'fedomp -c conf/paper/%s%s -o %s\n' "${1#"$configurations/"}" "$2" "$(basename "$1" .cfg)" |
        sed "s|paper/\.\./||; s|=$folder/|=|"
}

# entry PICTURE NAME FILE SECONDS COMMANDS -- what the page says of a figure that was drawn.
entry() {
    printf '<section id="%s"><h2>%s</h2>\n<p>' "$1" "$1"
    sed -n '/^#/!q; /^# start: /d; s/^# *//p' "$3" | escape
    printf '</p>\n<a href="%s.svg"><img src="%s.png" alt="%s"></a>\n' "$1" "$1" "$1"
    printf '<pre>%s\nfedomp-plot --paper %s -o %s.png %s</pre>\n' "$5" "$1" "$1" "$2"
    printf '<p class="links"><a href="%s.png">PNG</a> <a href="%s.svg">SVG</a> <a href="%s.pdf">PDF</a>' "$1" "$1" "$1"
    printf ' <a href="%s/summary.csv">summary.csv</a> <a href="%s/run.yaml">run.yaml</a>' "$2" "$2"
    printf ' <span>%d s</span></p></section>\n' "$4"
}

missing() {
    printf '<section id="%s"><h2>%s</h2>\n<p class="missing">Not drawn: %s</p></section>\n' \
        "$1" "$1" "$(printf '%s' "$2" | escape)"
}

# A run is kept when the same program has made it from the same file, and the same start, with the same options.
done_before() {
    [ -n "$(find "$folder/$1/run.yaml" -newer "$2" -newer "$fedomp" ${4:+-newer "$4/run.yaml"} 2>/dev/null)" ] &&
        [ "$(cat "$folder/$1/.options" 2>/dev/null)" = "options$3" ]
}

# compute FILE OPTIONS [START] -- the run of a configuration, unless it is kept; START has the results it starts from.
compute() {
    results=$folder/$(basename "$1" .cfg)
    ! done_before "${results##*/}" "$@" || return 0
    since=$(date +%s)
    printf '%s ...' "${results##*/}" >&2
    # shellcheck disable=SC2086 # options are words
    "$fedomp" -q -c "$1" $2 -o "$results" --force 2>"$folder/.said"
    status=$?
    printf ' %d s\n' $(($(date +%s) - since)) >&2
    case $status in
        0 | 5) printf 'options%s\n' "$2" >"$results/.options" ;;
        *) return "$status" ;;
    esac
}

# figure FILE -- its run, after that of its start; leaves the commands in $commands.
figure() {
    options=$(overrides "$(basename "$1" .cfg)") commands='' from=
    start=$(start_of "$1")
    if [ -n "$start" ]; then
        from=$folder/$(basename "$start" .cfg) begins=$(overrides "$(basename "$start" .cfg)")
        compute "$start" "$begins" || return
        options=$options$(start_in "$from")
        commands=$(told "$start" "$begins")
    fi
    compute "$1" "$options" "$from" || return
    commands=$commands${commands:+
}$(told "$1" "$options")
}

failed=0
for file in "$configurations"/*.cfg; do
    name=$(basename "$file" .cfg)
    begun=$(date +%s)
    figure "$file"
    status=$?
    case $status in
        0) ;;
        4) printf '%s: %s\n' "$name" "$(tail -n 1 "$folder/.said")" >&2
           missing "$name" "$(tail -n 1 "$folder/.said")" >>"$entries"
           continue ;;
        *) cat "$folder/.said" >&2
           missing "$name" "$(tail -n 1 "$folder/.said")" >>"$entries"
           failed=$((failed + 1))
           [ "$status" -ne 75 ] || exit 75
           continue ;;
    esac
    for picture in $(pictures "$name"); do
        for format in png svg pdf; do
            if ! "$plot" --paper "$picture" -o "$folder/$picture.$format" "$folder/$name" 2>"$folder/.said"; then
                cat "$folder/.said" >&2
                missing "$picture" "$(tail -n 1 "$folder/.said")" >>"$entries"
                failed=$((failed + 1))
                continue 2
            fi
        done
        entry "$picture" "$name" "$file" $(($(date +%s) - begun)) "$commands" >>"$entries"
    done
done
rm -f "$folder/.said"

{
    cat <<'HEAD'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>fedomp: published figures</title>
<style>
body { font: 16px/1.45 sans-serif; color: #222; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
img { max-width: 100%; height: auto; border: 1px solid #ddd; }
pre { background: #f4f4f4; padding: .6rem; overflow-x: auto; font-size: .85rem; }
nav a, .links a { margin-right: .8rem; }
.links span { color: #666; }
.missing { color: #a33; }
</style>
</head>
<body>
<h1>Published figures, drawn by fedomp</h1>
HEAD
    if [ -n "$full" ]; then
        printf '<p>At the published sizes.</p>\n'
    else
        printf '<p>At sizes that take minutes; <code>make figures FULL=1</code> takes the published ones.</p>\n'
    fi
    printf '<nav>'
    sed -n 's/^<section id="\([^"]*\)">.*/<a href="#\1">\1<\/a>/p' "$entries"
    printf '</nav>\n'
    cat "$entries"
    printf '</body>\n</html>\n'
} >"$folder/index.html.tmp" && mv "$folder/index.html.tmp" "$folder/index.html" || exit 2
printf 'the figures are in %s/index.html\n' "$folder"
[ "$failed" -eq 0 ]
