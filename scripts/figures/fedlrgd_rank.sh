# shellcheck shell=sh
# fedlrgd_rank.sh -- Jadbabaie, Makur and Shah: FedLRGD's gap against the rank, and the ranks of its slices
layout 1 2 400 340
set -- --rename '[1.0]=p = 1' --rename '[1.0, -0.8]=p = 2' --rename '[1.0, -0.8, 0.6, -0.4]=p = 4' \
    --rename '[1.0, -0.8, 0.6, -0.4, 0.8, -0.6, 0.4]=p = 7' --rename 'data.theta=parameters'
panel -m gap -x partition.server --by data.theta -l y --floor 1e-16 "$@" --title 'Error left by the low-rank gradient' \
    --xlabel 'server samples r'
panel -k hist --table rank -m rank --only partition.server=64 "$@" \
    --title 'Approximate ranks of the gradient slices' --xlabel 'approximate rank (90% of the squared norm)' \
    --ylabel 'slices'
