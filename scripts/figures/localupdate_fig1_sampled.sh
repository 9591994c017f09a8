# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# localupdate_fig1_sampled.sh -- Charles and Konecny, figure 1 as published: the model, one client a round
# shellcheck source=scripts/figures/localupdate.part
. "$lib/figures/localupdate.part"
by_steps_and_rate 'model x_t' --table trajectory -m theta_0 --yrange 0.42:0.82 --legend 'right bottom' \
    --xlabel 'communication round' --line '0.714285714:minimiser' --line '0.8:mean of minimisers'
