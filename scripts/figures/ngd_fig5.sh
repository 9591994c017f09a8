# shellcheck shell=sh
# ngd_fig5.sh -- Wu, Huang and Wang, figure 5: log MSE of fixed-degree networks by in-degree, three models
layout 1 3 330 320
across=
for model in linear logistic poisson; do
    case $model in
        linear) words='Linear regression' global=OLS ;;
        logistic) words='Logistic regression' global=MLE ;;
        poisson) words='Poisson regression' global=MLE ;;
    esac
    panel -k box -m log_mse -x network.degree --only "data.model=$model" --reference optimum \
        --reference-label "$global" --title "$words" --xlabel 'in-degree D' --ylabel "${across:-log(MSE)}"
    across=-
done
