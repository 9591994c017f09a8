# groups.awk -- which swept keys tell the chosen runs apart, and what a curve is called by them.

# Does key a decide key b over the chosen runs?
function decides(a, b,    i, left, map)
{
    for (i = 1; i <= runs; i++) {
        left = value[order[i], a]
        if (left in map && map[left] != value[order[i], b])
            return 0
        map[left] = value[order[i], b]
    }
    return 1
}

function varies(k,    i)
{
    for (i = 2; i <= runs; i++)
        if (value[order[i], k] != value[order[1], k])
            return 1
    return 0
}

# label_keys(axis1, axis2) -- fills by[1..bys] with the keys that name a curve: those of --by, or all
# that vary, without those that an axis or a key before them decides.
function label_keys(first, second,    i, j, k, chosen, needed, left)
{
    bys = 0
    if (ENVIRON["PLOT_BY"] != "") {
        bys = split(ENVIRON["PLOT_BY"], by, ",")
        for (i = 1; i <= bys; i++) {
            if (resolve(by[i]) == "")
                fail("--by " by[i] ": no such swept key (" swept() ")")
            by[i] = resolve(by[i])
            chosen[by[i]] = 1
        }
    }
    for (k = 1; k <= keys; k++) {
        if (key[k] in chosen || key[k] == first || key[k] == second || !varies(key[k]))
            continue
        needed = !(first != "" && decides(first, key[k])) && !(second != "" && decides(second, key[k]))
        for (j = 1; j <= bys && needed; j++)
            needed = !decides(by[j], key[k])
        if (!needed)
            continue
        if (ENVIRON["PLOT_BY"] != "" && !joint(first, second, key[k]))
            fail("runs differ in " key[k] " too: choose one with --only " key[k] "=VALUE, or add it to --by")
        if (ENVIRON["PLOT_BY"] == "")
            by[++bys] = key[k]
    }
}

# Do the axes and the keys of --by together decide key k?
function joint(first, second, k,    i, left, map)
{
    for (i = 1; i <= runs; i++) {
        left = (first != "" ? value[order[i], first] : "") SUBSEP (second != "" ? value[order[i], second] : "") \
            SUBSEP label_of(order[i])
        if (left in map && map[left] != value[order[i], k])
            return 0
        map[left] = value[order[i], k]
    }
    return 1
}

# What a curve is called: the values of its keys, all but one of them if that is given; a key without a value
# does not concern the run, as the network of a method with a server.
function label_of(r, but,    i, text)
{
    for (i = 1; i <= bys; i++)
        if (i != but && (value[r, by[i]] != "" || bys == 1))
            text = text (text != "" ? ", " : "") say_value(value[r, by[i]])
    return text in renamed ? renamed[text] : text
}

# The key that dashes tell where colours tell the others: the only one of numbers, or the last; 0 for none.
function dash_key(    i, k, only, count)
{
    if (bys < 2 || ENVIRON["PLOT_BY"] != "")
        return 0
    for (k = 1; k <= bys; k++) {
        for (i = 1; i <= runs && number(value[order[i], by[k]]); )
            i++
        if (i > runs) {
            only = k
            count++
        }
    }
    return count == 1 ? only : bys
}

function legend_title(    i, text)
{
    for (i = 1; i <= bys; i++)
        if (say(by[i]) != "")
            text = text (text != "" ? ", " : "") say(by[i])
    return text
}

# The legend is shared by the panels of a figure: its entries are kept in a file between them.
function read_legend(    line, part)
{
    entries = 0
    if (inside != "" && inside != "none") # this panel has its own
        return
    while ((getline line <ENVIRON["PLOT_LEGEND"]) > 0) {
        split(line, part, "\t")
        entry[++entries] = part[1]
        entry_kind[part[1]] = part[2]
        place[part[1]] = entries
        by_colour[part[1]] = part[3]
        by_dash[part[1]] = part[4]
    }
    close(ENVIRON["PLOT_LEGEND"])
    was = entries
}

# The number of a curve's line type; reference lines and boxes (kind "reference") have none.
function style(label, kind)
{
    if (!(label in place)) {
        entry[++entries] = label
        entry_kind[label] = kind
        place[label] = entries
    }
    return kind ~ /^reference/ ? 0 : rank_of(label)
}

function rank_of(label,    i, count)
{
    for (i = 1; i <= place[label]; i++)
        if (entry_kind[entry[i]] !~ /^reference/)
            count++
    return count
}

function write_legend(    i)
{
    if (inside != "" && inside != "none")
        return
    for (i = was + 1; i <= entries; i++)
        printf "%s\t%s\t%s\t%s\n", entry[i], entry_kind[entry[i]], by_colour[entry[i]], by_dash[entry[i]] >>ENVIRON["PLOT_LEGEND"]
    if (legend_title() != "")
        print legend_title() >(ENVIRON["PLOT_LEGEND"] ".title")
}
