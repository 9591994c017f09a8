# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# localupdate_cifar.sh -- Charles and Konecny, figures 2, 3, 4, 5 and 8 on CIFAR-10 in place of CIFAR-100
# shellcheck source=scripts/figures/localupdate.part
. "$lib/figures/localupdate.part"
layout 2 2 440 320
task loss 'training loss'
awk -f "$lib/csv.awk" -f "$lib/figures/tied.awk" "$source" >"$tmp/tied.csv" || exit $?
by_client -m update --table updates --only algorithm.server_learning_rate=0.01 --only algorithm.decay.client=1 \
    --title 'η = 0.01: norm of the update' --ylabel '‖q_t‖' -l y
by_client -m loss --file "$tmp/tied.csv" --only algorithm.decay.client=1 --title 'One rate for both, η = γ' --ylabel 'training loss'
