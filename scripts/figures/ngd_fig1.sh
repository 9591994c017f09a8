# shellcheck shell=sh
# ngd_fig1.sh -- Wu, Huang and Wang, figure 1: the three networks of ten clients
layout 1 3 360 290
panel -k network --only network.type=central --title 'Central-client'
panel -k network --only network.type=circle --title 'Circle-type, D = 2'
panel -k network --only network.type=fixed-degree --title 'Fixed-degree, D = 2'
