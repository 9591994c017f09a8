# shellcheck shell=sh
# localupdate_fig1.sh -- Charles and Konecny, figure 1: where LocalUpdate goes as K or the client rate grows
# The minimiser is 5/7, the mean of the clients' own 4/5: squared, they are .0073469 apart.
layout 1 2 420 340
panel -m dist_global -l y --yrange 1e-5:60 --legend 'right top' --by algorithm.local_steps --only algorithm.client_learning_rate=0.5 \
    --title 'Client rate γ = 0.5, K local steps' --ylabel 'squared distance to the minimiser' \
    --rename '1=K = 1' --rename '2=K = 2' --rename '5=K = 5' --rename '10=K = 10' --rename '20=K = 20' \
    --rename 'algorithm.local_steps=' --line "0.0073469387755102:mean of minimisers"
panel -m dist_global -l y --yrange 1e-5:60 --legend 'right top' --by algorithm.client_learning_rate --only algorithm.local_steps=20 \
    --only algorithm.client_learning_rate!=1.1 --only algorithm.client_learning_rate!=0.5 \
    --title 'K = 20 local steps, client rate γ' --ylabel - \
    --rename '0.01=γ = 0.01' --rename '0.05=γ = 0.05' --rename '0.1=γ = 0.1' --rename '0.2=γ = 0.2' \
    --rename '0.4=γ = 0.4' --rename '0.8=γ = 0.8' --rename 'algorithm.client_learning_rate=' \
    --line "0.0073469387755102:mean of minimisers"
