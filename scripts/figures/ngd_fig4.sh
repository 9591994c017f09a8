# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# ngd_fig4.sh -- Wu, Huang and Wang, figure 4: log MSE by network and learning rate, Poisson regression
# shellcheck source=scripts/figures/ngd.part
. "$lib/figures/ngd.part"
ngd_networks 'global MLE' -10:1.5
