# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedavg_fig1.sh -- Su, Xu and Yang, figure 1: FedAvg and FedProx miss stationarity, not the truth
# shellcheck source=scripts/figures/fedavg.part
. "$lib/figures/fedavg.part"
layout 1 2 400 320
methods -m grad_norm -l y --yrange 1e-7:20 --title 'Gradient magnitude' --ylabel 'gradient norm ‖∇L(θ_t)‖'
methods -m error -l y --title 'Estimation error' --ylabel 'error ‖θ_t − θ*‖'
