#!/bin/sh
# The federated interior point method: what the rows of its sketches buy, for each kind of sketch. Too few
# of them lose feasibility (answered: no); the gap left falls as they grow, and the words sent rise.
#
#   sh conf/sweeps/ipm_sizes.sh [OPTION OF fedomp-sweep]...
set -eu
conf=$(cd "$(dirname "$0")/.." && pwd)
sweep=${FEDOMP_SWEEP:-$(command -v fedomp-sweep || echo ./fedomp-sweep)}

exec "$sweep" -c "$conf/sweeps/ipm_sizes.cfg" -o results/ipm_sizes \
    -p algorithm.sketch=ams,countsketch,gaussian,srht \
    -p 'algorithm.sizes=[16],[64],[256],[1024],[4096]' \
    --rank=gap "$@"
