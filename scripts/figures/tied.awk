# tied.awk -- the runs whose client and server learning rates are one number.
FNR == 1 {
    columns = csv($0, name)
    for (i = 1; i <= columns; i++)
        column[name[i]] = i
    client = column["algorithm.client_learning_rate"]
    server = column["algorithm.server_learning_rate"]
    if (!client || !server)
        fail(FILENAME ": expected the columns algorithm.client_learning_rate and algorithm.server_learning_rate")
    print
    next
}
{
    csv($0, cell)
    if (cell[client] == cell[server])
        print
}
