# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# ngd_fig3.sh -- Wu, Huang and Wang, figure 3: log MSE by network and learning rate, logistic regression
# shellcheck source=scripts/figures/ngd.part
. "$lib/figures/ngd.part"
ngd_networks 'global MLE' -6.5:1.5
