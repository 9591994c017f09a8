# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# localupdate_rates.sh -- Charles and Konecny, section 8: client by server learning rates
layout 1 2 460 380
panel -k heat -m loss -x algorithm.server_learning_rate -y algorithm.client_learning_rate -l z \
    --title 'Training loss at the end' --xlabel 'server learning rate η' --ylabel 'client learning rate γ' \
    --zrange '*:1'
source=$(cat "$tmp/source.1")
awk -v free=algorithm.server_learning_rate -f "$lib/csv.awk" -f "$lib/figures/best.awk" "$source" "$source" \
    >"$tmp/best.csv" || exit $?
panel --file "$tmp/best.csv" -m loss --by algorithm.client_learning_rate -l y \
    --title 'Each client rate with its best server rate' --ylabel 'training loss'
