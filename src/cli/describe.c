/* describe.c -- --describe: the columns of a CSV file, and a configuration to begin with. All but
 * the latter are comments, so that the whole is a configuration. */
#include "cli/describe.h"

#include "core/printable.h"
#include "cli/app.h"
#include "datasets/survey.h"

#include <string.h>
#include <strings.h>

/* Is the column called by one of these names? */
static bool is_called(const fed_survey *survey, size_t j, const char *const *names)
{
    for (; survey->names != NULL && *names != NULL; names++)
        if (strcasecmp(survey->names[j], *names) == 0)
            return true;
    return false;
}

static const char *const clients[] = {"client", "client_id", "clients", "site",     "hospital",
                                      "node",   "user",      "user_id", "customer", "clinic",
                                      "center", "centre",    "device",  "store",    NULL};
static const char *const indices[] = {"", "id", "index", "row", "nr", "no", "no.", "#", NULL};
static const char *const targets[] = {"y", "target", "label", "class", "outcome", "response", NULL};

static bool is_date(const fed_surveyed *column)
{
    return 2 * column->dates > column->numbers + column->words + column->dates;
}

/* The first words, as many as fit. */
static void list_words(const fed_words *set, char range[160])
{
    char word[84];
    size_t used = 0;

    for (size_t k = 0; k < set->count && used < 40; k++) {
        fed_printable(word, sizeof word, set->word[k]);
        used += (size_t)snprintf(range + used, 160 - used, "%s%.20s", k > 0 ? ", " : "", word);
    }
    snprintf(range + used, 160 - used, "%s",
             used >= 40        ? ", ..."
             : set->count == 1 ? " (always: left out)"
                               : "");
}

/* The first `width` characters, not bytes, and blanks after them. */
static void put_padded(const char *text, int width)
{
    int shown = 0;

    for (; *text != '\0'; text++) {
        shown += ((unsigned char)*text & 0xc0) != 0x80;
        if (shown > width)
            break;
        putchar(*text);
    }
    printf("%*s", shown < width ? width - shown : 0, "");
}

static void put_column(const fed_survey *survey, size_t j)
{
    const fed_surveyed *column = &survey->column[j];
    const bool words = fed_surveyed_words(column);
    const size_t unreadable = fed_surveyed_unreadable(column);
    char range[160] = "", name[84];

    if (is_date(column))
        snprintf(range, sizeof range, "as %.40s", column->sample);
    else if (words && !column->set.full)
        list_words(&column->set, range);
    else if (words)
        snprintf(range, sizeof range, "more than %d, as %.30s", FED_CATEGORIES_MAX, column->sample);
    else if (unreadable > 0)
        snprintf(range, sizeof range, "%zu not readable, as %.40s", unreadable,
                 column->bad > 0 ? column->bad_cell : column->sample);
    else if (column->numbers > 0)
        snprintf(range, sizeof range, "%.6g to %.6g", column->low, column->high);
    fed_printable(name, sizeof name, survey->names != NULL ? survey->names[j] : "");
    printf("# %6zu  ", j + 1);
    put_padded(name, 20);
    printf("  %-8s  %7zu  %s\n",
           is_date(column)                        ? "dates"
           : words                                ? "words"
           : unreadable > 0                       ? "mixed"
           : column->numbers == 0                 ? "empty"
           : column->whole && column->numbers > 0 ? "integers"
                                                  : "numbers",
           column->missing, range);
}

/* Does it number the rows, as pandas does in a column without a name? */
static bool is_index(const fed_survey *survey, size_t j)
{
    const fed_surveyed *column = &survey->column[j];

    return is_called(survey, j, indices) && column->whole && column->numbers == survey->rows &&
           column->high - column->low + 1.0 == (double)survey->rows;
}

/* Numbers, or words that are not too many? */
static bool is_variable(const fed_survey *survey, size_t j)
{
    const fed_surveyed *column = &survey->column[j];

    return !is_date(column) && column->numbers + column->words > 0 && !is_index(survey, j) &&
           !fed_surveyed_unique(column, survey->rows) &&
           !(fed_surveyed_words(column) && column->set.full);
}

/* Can it be used as it is? */
static bool is_usable(const fed_survey *survey, size_t j)
{
    return is_variable(survey, j) && fed_surveyed_unreadable(&survey->column[j]) == 0;
}

/* Cells that must change before their column can be used. */
static void put_faults(const fed_survey *survey)
{
    for (size_t j = 0; j < survey->count; j++) {
        const fed_surveyed *column = &survey->column[j];

        if (fed_surveyed_unreadable(column) == 0 || is_date(column))
            continue;
        if (column->bad > 0)
            printf("# column %zu, line %zu: '%s' %s\n", j + 1, column->bad_line, column->bad_cell,
                   column->fault);
        else
            printf("# column %zu, line %zu: '%s' is not a number\n", j + 1, column->sample_line,
                   column->sample);
    }
}

/* The column that is most likely the response: by its name, even if cells of it must change, else
 * the last that can be. */
static size_t likely_target(const fed_survey *survey, size_t client)
{
    size_t best = survey->count;

    for (size_t j = 0; j < survey->count; j++) {
        if (j == client)
            continue;
        if (is_called(survey, j, targets) && is_variable(survey, j))
            return j;
        if (is_usable(survey, j))
            best = j;
    }
    return best;
}

static void put_name(const char *key, const fed_survey *survey, size_t j)
{
    printf(" %s = ", key);
    if (survey->names != NULL)
        fed_put_quoted(stdout, survey->names[j]);
    else
        printf("%zu", j);
    putchar(';');
}

static void put_drop(const fed_survey *survey, size_t target, size_t client)
{
    bool any = false;

    for (size_t j = 0; j < survey->count; j++) {
        if (j == target || j == client || is_usable(survey, j))
            continue;
        printf("%s", any ? ", " : "\n         drop = [");
        if (survey->names != NULL)
            fed_put_quoted(stdout, survey->names[j]);
        else
            printf("\"%zu\"", j);
        any = true;
    }
    printf("%s", any ? "];" : "");
}

/* Is a column left for features? One of a single word is none. */
static bool has_features(const fed_survey *survey, size_t target, size_t client)
{
    for (size_t j = 0; j < survey->count; j++)
        if (j != target && j != client && is_usable(survey, j) &&
            !(fed_surveyed_words(&survey->column[j]) && survey->column[j].set.count == 1))
            return true;
    return false;
}

static void put_start(const fed_survey *survey, const char *path)
{
    size_t client = survey->count, target, missing = 0;
    const fed_surveyed *y;

    for (size_t j = 0; j < survey->count && client == survey->count; j++)
        if (is_called(survey, j, clients))
            client = j;
    if ((target = likely_target(survey, client)) == survey->count) {
        printf("# No column can be the response.\n");
        return;
    }
    if (!has_features(survey, target, client))
        printf("# No column is left for features: change the cells above first.\n");
    y = &survey->column[target];
    for (size_t j = 0; j < survey->count; j++)
        missing += survey->column[j].missing;
    printf("data = { source = \"file\"; path = ");
    fed_put_quoted(stdout, path);
    putchar(';');
    put_name("target", survey, target);
    if (client < survey->count)
        put_name("client", survey, client);
    if (fed_format_guess(path) != &fed_format_csv)
        printf(" format = \"csv\";");
    if (survey->names == NULL)
        printf(" header = false;");
    put_drop(survey, target, client);
    printf("\n         standardize = true; test_fraction = 0.2;%s };\n",
           missing > 0 ? " missing = \"mean\";" : "");
    printf(client < survey->count ? "partition = { scheme = \"given\"; };\n"
                                  : "partition = { clients = 10; scheme = \"random\"; };\n");
    printf("loss = { type = \"%s\"; intercept = true; };\n"
           "algorithm = { name = \"fedavg\"; rounds = 100; learning_rate = 0.1; local_steps = 5; "
           "};\n",
           !y->set.full && y->set.count == 2           ? "logistic"
           : fed_surveyed_words(y) && y->set.count > 2 ? "softmax"
                                                       : "linear");
}

static fed_status go_on(void *context, const char *text)
{
    printf("# %s\n", text);
    return ++*(size_t *)context < FED_FAULTS_MAX ? FED_OK : FED_DATA;
}

static fed_status describe(fed_arena *arena, const char *path, fed_error *error)
{
    const fed_file file = {path, NULL, 0};
    fed_layout layout = fed_layout_default;
    fed_input input;
    fed_survey survey;
    fed_csv *csv = FED_NEW(arena, fed_csv);
    size_t ragged = 0;

    if (csv == NULL)
        return fed_nomem(error);
    TRY(fed_input_read(arena, &file, FED_INPUT_MAX, &input, error));
    if (fed_survey_open(arena, &input, &layout, csv, &survey, error) != FED_OK) {
        if (strstr(error->text, "header = false") == NULL)
            return error->status;
        *error = (fed_error){FED_OK, ""};
        layout.header = false;
        TRY(fed_survey_open(arena, &input, &layout, csv, &survey, error));
    }
    TRY(fed_survey_rows(arena, csv, NULL, &survey, go_on, &ragged, error));
    printf("# %s: %zu rows of %zu columns%s, separated by %s, decimal %s\n", path, survey.rows,
           survey.count, survey.names == NULL ? " without names" : "",
           survey.dialect.delimiter == '\t'  ? "tabs"
           : survey.dialect.delimiter == ';' ? "semicolons"
           : survey.dialect.delimiter == '|' ? "vertical bars"
                                             : "commas",
           survey.dialect.decimal == ',' ? "comma" : "point");
    printf("# column  name                  type      missing  range or words\n");
    for (size_t j = 0; j < survey.count; j++)
        put_column(&survey, j);
    put_faults(&survey);
    if (survey.total > 0)
        printf("# " FED_TOTAL_NOTE "\n", survey.total);
    if (survey.dialect.doubt[0] != '\0') {
        const char *note = fed_dialect_doubt(arena, &survey.dialect);

        printf("# %s\n", note != NULL ? note : "");
    }
    printf("#\n# A configuration to start from; check target and loss first.\n");
    put_start(&survey, path);
    return FED_OK;
}

int fed_app_describe(const char *path)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_status status = describe(&arena, path, &error);

    if (status != FED_OK)
        fprintf(stderr, "fedomp: %s\n", error.text);
    fed_arena_free(&arena);
    return fed_status_exit(status);
}
