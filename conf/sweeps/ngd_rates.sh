#!/bin/sh
# Network Gradient Descent: learning rates by networks, ranked by the clients' error. The larger
# the rate, the more a sparse network costs (circle); no rate mends an unbalanced one (central).
#
#   sh conf/sweeps/ngd_rates.sh [OPTION OF fedomp-sweep]...
set -eu
conf=$(cd "$(dirname "$0")/.." && pwd)
sweep=${FEDOMP_SWEEP:-$(command -v fedomp-sweep || echo ./fedomp-sweep)}

exec "$sweep" -c "$conf/ngd_circle.cfg" -o results/ngd_rates \
    -D output.every=100 -D output.metrics=final -D output.theta=false \
    -p algorithm.learning_rate=0.005,0.01,0.02,0.05 \
    --zip network.type=circle,fixed-degree,complete,central \
    --zip network.degree=1,2,1,1 \
    --rank=log_mse "$@"
