# shellcheck shell=sh disable=SC2154 # lib is fedomp-plot's
# localupdate_tags.sh -- Charles and Konecny, figures 6, 7 and 9: tags of made posts, Yogi at the server
# shellcheck source=scripts/figures/localupdate.part
. "$lib/figures/localupdate.part"
layout 1 2 440 360
task cohort_loss "loss of the round's clients"
