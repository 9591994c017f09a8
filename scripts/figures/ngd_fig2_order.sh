# shellcheck shell=sh
# ngd_fig2_order.sh -- figure 2's circle, heterogeneous: clients in the order of their responses or shuffled
layout 1 2 380 320
panel -m log_mse --only partition.order=sorted --by algorithm.learning_rate \
    --title 'Neighbours hold adjacent responses' --xlabel iteration --ylabel 'median log(MSE)' --yrange -8:4
panel -m log_mse --only partition.order=shuffled --by algorithm.learning_rate \
    --title 'Clients relabelled at random' --xlabel iteration --ylabel - --yrange -8:4
