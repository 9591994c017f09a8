/* test_state.c -- whatever a method remembers between rounds is registered: a run that is saved,
 * made anew and loaded before every round ends with the same bytes as one that is not; and
 * forgetting any one registration shows. */
#include "lab.h"
#include "config/open.h"

#include <string.h>

/* A method with a name for messages. */
typedef struct method {
    const char *name, *text;
} method;

#define SERVER "replicates = 2; seed = 5;\n"
#define ROUNDS "output = { every = 2; };\n"

static const method methods[] = {
    {"ngd",
     SERVER LAB_DATA("state.csv") "network = { type = \"circle\"; };\n"
                                  "algorithm = { name = \"ngd\"; rounds = 7; batch = 3; };\n"},
    {"ngd, trajectory, clock",
     SERVER LAB_DATA("state.csv") "network = { type = \"fixed-degree\"; degree = 2; };\n"
                                  "cost = { compute = \"exponential\"; };\n"
                                  "output = { trajectory = true; };\n"
                                  "algorithm = { name = \"ngd\"; rounds = 5; };\n"},
    {"fedavg",
     SERVER LAB_DATA("state.csv") "algorithm = { name = \"fedavg\"; rounds = 6; "
                                  "clients_per_round = 2; batch = 4; local_steps = 2; };\n"},
    {"fedavg of a network",
     SERVER LAB_DATA("state.csv") "model = { type = \"mlp\"; hidden = [4]; };\n"
                                  "algorithm = { name = \"fedavg\"; rounds = 6; batch = 4; };\n"},
    {"ngd of a network, clients",
     SERVER LAB_DATA("state.csv") "model = { type = \"mlp\"; hidden = [4]; };\n"
                                  "output = { clients = true; };\n"
                                  "network = { type = \"circle\"; };\n"
                                  "algorithm = { name = \"ngd\"; rounds = 5; batch = 3; };\n"},
    {"fedprox", SERVER LAB_DATA("state.csv") "algorithm = { name = \"fedprox\"; rounds = 6; "
                                             "learning_rate = { schedule = \"exponential\"; value "
                                             "= 0.5; decay = 0.9; }; };\n"},
    {"fedavg of a kernel", SERVER LAB_DATA("state.csv") "model = { type = \"kernel\"; };\n"
                                                        "algorithm = { name = \"fedavg\"; rounds = "
                                                        "5; local_steps = 2; };\n"},
    {"fedprox of a kernel", SERVER LAB_DATA("state.csv") "model = { type = \"kernel\"; };\n"
                                                         "algorithm = { name = \"fedprox\"; "
                                                         "rounds = 5; };\n"},
    {"local-update", SERVER LAB_DATA("state.csv") "algorithm = { name = \"local-update\"; "
                                                  "rounds = 9; local_steps = 2; theta = \"maml\"; "
                                                  "clients_per_round = 2; batch = 5; };\n"},
    {"local-update, adam, decay",
     SERVER LAB_DATA("state.csv") "algorithm = { name = \"local-update\"; rounds = 12; server = { "
                                  "optimizer = \"adam\"; correction = true; }; decay = { window = "
                                  "3; patience = 2; cooldown = 1; delta = 0.0; }; };\n"},
    {"local-update, decay", SERVER LAB_DATA("state.csv") "algorithm = { name = \"local-update\"; "
                                                         "rounds = 9; decay = { window = 1; "
                                                         "patience = 2; cooldown = 1; delta = "
                                                         "10.0; }; };\n"},
    {"local-update, adagrad", SERVER LAB_DATA("state.csv") "algorithm = { name = \"local-update\"; "
                                                           "rounds = 6; server = { optimizer = "
                                                           "\"adagrad\"; }; };\n"},
    {"local-update, yogi", SERVER LAB_DATA("state.csv") "algorithm = { name = \"local-update\"; "
                                                        "rounds = 6; server = { optimizer = "
                                                        "\"yogi\"; accumulator = 1e-3; }; };\n"},
    {"local-update, momentum",
     SERVER LAB_DATA("state.csv") "algorithm = { name = "
                                  "\"local-update\"; rounds = 6; server "
                                  "= { optimizer = \"momentum\"; }; };\n"},
    {"local-update, nesterov",
     SERVER LAB_DATA("state.csv") "algorithm = { name = "
                                  "\"local-update\"; rounds = 6; server "
                                  "= { optimizer = \"nesterov\"; }; };\n"},
    {"local-update, rmsprop", SERVER LAB_DATA("state.csv") "algorithm = { name = "
                                                           "\"local-update\"; rounds = 6; server "
                                                           "= { optimizer = \"rmsprop\"; }; };\n"},
    {"local-update, amsgrad", SERVER LAB_DATA("state.csv") "algorithm = { name = "
                                                           "\"local-update\"; rounds = 6; server "
                                                           "= { optimizer = \"amsgrad\"; }; };\n"},
    {"local-update, clients' adam",
     SERVER LAB_DATA("state.csv") "algorithm = { name = \"local-update\"; rounds = 6; "
                                  "clients_per_round = 2; local_steps = 2; client = { optimizer = "
                                  "\"adam\"; correction = true; state = \"client\"; }; };\n"},
    {"scaffold", SERVER LAB_DATA("state.csv") "algorithm = { name = \"scaffold\"; rounds = 6; "
                                              "clients_per_round = 2; local_steps = 3; };\n"},
    {"fedlrgd", "seed = 5; data = { source = \"synthetic\"; model = \"logistic\"; samples = 60; "
                "theta = [1.0, -0.5]; covariance = { type = \"uniform\"; }; soft = true; };\n"
                "partition = { clients = 5; server = 8; };\n"
                "loss = { type = \"logistic\"; l2 = 0.1; };\n"
                "algorithm = { name = \"fedlrgd\"; rank = 8; rounds = 5; certify = true; };\n"},
    {"fedlrgd, poisson",
     "seed = 5; data = { source = \"synthetic\"; model = \"poisson\"; samples "
     "= 60; theta = [0.5, -0.5]; };\npartition = { clients = 5; server = 8; };\n"
     "loss = { type = \"poisson\"; l2 = 0.1; };\n"
     "algorithm = { name = \"fedlrgd\"; rank = 8; rounds = 5; };\n"},
    {"fedlrgd, a feature that is zero",
     "data = { source = \"file\"; path = \"zero.csv\"; format = \"csv\"; target = \"y\"; client = "
     "\"client\"; };\npartition = { scheme = \"given\"; };\nloss = { l2 = 0.1; };\n"
     "algorithm = { name = \"fedlrgd\"; rank = 4; rounds = 5; };\n"},
    {"fednewton", SERVER LAB_DATA("binary.csv") "loss = { type = \"logistic\"; l2 = 0.01; };\n"
                                                "algorithm = { name = \"fednewton\"; rounds = 4; "
                                                "tolerance = 0.0; };\n"},
    {"newton-sketch", SERVER LAB_DATA("binary.csv") "loss = { type = \"logistic\"; l2 = 0.01; };\n"
                                                    "algorithm = { name = \"newton-sketch\"; "
                                                    "rounds = 4; tolerance = 0.0; };\n"},
    {"fedipm", SERVER LAB_DATA("binary.csv") "loss = { type = \"logistic\"; l2 = 0.01; };\n"
                                             "algorithm = { name = \"fedipm\"; rounds = 60; };\n"},
    {"fedipm, long steps",
     SERVER LAB_DATA("binary.csv") "loss = { type = \"logistic\"; l2 = 0.01; };\n"
                                   "algorithm = { name = \"fedipm\"; step = \"long\"; };\n"},
    {"fedipm, lasso", SERVER LAB_DATA("state.csv") "loss = { type = \"linear\"; l1 = 0.05; };\n"
                                                   "algorithm = { name = \"fedipm\"; };\n"},
    {"fedipm, another basis",
     SERVER LAB_DATA("alike.csv") "loss = { type = \"quantile\"; intercept = true; };\n"
                                  "algorithm = { name = \"fedipm\"; };\n"},
    {"fedipm, another basis, long steps",
     SERVER LAB_DATA("alike.csv") "loss = { type = \"quantile\"; intercept = true; };\n"
                                  "algorithm = { name = \"fedipm\"; step = \"long\"; };\n"},
    {"fedipm, modified start",
     SERVER LAB_DATA("state.csv") "loss = { type = \"quantile\"; tau = 0.3; };\n"
                                  "algorithm = { name = \"fedipm\"; "
                                  "start = \"modified\"; rounds = 20; };\n"},
    {"fedipm, short steps", SERVER LAB_DATA("state.csv") "loss = { type = \"linear\"; };\n"
                                                         "algorithm = { name = \"fedipm\"; step = "
                                                         "\"short\"; rounds = 40; };\n"},
    {"fedipm, pcg", SERVER LAB_DATA("binary.csv") "loss = { type = \"hinge\"; l2 = 0.1; };\n"
                                                  "algorithm = { name = \"fedipm\"; system = "
                                                  "\"pcg\"; rounds = 60; };\n"},
    {"fedipm, learned",
     SERVER LAB_DATA("binary.csv") "loss = { type = \"logistic\"; l2 = 0.01; };\n"
                                   "algorithm = { name = \"fedipm\"; system = "
                                   "\"learned\"; };\n"},
    {"fedipm, sketch",
     SERVER LAB_DATA("state.csv") "loss = { type = \"quantile\"; };\n"
                                  "algorithm = { name = \"fedipm\"; system = "
                                  "\"sketch\"; sketch = \"srht\"; sizes = [8]; "
                                  "rounds = 30; };\non_divergence = \"record\";\n"},
};
enum { METHODS = sizeof methods / sizeof *methods };

static lab *run_text(const char *text, size_t renew, size_t forget)
{
    lab *l = calloc(1, sizeof *l);

    CU_ASSERT_FATAL(l != NULL);
    l->status = fed_config_open(&l->arena, files_text("state.cfg", text), fed_sections, NULL, 0,
                                &l->config, NULL, &l->error);
    if (l->status == FED_OK)
        l->status = fed_study_init(&l->study, l->config, 2, &l->error);
    l->study.renew = renew;
    l->study.forget = forget;
    if (l->status == FED_OK)
        l->status = fed_study_run(&l->study, &l->error);
    if (l->status != FED_OK)
        printf("# %s\n", l->error.text);
    return l;
}

static bool same_tables(const fed_table *a, const fed_table *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (strcmp(a->name, b->name) != 0 || a->rows != b->rows ||
            memcmp(a->cells, b->cells, a->rows * a->column_count * sizeof *a->cells) != 0)
            return false;
    return a == NULL && b == NULL;
}

static bool same_scalars(const fed_scalar *a, const fed_scalar *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (strcmp(a->group, b->group) != 0 || strcmp(a->name, b->name) != 0 ||
            memcmp(&a->value, &b->value, sizeof a->value) != 0)
            return false;
    return a == NULL && b == NULL;
}

static bool same_records(const fed_result *a, const fed_result *b)
{
    if (a->recorded != b->recorded)
        return false;
    for (size_t k = 0; k < a->recorded; k++)
        if (a->records[k].round != b->records[k].round ||
            memcmp(a->records[k].value, b->records[k].value, FED_METRIC_seconds * sizeof(double)) !=
                0)
            return false;
    return true;
}

/* Everything that the outputs are made of, but for seconds. */
static bool same_result(const fed_result *a, const fed_result *b)
{
    return a->outcome == b->outcome && strcmp(a->reason, b->reason) == 0 &&
           strcmp(a->warning, b->warning) == 0 && strcmp(a->remark, b->remark) == 0 &&
           memcmp(a->theta, b->theta, a->models * a->p * sizeof *a->theta) == 0 &&
           memcmp(&a->counts, &b->counts, sizeof a->counts) == 0 && same_records(a, b) &&
           same_tables(a->tables, b->tables) && same_scalars(a->scalars, b->scalars);
}

static bool same(const lab *a, const lab *b)
{
    if (a->status != FED_OK || b->status != FED_OK)
        return false;
    for (size_t k = 0; k < a->study.points * a->study.replicates; k++)
        if (!same_result(&a->study.results[k], &b->study.results[k]))
            return false;
    return true;
}

static void make_files(void)
{
    lab_data("state.csv", "linear", 40, 3, 4, 3);
    lab_data("binary.csv", "logistic", 60, 3, 4, 4);
    files_text("zero.csv", "client,y,u,v\n-1,1.0,0.0,0.7\n-1,0.2,0.5,0.1\n-1,0.4,0.9,0.3\n"
                           "-1,2.0,0.0,0.8\n0,1.5,0.6,0.2\n0,0.1,0.3,0.9\n1,0.8,0.4,0.4\n");
    files_text("alike.csv", "client,y,u,v\n0,1.0,1000000.5,0.7\n0,0.2,1000000.1,0.5\n"
                            "0,0.4,1000000.9,0.3\n1,2.0,1000000.2,0.8\n1,1.5,1000000.6,0.2\n"
                            "1,0.1,1000000.3,0.9\n1,0.8,1000000.4,0.4\n");
    /* x0 + x1 = 1, x0 + x2 = 1: near the optimum x0 = 1 the rows of A W A' look alike */
    files_text("A.csv", "row,column,value\n0,0,1\n0,1,1\n1,0,1\n1,2,1\n");
    files_text("b.csv", "b\n1\n1\n");
    files_text("c.csv", "c\n0\n1\n2\n");
    files_text("bounds.csv", "lower,upper\n0,inf\n0,inf\n0,inf\n");
    files_text("owner.csv", "client\n0\n0\n1\n");
}

/* A run that is made anew before every round, or every third, is the run itself. */
static void test_renewed(void)
{
    make_files();
    for (size_t k = 0; k < METHODS; k++) {
        lab *plain = run_text(methods[k].text, 0, 0);

        CU_ASSERT(plain->status == FED_OK);
        for (size_t renew = 1; renew <= 3; renew += 2) {
            lab *anew = run_text(methods[k].text, renew, 0);

            if (!same(plain, anew))
                printf("# %s: not the same when renewed every %zu\n", methods[k].name, renew);
            CU_ASSERT(same(plain, anew));
            lab_free(anew);
        }
        lab_free(plain);
    }
}

/* A name of one method, and whether forgetting it has shown in one of its runs. */
typedef struct known {
    char method[32], name[32];
    bool missed;
} known;

static known *find(known *list, size_t *count, const char *text, const char *name)
{
    const char *word = strstr(text, "algorithm = { name = \"") + 22;
    const int length = (int)strcspn(word, "\"");

    for (size_t k = 0; k < *count; k++)
        if (strncmp(list[k].method, word, (size_t)length) == 0 && list[k].method[length] == '\0' &&
            strcmp(list[k].name, name) == 0)
            return &list[k];
    CU_ASSERT_FATAL(*count < 64);
    snprintf(list[*count].method, sizeof list->method, "%.*s", length, word);
    snprintf(list[*count].name, sizeof list->name, "%s", name);
    return &list[(*count)++];
}

/* Without any one of the names some run of the method ends otherwise: none is registered in vain,
 * and the test above would see one that is missing. The interior point method alone writes theta
 * anew from its multipliers in every round, and finds the same rows dependent whenever it looks. */
static void test_forgetting(void)
{
    known list[64] = {0};
    size_t count = 0;

    make_files();
    for (size_t k = 0; k < METHODS; k++) {
        lab *plain = run_text(methods[k].text, 0, 0);
        const fed_result *result = lab_result(plain, 0, 0);

        for (size_t forget = 1; plain->status == FED_OK && forget <= result->kept; forget++) {
            known *one = find(list, &count, methods[k].text, result->kept_names[forget - 1]);
            lab *anew = one->missed ? NULL : run_text(methods[k].text, 1, forget);

            one->missed = one->missed || !same(plain, anew);
            if (anew != NULL)
                lab_free(anew);
        }
        lab_free(plain);
    }
    CU_ASSERT(count > 30);
    for (size_t k = 0; k < count; k++) {
        const bool rewritten =
            strcmp(list[k].method, "fedipm") == 0 &&
            (strcmp(list[k].name, "theta") == 0 || strcmp(list[k].name, "dropped rows") == 0);

        if (list[k].missed == rewritten)
            printf("# %s: %s is %smissed\n", list[k].method, list[k].name,
                   list[k].missed ? "" : "not ");
        CU_ASSERT(list[k].missed != rewritten);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"a run made anew from its state is the run itself", test_renewed},
                           {"forgetting any one name shows", test_forgetting},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"state", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
