# shellcheck shell=sh
# ngd_fig5_glm.sh -- Wu, Huang and Wang, figure 5, right: log MSE by in-degree, logistic and Poisson regression
layout 1 2 400 340
across=
for model in logistic poisson; do
    case $model in
        logistic) words='Logistic regression' ;;
        poisson) words='Poisson regression' ;;
    esac
    panel -k box -m log_mse -x network.degree --only "data.model=$model" --reference optimum \
        --reference-label MLE --title "$words" --xlabel 'in-degree D' --ylabel "${across:-log(MSE)}"
    across=-
done
