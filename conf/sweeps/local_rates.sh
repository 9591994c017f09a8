#!/bin/sh
# Local updates: client by server learning rates. A large client rate moves the point that the method
# goes to; a large server rate gets there sooner, until it no longer settles.
#
#   sh conf/sweeps/local_rates.sh [OPTION OF fedomp-sweep]...
set -eu
conf=$(cd "$(dirname "$0")/.." && pwd)
sweep=${FEDOMP_SWEEP:-$(command -v fedomp-sweep || echo ./fedomp-sweep)}

exec "$sweep" -c "$conf/reptile.cfg" -o results/local_rates \
    -D 'sweep=()' -D on_divergence=record -D output.metrics=final -D output.theta=false \
    -p algorithm.client_learning_rate=0.001,0.01,0.1,1.0 \
    -p algorithm.server_learning_rate=0.01,0.1,1.0,10.0 \
    --rank=gap "$@"
