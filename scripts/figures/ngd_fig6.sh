# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# ngd_fig6.sh -- Wu, Huang and Wang, figure 6, MNIST: test errors of the clients' LeNet-5 by network
# shellcheck source=scripts/figures/ngd.part
. "$lib/figures/ngd.part"
ngd_bars
