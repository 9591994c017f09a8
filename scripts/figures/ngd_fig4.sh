# shellcheck shell=sh
# ngd_fig4.sh -- Wu, Huang and Wang, figure 4: log MSE by network and learning rate, Poisson regression
. "$lib/figures/ngd.part"
ngd_networks 'global MLE'
