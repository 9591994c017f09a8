# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# localupdate_rates.sh -- Charles and Konecny, figures 2 to 7: client by server learning rates, SGD and Yogi
source=$(cat "$tmp/source.1")
awk -v free=algorithm.server_learning_rate -f "$lib/csv.awk" -f "$lib/figures/best.awk" "$source" "$source" \
    >"$tmp/best.csv" || exit $?
awk -f "$lib/csv.awk" -f "$lib/figures/tied.awk" "$source" >"$tmp/tied.csv" || exit $?
layout 2 3 360 290

# rates OPTION... -- a panel with a curve for each client rate.
rates() {
    panel --by algorithm.client_learning_rate --rename 'algorithm.client_learning_rate=client learning rate γ' \
        -l y --no-band --xlabel 'communication round' "$@"
}

set -- -m loss --yrange 0.31:0.9
rates "$@" --only algorithm.server.optimizer=sgd --only algorithm.server_learning_rate=0.01 \
    --title 'SGD, server rate η = 0.01' --ylabel 'training loss'
rates "$@" --file "$tmp/tied.csv" --only algorithm.server.optimizer=sgd --title 'SGD, η = γ' --ylabel -
rates "$@" --file "$tmp/best.csv" --only algorithm.server.optimizer=sgd --title 'SGD, η tuned' --ylabel -
rates -m update --table updates --only algorithm.server.optimizer=sgd --only algorithm.server_learning_rate=0.01 \
    --title 'SGD, η = 0.01: norm of the update' --ylabel '‖q_t‖'
rates "$@" --only algorithm.server.optimizer=yogi --only algorithm.server_learning_rate=0.01 \
    --title 'Yogi, η = 0.01' --ylabel 'training loss'
rates "$@" --file "$tmp/best.csv" --only algorithm.server.optimizer=yogi --title 'Yogi, η tuned' --ylabel -
