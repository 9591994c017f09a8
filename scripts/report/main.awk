# main.awk -- the metric that ranks the runs, where -m does not name it.

END { rank_runs(); print main }
