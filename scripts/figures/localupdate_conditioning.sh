# shellcheck shell=sh
# localupdate_conditioning.sh -- large client rates lead early and lose late on an ill-conditioned problem
layout 1 2 400 340
set -- -m gap -l y --by algorithm.client_learning_rate --rename 'algorithm.client_learning_rate=client rate γ' \
    --xlabel 'communication round'
panel "$@" --xrange 0:200 --title 'Early' --yrange 1e-2:1
panel "$@" --title 'Late' --ylabel -
