#!/bin/sh
# A sweep by hand: every point in a process of its own, four at a time, in one output directory.
#
#   sh conf/sweeps/by_points.sh FILE DIRECTORY [OPTION OF fedomp]...
set -eu
fedomp=${FEDOMP:-$(command -v fedomp || echo ./fedomp)} file=$1 dir=$2
shift 2
seq 0 $(($("$fedomp" -c "$file" "$@" --points) - 1)) |
    xargs -P 4 -I K "$fedomp" -q -t 1 -c "$file" -o "$dir" "$@" --point=K
exec "$fedomp" -c "$file" -o "$dir" "$@" --merge
