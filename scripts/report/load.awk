# load.awk -- what the steps before found: facts, points, thinned metrics, tables. Lines of fields with tabs
# between; the first field says what a line is.

BEGIN { FS = "\t" }

# A directory: its name, "" where it is the only one, its first run and its first point. Directories are told
# apart by the first of the keys.
$1 == "dir" {
    dirs++
    dir_name[dirs] = $2
    first_run[dirs] = $3
    first_point[dirs] = $4
    if ($2 != "")
        key_place("directory")
    next
}

# The place of a key among those of all directories.
function key_place(name)
{
    if (!(name in place_of_key)) {
        place_of_key[name] = ++keys
        key[keys] = name
    }
    return place_of_key[name]
}

function dir_of(run,    d)
{
    for (d = dirs; d > 1 && first_run[d] > run; )
        d--
    return d
}

# The number of a run in its own directory.
function own(run) { return run - first_run[dir_of(run)] }

# conf RUN PATH -- the value of a key at a run.
function conf(run, path,    k)
{
    k = path in place_of_key ? place_of_key[path] : 0
    if ((run, k) in value)
        return value[run, k]
    return value_of[first_point[dir_of(run)], "configuration." path]
}

# Of a directory of fedomp-sweep each point has its own: `differs` marks paths whose values are not all alike.
$1 == "top" {
    if (!($3 in top)) {
        paths[++path_count] = $3
        top[$3] = $4
    } else if (top[$3] != $4) {
        differs[$3] = 1
    }
    value_of[$2, $3] = $4
    if ($2 >= point_count)
        point_count = $2 + 1
    next
}

$1 == "run" {
    if ($3 == "run")
        known[$2] = 1
    fact[$2, $3] = $4
    if (!($3 in is_fact)) {
        is_fact[$3] = 1
        fact_paths[++fact_count] = $3
    }
    next
}

$1 == "keys" {
    for (k = 2; k <= NF; k++)
        place_here[k] = key_place($k)
    next
}

$1 == "point" {
    order[++runs] = $2
    if (dir_name[dirs] != "")
        value[$2, place_of_key["directory"]] = dir_name[dirs]
    for (k = 3; k <= NF; k++)
        value[$2, place_here[k - 1]] = $k
    next
}

$1 == "at" {
    if (!($4 in is_metric)) {
        is_metric[$4] = 1
        metrics[++metric_count] = $4
    }
    if ($6 == "")
        next
    add($4, $2, $3, $6, $7, $8)
    final[$2, $4] = $6
    final_low[$2, $4] = $7
    final_high[$2, $4] = $8
    final_round[$2] = $3
    if ($5 > replicates)
        replicates = $5
    next
}

$1 == "curve" {
    set = $2 ".csv: " $5
    if (!(set in is_set)) {
        is_set[set] = 1
        sets[++set_count] = set
    }
    add(set, $3, $4, $7, $8, $9)
    next
}

$1 == "final" {
    if (!($2 in is_final)) {
        is_final[$2] = 1
        finals[++table_count] = $2
    }
    if (!(($2, $4) in has)) {
        has[$2, $4] = 1
        columns_of[$2, ++columns[$2]] = $4
    }
    table[$3, $2, $4] = $6
    table_low[$3, $2, $4] = $7
    table_high[$3, $2, $4] = $8
    next
}

$1 == "head" {
    if (!($2 in heads))
        head_names[++head_count] = $2
    heads[$2, ++heads[$2]] = $0
    next
}

$1 == "rows" { rows[$2] = $3; next }

$1 == "theta" {
    has_theta = 1
    theta[$2, $3] = $5
    theta_sd[$2, $3] = $6
    theta_low[$2, $3] = $7
    theta_high[$2, $3] = $8
    if ($3 >= width[$2])
        width[$2] = $3 + 1
    next
}

$1 == "note" { notes[++note_count] = $2; next }

# A value of a curve; the quartiles may be missing.
function add(set, run, x, y, a, b,    i)
{
    if (!number(y))
        return
    i = ++points[set, run]
    data[set, run, i, "x"] = x + 0
    data[set, run, i, "y"] = y + 0
    data[set, run, i, "a"] = (number(a) ? a : y) + 0
    data[set, run, i, "b"] = (number(b) ? b : y) + 0
}
