# shellcheck shell=sh disable=SC2154 # lib is fedomp-plot's
# localupdate_femnist.sh -- Charles and Konecny, figures 2, 5 and 8 on MNIST in place of FEMNIST
# shellcheck source=scripts/figures/localupdate.part
. "$lib/figures/localupdate.part"
layout 1 2 440 360
task loss 'training loss'
