# shellcheck shell=sh
# ngd_fig2.sh -- Wu, Huang and Wang, figure 2: log MSE by network and learning rate, linear regression
. "$lib/figures/ngd.part"
ngd_networks 'global OLS estimator'
