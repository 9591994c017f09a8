# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedavg_fig5.sh -- Su, Xu and Yang, figure 5: federation gain against the dimension of the subspaces
# shellcheck source=scripts/figures/fedavg.part
. "$lib/figures/fedavg.part"
layout 1 2 400 320
methods --table gain -m limit_norm -x data.subspace --only client=0 --mean --no-band \
    --title 'Data-scarce client (50 samples)' --xlabel 'subspace dimension r' --ylabel 'federation gain, mean'
methods --table gain -m limit_norm -x data.subspace --only client=1 --mean --no-band \
    --title 'Data-rich client (500 samples)' --xlabel 'subspace dimension r' --ylabel 'federation gain, mean'
