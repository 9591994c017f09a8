# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedlrgd_fig1.sh -- Jadbabaie, Makur and Shah, figure 1: approximate ranks of gradient slices, networks on MNIST
# shellcheck source=scripts/figures/fedlrgd.part
. "$lib/figures/fedlrgd.part"
layout 3 3 300 230
ranks 0 '(a) 784 units, k = 30'
ranks 1 '(b) 784 units, k = 60'
ranks 2 '(c) 784 units, k = 90'
ranks 3 '(d) 784 units, k = 60, all weights'
ranks 4 '(e) 500 units, k = 60'
ranks 5 '(f) 1000 units, k = 60'
ranks 6 '(g) 784 units, k = 60, RMSprop'
ranks 7 '(h) two layers of 784, k = 60'
ranks 8 '(i) 784 units, k = 60, ReLU'
