# shellcheck shell=sh
# fedavg_fig2.sh -- Su, Xu and Yang, figure 2: batch sizes and the gradient
. "$lib/figures/fedavg.part"
batches grad_norm 'gradient norm' 1e-7
