# shellcheck shell=sh disable=SC2154 # lib and tmp are those of fedomp-plot
# fedlrgd_vs_fedavg.sh -- federated oracle complexity to reach a gap, FedLRGD against local steps

# What every replicate of a point reached: the last row of each. A median over those that got there would flatter the rest.
awk -f "$lib/csv.awk" -f "$lib/figures/reached.awk" "$(cat "$tmp/dir.1")/metrics.csv" \
    >"$tmp/reached.csv" || exit $?
layout 2 3 330 280
for scheme in random sorted; do
    across=
    for phi in 10 100 1000; do
        case $scheme in
            random) words='clients alike' ;;
            sorted) words='clients unlike' ;;
        esac
        panel --file "$tmp/reached.csv" -m gamma -x algorithm.stop.below -l xy --only "cost.phi=$phi" \
            --only "partition.scheme=$scheme" --title "φ = $phi, $words" --xlabel 'gap ε to be reached' \
            --ylabel "${across:-federated oracle complexity Γ}" \
            --by algorithm.name,partition.server,algorithm.local_steps,algorithm.learning_rate \
            --rename 'fedlrgd, 8, 1, 0.99=FedLRGD, r = 8' --rename 'fedlrgd, 16, 1, 0.99=FedLRGD, r = 16' \
            --rename 'fedlrgd, 24, 1, 0.99=FedLRGD, r = 24' --rename 'fedlrgd, 40, 1, 0.99=FedLRGD, r = 40' \
            --rename 'fedavg, 0, 1, 0.99=FedAvg, 1 local step' --rename 'fedavg, 0, 5, 0.99=FedAvg, 5 local steps' \
            --rename 'fedavg, 0, 20, 0.99=FedAvg, 20 local steps' \
            --rename 'fedavg, 0, 1, 6=FedAvg, rate tuned with hindsight' \
            --rename 'local-update, 0, 1, 0.99=Nesterov' --rename 'local-update, 0, 10, 0.99=FedAve, minibatch SGD' \
            --rename 'fednewton, 0, 1, 0.99=Newton' \
            --rename 'algorithm.name=' --rename 'partition.server=' --rename 'algorithm.local_steps=' \
            --rename 'algorithm.learning_rate='
        across=-
    done
done
