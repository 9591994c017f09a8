# shellcheck shell=sh
# fedlrgd_magic.sh -- FedLRGD on the gamma rays of magic: the gap against the rank, and on its way
layout 1 2 400 340
set -- -l y --rename '0=first samples' --rename '1e-09=by pivoting' --rename 'algorithm.adapt='
panel -m gap -x algorithm.rank --by algorithm.adapt "$@" --title 'Gap at the end' --xlabel 'server samples used, r'
panel -m gap --by algorithm.adapt --only algorithm.rank=100 "$@" --title 'r = 100' --xlabel 'iteration of the server' --ylabel -
