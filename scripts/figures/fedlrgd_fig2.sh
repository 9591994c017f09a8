# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedlrgd_fig2.sh -- Jadbabaie, Makur and Shah, figure 2: approximate ranks of gradient slices, convolutions on CIFAR-10
# shellcheck source=scripts/figures/fedlrgd.part
. "$lib/figures/fedlrgd.part"
layout 2 2 360 250
ranks 0 '(a) k = 30' 16
ranks 1 '(b) k = 60' 16
ranks 2 '(c) k = 60, RMSprop' 16
ranks 3 '(d) k = 60, ReLU' 16
