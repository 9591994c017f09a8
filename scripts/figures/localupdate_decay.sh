# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# localupdate_decay.sh -- Charles and Konecny, figures 8 and 9: automatic decay against fixed client rates
layout 1 2 440 360
source=$(cat "$tmp/source.1")
awk -v free=algorithm.server_learning_rate -f "$lib/csv.awk" -f "$lib/figures/best.awk" "$source" "$source" \
    >"$tmp/best.csv" || exit $?
for optimizer in sgd yogi; do
    case $optimizer in
        sgd) words='Server SGD' across= ;;
        yogi) words='Server Yogi' across=- ;;
    esac
    panel --file "$tmp/best.csv" -m loss --only "algorithm.server.optimizer=$optimizer" -l y --yrange 0.31:0.75 --no-band --xlabel 'communication round' \
        --by algorithm.client_learning_rate,algorithm.decay.client --rename algorithm.decay.client= \
        --rename '10, 0.1=decay from 10' --rename '1, 0.1=decay from 1' --rename '1, 1=1, fixed' \
        --rename '0.1, 1=0.1, fixed' --rename '0.01, 1=0.01, fixed' --rename '0, 1=0, fixed' \
        --title "$words, its rate tuned" --ylabel "${across:-training loss}"
done
