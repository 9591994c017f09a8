# csv.awk -- what the programs that read fedomp's tables share: cells, complaints, quantiles.
#
# PROGRAM in the environment: whose complaints these are; list_file: what getline reads, if it does.

function fail(text)
{
    if (!failed)
        print ENVIRON["PROGRAM"] ": " text >"/dev/stderr"
    failed = 1
    exit 4
}

# The cells of a line, quotes taken away; returns how many.
function csv(line, cell,    n, at)
{
    sub(/\r$/, "", line)
    if (index(line, "\"") == 0)
        return split(line, cell, ",")
    for (n = 1; ; n++) {
        if (substr(line, 1, 1) == "\"") {
            cell[n] = ""
            line = substr(line, 2)
            while ((at = index(line, "\"")) > 0 && substr(line, at + 1, 1) == "\"") {
                cell[n] = cell[n] substr(line, 1, at)
                line = substr(line, at + 2)
            }
            if (at == 0)
                fail((list_file != "" ? list_file : FILENAME ":" FNR) ": a quote is not closed")
            cell[n] = cell[n] substr(line, 1, at - 1)
            line = substr(line, at + 1)
            if (line == "")
                return n
            line = substr(line, 2)
        } else if ((at = index(line, ",")) > 0) {
            cell[n] = substr(line, 1, at - 1)
            line = substr(line, at + 1)
        } else {
            cell[n] = line
            return n
        }
    }
}

function number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }

# Sorts the numbers a[1..n] by a heap.
function sort(a, n,    i, x)
{
    for (i = int(n / 2); i >= 1; i--)
        sift(a, i, n)
    for (i = n; i > 1; i--) {
        x = a[i]; a[i] = a[1]; a[1] = x
        sift(a, 1, i - 1)
    }
}

function sift(a, i, n,    child, x)
{
    x = a[i]
    while ((child = 2 * i) <= n) {
        if (child < n && a[child + 1] + 0 > a[child] + 0)
            child++
        if (x + 0 >= a[child] + 0)
            break
        a[i] = a[child]
        i = child
    }
    a[i] = x
}

# Quantile of the sorted a[1..n] by linear interpolation, as in summary.csv.
function quantile(a, n, q,    h, k)
{
    h = (n - 1) * q + 1
    k = int(h)
    return k >= n ? a[n] + 0 : a[k] + (h - k) * (a[k + 1] - a[k])
}
