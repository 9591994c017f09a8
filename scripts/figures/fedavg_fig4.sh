# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedavg_fig4.sh -- Su, Xu and Yang, figure 4: federation gain against the heterogeneity of models
# shellcheck source=scripts/figures/fedavg.part
. "$lib/figures/fedavg.part"
layout 1 2 400 320
methods --table gain -m limit_norm -x data.gamma --only data.evaluated=0 --only client=0 -l y --line '1:no gain' \
    --title 'Data-scarce client (50 samples)' --xlabel 'model heterogeneity Γ' --ylabel 'federation gain'
methods --table gain -m limit_norm -x data.gamma --only data.evaluated=1 --only client=1 -l y --line '1:no gain' \
    --title 'Data-rich client (500 samples)' --xlabel 'model heterogeneity Γ' --ylabel 'federation gain'
