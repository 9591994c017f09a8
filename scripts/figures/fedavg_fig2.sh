# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedavg_fig2.sh -- Su, Xu and Yang, figure 2: batch sizes and the gradient
# shellcheck source=scripts/figures/fedavg.part
. "$lib/figures/fedavg.part"
batches grad_norm 'gradient norm' 1e-5:20
