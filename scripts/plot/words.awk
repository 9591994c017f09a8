# words.awk -- metrics, keys and values in words, and text as gnuplot takes it.

BEGIN {
    words["round"] = "communication round"
    words["loss"] = "global loss"
    words["gap"] = "loss above the optimum"
    words["grad_norm"] = "gradient norm"
    words["error"] = "distance to the true parameter"
    words["mse"] = "MSE"
    words["log_mse"] = "log(MSE)"
    words["dist_global"] = "squared distance to the global estimator"
    words["consensus"] = "squared distance between clients"
    words["accuracy"] = "training accuracy"
    words["test_error"] = "test error"
    words["active"] = "active clients"
    words["gradients"] = "passes over the data"
    words["words"] = "words sent"
    words["words_up"] = "words sent to the server"
    words["words_down"] = "words sent by the server"
    words["words_peer"] = "words sent between clients"
    words["gamma"] = "federated oracle complexity Γ"
    words["seconds"] = "seconds"
    words["rate"] = "learning rate in use"
    words["duality_gap"] = "duality gap"
    words["algorithm.name"] = "method"
    words["algorithm.learning_rate"] = "learning rate"
    words["algorithm.client_learning_rate"] = "client learning rate"
    words["algorithm.server_learning_rate"] = "server learning rate"
    words["algorithm.local_steps"] = "local steps"
    words["algorithm.server.optimizer"] = "server optimizer"
    words["algorithm.stop.below"] = "target gap ε"
    words["algorithm.batch"] = "batch size"
    words["cost.phi"] = "communication cost φ"
    words["data.model"] = "model"
    words["data.samples"] = "samples N"
    words["loss.type"] = "loss"
    words["loss.l2"] = "ridge"
    words["network.type"] = "network"
    words["network.degree"] = "in-degree D"
    words["partition.clients"] = "clients M"
    words["partition.scheme"] = "partition"
    words["partition.order"] = "order of clients"
    words["partition.server"] = "server samples r"
    rename_count = split(ENVIRON["PLOT_RENAME"], rename_line, "\n") - 1
    for (i = 1; i <= rename_count; i++) {
        at = index(rename_line[i], "=")
        renamed[substr(rename_line[i], 1, at - 1)] = substr(rename_line[i], at + 1)
    }
}

# More curves than these are told apart by a scale of colours alone.
function most_curves() { return 24 }

# What stands on an axis: the words for a metric or key, else its last part without underscores.
function say(name)
{
    if (name in renamed)
        return renamed[name]
    if (name in words)
        return words[name]
    sub(/^.*\./, "", name)
    gsub(/_/, " ", name)
    return name
}

function say_value(text)
{
    if (text in renamed)
        return renamed[text]
    if (length(text) > 7 && text ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/)
        return sprintf("%.3g", text)
    return text == "" ? "none" : text
}

# A string for gnuplot, its enhanced mode told to leave the text alone.
function quote(text)
{
    if (ENVIRON["PLOT_TERMINAL"] == "")
        gsub(/[_^{}@&~\\]/, "\\\\&", text)
    gsub(/'/, "''", text)
    return "'" text "'"
}

# Text of a figure's own, where enhanced mode may speak.
function plain(text)
{
    gsub(/'/, "''", text)
    return "'" text "'"
}
