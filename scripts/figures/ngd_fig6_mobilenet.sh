# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# ngd_fig6_mobilenet.sh -- Wu, Huang and Wang, figure 6, CIFAR-10: test errors of the clients' MobileNet by network
# shellcheck source=scripts/figures/ngd.part
. "$lib/figures/ngd.part"
ngd_bars
