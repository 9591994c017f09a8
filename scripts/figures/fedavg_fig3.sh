# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedavg_fig3.sh -- Su, Xu and Yang, figure 3: batch sizes and the estimation error
# from: fedavg_fig2
# shellcheck source=scripts/figures/fedavg.part
. "$lib/figures/fedavg.part"
batches error 'error ‖θ_t − θ*‖' 0.03:20
