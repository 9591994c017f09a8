# shellcheck shell=sh
# ngd_fig5.sh -- Wu, Huang and Wang, figure 5, left: log MSE of fixed-degree networks by in-degree, linear regression
layout 1 1 480 360
panel -k box -m log_mse -x network.degree --reference optimum --reference-label OLS --title 'Linear regression' \
    --xlabel 'in-degree D' --ylabel 'log(MSE)'
