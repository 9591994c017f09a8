# shellcheck shell=sh
# fedipm_fig1.sh -- Bian, Song and Yin, figure 1: the central path in a hexagon, and how the gap closes along it
layout 1 2 380 320
panel --table trajectory -m theta_1 -x theta_0 --only algorithm.step=long,predictor --title 'to the corner of a hexagon' \
    --xlabel 'first coordinate' --ylabel 'second coordinate' --no-band --rename algorithm.step=
panel --table ipm -m gap_bound -x round -l y --floor 1e-9 --yrange 1e-9:100 --title 'the bound of the gap, 4 t {/Symbol n}' --xlabel round --ylabel bound \
    --no-band --rename algorithm.step=
