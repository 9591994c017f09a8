# barrier.awk -- for every point of trajectory.csv the barrier of the hexagon, minus the sum of the logarithms of the
# distances from its six sides; the first file is metrics.csv, which has the step of every run.
FNR == 1 {
    split("", column)
    columns = csv($0, name)
    for (i = 1; i <= columns; i++)
        column[name[i]] = i
    if (++files == 1 && !("algorithm.step" in column))
        fail(FILENAME ": expected the column algorithm.step")
    if (files == 2)
        print "algorithm.step,run,replicate,round,theta_0,barrier"
    next
}
{
    csv($0, cell)
    run = cell[column["run"]]
}
files == 1 {
    step[run] = cell[column["algorithm.step"]]
    next
}
{
    sum = 0
    for (k = 0; k < 6; k++) {
        angle = k * 3.14159265358979 / 3
        slack = 1 - cos(angle) * cell[column["theta_0"]] - sin(angle) * cell[column["theta_1"]]
        if (slack < 1e-12) # rounding
            next
        sum -= log(slack)
    }
    printf "%s,%s,%s,%s,%s,%.17g\n", step[run], run, cell[column["replicate"]], cell[column["round"]],
        cell[column["theta_0"]], sum
}
