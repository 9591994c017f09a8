# rank.awk -- the runs in the order of a metric at their last round, or of fedomp-sweep's ranking, and what
# they are called.
#
# main: the metric to rank by, or "".

$1 == "zero" { zero[$2, $3] = $4 }
$1 == "ranked" { ranked = 1; main = $2 }
$1 == "rank" { rank_place[$2] = $3; rank_round[$2] = $4 }

function lost(run) { return (run, "first_failure") in fact }

# Lower is better but for the accuracy; runs without an answer, or without the metric, come last.
function worth(run)
{
    if (ranked)
        return run in rank_place ? rank_place[run] : 1e307
    if (!number(final[run, main]))
        return 1e307
    return (lost(run) ? 1e300 : 0) + (main == "accuracy" ? -final[run, main] : final[run, main])
}

# A key that one directory swept has in the others the value of their configuration.
function fill_keys(    i, k)
{
    for (i = 1; i <= runs; i++)
        for (k = 1; k <= keys; k++)
            if (!((order[i], k) in value))
                value[order[i], k] = conf(order[i], key[k])
}

function rank_runs(    gap, i, k, run)
{
    fill_keys()
    if (main == "")
        main = conf(order[1], "algorithm.name") == "ngd" && "log_mse" in is_metric ? "log_mse" : \
            "gap" in is_metric ? "gap" : "loss"
    for (i = 1; i <= runs; i++) {
        by_rank[i] = order[i]
        for (k = 1; k <= keys; k++)
            if (value[order[i], k] != value[order[1], k])
                varies[k] = 1
    }
    # Shell's sort; runs of the same worth keep no particular order, so their numbers decide.
    for (gap = int(runs / 2); gap > 0; gap = int(gap / 2))
        for (i = gap + 1; i <= runs; i++) {
            run = by_rank[i]
            for (k = i; k > gap && after(by_rank[k - gap], run); k -= gap)
                by_rank[k] = by_rank[k - gap]
            by_rank[k] = run
        }
    for (i = 1; i <= runs; i++)
        label[by_rank[i]] = describe(by_rank[i])
    banded = replicates > 1
}

# What the runs are ordered by, in words.
function ranked_by(    best)
{
    if (!ranked)
        return main
    best = by_rank[1]
    return main (rank_round[best] != final_round[best] ? " at round " rank_round[best] : "") ", as fedomp-sweep ranked them"
}

# Does the run's method read the key? One with a server has no network.
function reads(run, path) { return index(path, "network.") != 1 || (run, "graph.in_degree_min") in fact }

# What a run is called by all but its numbers: method and network.
function method_of(run,    k, text)
{
    for (k = 1; k <= keys; k++)
        if (varies[k] && !number(value[run, k]) && reads(run, key[k]))
            text = text (text == "" ? "" : ", ") show(value[run, k])
    return text
}

function after(a, b) { return worth(a) > worth(b) || (worth(a) == worth(b) && a > b) }

# What tells a run from the others: the keys that vary.
function describe(run,    k, text)
{
    for (k = 1; k <= keys; k++)
        if (varies[k] && reads(run, key[k]))
            text = text (text == "" ? "" : ", ") (number(value[run, k]) ? spaced(short(key[k])) " " : "") \
                show(value[run, k])
    return text == "" ? "run " own(run) : text
}
