# tuned.awk -- metrics.csv of client and server learning rates, with csv.awk: for each replicate, client rate and decay,
# at each server rate the `metric` (loss) at the first recorded round from a fifth of all on, its mean over the rounds
# of the last quarter, and whether this mean is the least of the server rates. Runs that end early diverged: no numbers.
BEGIN {
    metric = metric == "" ? "loss" : metric
    print "replicate,client,decay,server,start,early,late,best"
}
FNR == 1 {
    columns = csv($0, name)
    for (i = 1; i <= columns; i++)
        column[name[i]] = i
    if (!(metric in column) || !("algorithm.decay.client" in column))
        fail(FILENAME ": expected the columns " metric " and algorithm.decay.client")
    next
}
{
    csv($0, cell)
    key = cell[column["replicate"]] SUBSEP cell[column["run"]]
    if (!(key in group)) {
        order[++runs] = key
        server[key] = cell[column["algorithm.server_learning_rate"]] + 0
        group[key] = cell[column["replicate"]] "," cell[column["algorithm.client_learning_rate"]] + 0 "," \
            cell[column["algorithm.decay.client"]] + 0
    }
    at = cell[column["round"]] + 0
    most = at > most ? at : most
    last[key] = at
    rounds[key, ++records[key]] = at
    value[key, records[key]] = cell[column[metric]]
}
END {
    for (i = 1; i <= runs; i++)
        measure(order[i])
    for (i = 1; i <= runs; i++) {
        key = order[i]
        printf "%s,%g,%s,%s,%s,%d\n", group[key], server[key], start[key], early[key], late[key], \
            late[key] != "" && late[key] == least[group[key]]
    }
}

function measure(key,    k, v, sum, count)
{
    for (k = 1; k <= records[key]; k++) {
        v = value[key, k]
        if (v == "" || v != v + 0 || v ~ /nan|inf/)
            continue
        if (start[key] == "")
            start[key] = v
        if (early[key] == "" && rounds[key, k] >= most / 5)
            early[key] = v
        if (rounds[key, k] > .75 * most) {
            sum += v
            count++
        }
    }
    if (last[key] < most || count == 0)
        return
    late[key] = sum / count
    if (!(group[key] in least) || late[key] < least[group[key]])
        least[group[key]] = late[key]
}
