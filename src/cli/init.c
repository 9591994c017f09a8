/* init.c -- --init: a commented configuration of a method to begin with. */
#include "cli/init.h"

#include "cli/app.h"
#include "algorithms/table.h"

#include <string.h>

static bool is_quoted(fed_type type)
{
    return type == FED_STRING || type == FED_CHOICE || type == FED_NAME || type == FED_PATH ||
           type == FED_COLUMN || type == FED_THETA;
}

/* A key in a group: one that is needed is set, the others stand as comments with their defaults. */
static void put_key(const fed_param *row, const char *value)
{
    const char *def = value != NULL ? value : row->def != NULL ? row->def : "";
    const char *mark = is_quoted(row->type) ? "\"" : "";
    char text[128];

    if (value == NULL && row->def == NULL) {
        snprintf(text, sizeof text, "# %s", row->key);
    } else {
        snprintf(text, sizeof text, "%s%s = %s%s%s;", value == NULL ? "# " : "", row->key, mark,
                 def, mark);
    }
    printf("    %-36s # %s\n", text, row->doc);
}

static void put_keys(const fed_param *rows, bool second_order)
{
    for (; rows != NULL && rows->key != NULL; rows++) {
        if (strcmp(rows->key, "name") == 0 || strchr(rows->key, '.') != NULL)
            continue;
        put_key(rows, strcmp(rows->key, "rounds") == 0 && !second_order ? "200"
                      : rows->type == FED_RATE && rows->def == NULL     ? "0.05"
                                                                        : NULL);
    }
}

int fed_app_init(const char *name)
{
    const fed_algorithm *algorithm =
        (const fed_algorithm *)fed_entry_find(fed_algorithms, name != NULL ? name : "fedavg");
    bool rate = false;

    if (algorithm == NULL) {
        fprintf(stderr,
                "fedomp: --init: unknown algorithm '%s'; fedomp "
                "--list=algorithms lists the algorithms\n",
                name);
        return 2;
    }
    for (const fed_param *row = algorithm->entry.params; row != NULL && row->key != NULL; row++)
        rate = rate || row->type == FED_RATE;
    printf("# %s: %s.\n# fedomp -c FILE runs it, fedomp --check -c FILE lists errors, "
           "and fedomp --explain=KEY\n# explains a key. Lines that begin with # are "
           "defaults: remove the # to change one.\nname = \"my_%s\";\nseed = "
           "1;\nreplicates = 5;\n\n",
           algorithm->entry.name, algorithm->entry.summary, algorithm->entry.name);
    printf("# Your own data: data = { source = \"file\"; path = \"my.csv\"; target = "
           "\"y\"; };\n# fedomp --describe my.csv prints this group for a file.\ndata = "
           "{ source = \"synthetic\"; model = \"linear\"; samples = 2000; theta = [1.0, "
           "-2.0, 0.5]; };\n\n# How samples are assigned to clients: random, sorted, "
           "shards, dirichlet, quantity, given.\npartition = { clients = 20; scheme = "
           "\"random\";%s };\n\n",
           algorithm->server_samples ? " server = 100;" : "");
    if (algorithm->decentralised)
        printf("# Communication graph: circle, complete, torus, erdos-renyi, "
               "small-world, ...\nnetwork = { type = \"circle\"; degree = 2; };\n\n");
    printf("# linear, logistic, poisson, softmax, quantile, hinge, ...\n"
           "loss = { type = \"linear\"; l2 = 0.0; };\n\nalgorithm = {\n    name = \"%s\";\n",
           algorithm->entry.name);
    put_keys(algorithm->entry.params, !rate);
    printf("    # for every algorithm:\n");
    put_keys(fed_algorithm_params, !rate);
    printf("};\n\n# Try several values of a key, here of two:\n"
           "# sweep = ( { key = \"algorithm.rounds\"; values = [100, 200]; },\n"
           "#           { key = \"partition.scheme\"; values = [\"random\", \"sorted\"]; } );\n\n"
           "output = { every = 10; };\n");
    return 0;
}
