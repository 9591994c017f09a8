# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# ngd_fig2.sh -- Wu, Huang and Wang, figure 2: log MSE by network and learning rate, linear regression
# shellcheck source=scripts/figures/ngd.part
. "$lib/figures/ngd.part"
ngd_networks 'global OLS estimator' -7.5:3
