# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# localupdate_fig1.sh -- Charles and Konecny, figure 1: where LocalUpdate goes as K or the client rate grows
# shellcheck source=scripts/figures/localupdate.part
. "$lib/figures/localupdate.part"
# The minimiser is 5/7, the mean of the clients' own 4/5: squared, they are .0073469 apart.
by_steps_and_rate 'squared distance to the minimiser' -m dist_global -l y --yrange 1e-5:60 --legend 'right top' \
    --xlabel 'communication round' --line '0.0073469387755102:mean of minimisers'
