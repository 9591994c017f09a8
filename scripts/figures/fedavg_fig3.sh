# shellcheck shell=sh
# fedavg_fig3.sh -- Su, Xu and Yang, figure 3: batch sizes and the estimation error
. "$lib/figures/fedavg.part"
batches error 'error ‖θ_t − θ*‖' 1e-3
