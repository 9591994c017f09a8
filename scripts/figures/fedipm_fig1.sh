# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedipm_fig1.sh -- Bian, Song and Yin, figures 1 and 3: the central path in a hexagon, the barrier along it, and how
# the gap closes
dir=$(cat "$tmp/dir.1")
awk -f "$lib/csv.awk" -f "$lib/figures/barrier.awk" "$dir/metrics.csv" "$dir/trajectory.csv" >"$tmp/barrier.csv" || exit $?
layout 1 3 380 320
panel --table trajectory -m theta_1 -x theta_0 --only algorithm.step=long,predictor --title 'to the corner of a hexagon' \
    --xlabel 'first coordinate' --ylabel 'second coordinate' --no-band --rename algorithm.step=
panel --file "$tmp/barrier.csv" -m barrier -x theta_0 --title 'the barrier on the way' \
    --xlabel 'first coordinate' --ylabel 'barrier {/Symbol f}' --no-band --rename algorithm.step=
panel --table ipm -m gap_bound -x round -l y --floor 1e-9 --yrange 1e-9:100 --title 'the bound of the gap, 4 t {/Symbol n}' --xlabel round --ylabel bound \
    --no-band --rename algorithm.step=
