# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedavg_fig6.sh -- Su, Xu and Yang, figure 6: errors of fitting a polynomial, and their reciprocals
# shellcheck source=scripts/figures/fedavg.part
. "$lib/figures/fedavg.part"
layout 1 2 400 320
# Twenty clients: the samples in all are twenty times the size of one.
for size in 1 2 3 4 5 6 7 8 9 10; do
    set -- "$@" --rename "[$size]=$((20 * size))"
done
methods --table limit -m prediction -x data.sizes --mean --no-band --title 'Mean squared error' \
    --xlabel 'samples N' --ylabel 'MSE' "$@"
methods --table limit -m prediction -x data.sizes --mean --no-band --reciprocal --title 'Reciprocal' \
    --xlabel 'samples N' --ylabel '1 / MSE' "$@"
