# shellcheck shell=sh
# ngd_fig3.sh -- Wu, Huang and Wang, figure 3: log MSE by network and learning rate, logistic regression
. "$lib/figures/ngd.part"
ngd_networks 'global MLE'
