/* csv_columns.c -- the columns of a CSV file: which are numbers, which are words, and their names.
 */
#include "datasets/csv_reader.h"

#include "core/printable.h"
#include "datasets/decimal.h"
#include "datasets/columns.h"

#include <string.h>

fed_status fed_csv_note(void *context, const char *text)
{
    fed_csv_reader *in = context;

    fed_tell(in->error, FED_DATA, "%s", text);
    if (in->faults.count == FED_FAULTS_MAX)
        return FED_DATA;
    if (in->faults.text == NULL &&
        (in->faults.text = FED_ARRAY(in->scratch, FED_FAULTS_MAX, char *)) == NULL)
        return fed_nomem(in->error);
    in->faults.text[in->faults.count] = fed_strdup(in->scratch, text);
    return in->faults.text[in->faults.count++] == NULL ? fed_nomem(in->error) : FED_OK;
}

fed_status fed_csv_bad_cell(fed_csv_reader *in, size_t line, size_t column, const char *cell,
                            size_t length, const char *fault)
{
    char name[80], shown[48], text[768];

    snprintf(text, sizeof text, "%.400s:%zu: %s: '%s' %s", in->csv.path, line,
             fed_columns_show(&in->columns, column, name), fed_decimal_show(cell, length, shown),
             fault);
    return fed_csv_note(in, text);
}

fed_status fed_csv_tell(fed_csv_reader *in, const char *text)
{
    if (in->notes < FED_CSV_NOTES)
        in->note[in->notes++] = text;
    return text == NULL ? fed_nomem(in->error) : FED_OK;
}

const char *fed_csv_show_words(const char *const *word, size_t count, char shown[400])
{
    size_t used = 0;

    shown[0] = '\0';
    for (size_t k = 0; k < count && used < 300; k++)
        used += (size_t)snprintf(shown + used, 400 - used, "%s%.40s = %zu", k > 0 ? ", " : "",
                                 word[k], k);
    if (used >= 300)
        snprintf(shown + used, 400 - used, ", ...");
    return shown;
}

static fed_status check_words(fed_csv_reader *in, size_t column)
{
    const fed_surveyed *seen = &in->survey.column[column];

    for (size_t k = 0; k < seen->set.count; k++)
        if (!fed_is_utf8(seen->set.word[k], strlen(seen->set.word[k])))
            return fed_csv_bad_cell(in, 1, column, seen->set.word[k], strlen(seen->set.word[k]),
                                    "is not UTF-8; save the file as \"CSV UTF-8\"");
    return FED_OK;
}

/* A column of features: numbers, or words that become categories. */
static fed_status judge_feature(fed_csv_reader *in, size_t column, fed_words *words)
{
    const fed_surveyed *seen = &in->survey.column[column];
    char name[80], shown[400];

    if (2 * seen->dates > seen->numbers + seen->words + seen->dates)
        return fed_csv_bad_cell(
            in, seen->sample_line, column, seen->sample, strlen(seen->sample),
            "is a date; leave the column out (data.drop), or write numbers such as "
            "days since a start");
    if (!fed_surveyed_words(seen) || in->layout->categories == FED_CATEGORIES_REFUSED)
        return FED_OK;
    fed_columns_show(&in->columns, column, name);
    if (seen->set.full)
        return fed_csv_note(in, fed_sprintf(in->scratch,
                                            "%s: %s: more than %d different words, as '%s'; leave "
                                            "the column out (data.drop), or make it data.client",
                                            in->csv.path, name, FED_CATEGORIES_MAX, seen->sample));
    TRY(check_words(in, column));
    *words = seen->set;
    if (words->count == 1)
        return fed_csv_tell(
            in, fed_sprintf(in->arena, "%s: left out: its only word is '%s'", name, seen->sample));
    return fed_csv_tell(
        in, fed_sprintf(in->arena, "%s: %zu categories: %s%s%s", name, words->count,
                        fed_csv_show_words(words->word, words->count, shown),
                        in->coding->one_hot ? "; a feature for each but the first" : "",
                        fed_surveyed_unique(seen, in->survey.rows)
                            ? "; every row has another: if they are names, leave the column out "
                              "(data.drop)"
                            : ""));
}

static fed_status judge_target(fed_csv_reader *in, size_t column)
{
    const fed_surveyed *seen = &in->survey.column[column];
    char name[80], shown[400];

    if (in->layout->word_count > 0 || !fed_surveyed_words(seen) || seen->set.full)
        return FED_OK;
    TRY(check_words(in, column));
    in->coding->target = seen->set;
    return fed_csv_tell(
        in, fed_sprintf(in->arena, "%s: labels: %s", fed_columns_show(&in->columns, column, name),
                        fed_csv_show_words(seen->set.word, seen->set.count, shown)));
}

fed_status fed_csv_judge(fed_csv_reader *in)
{
    const fed_coding *like = in->layout->like != NULL ? in->layout->like->coding : NULL;
    fed_words *words = FED_ARRAY(in->arena, in->columns.features, fed_words);
    size_t *offset = FED_ARRAY(in->arena, in->columns.features + 1, size_t);

    in->coding->one_hot = in->layout->categories == FED_CATEGORIES_ONE_HOT;
    if (words == NULL || offset == NULL)
        return fed_nomem(in->error);
    for (size_t j = 0; j < in->columns.count; j++) {
        const int64_t role = in->columns.role[j];

        if (role == FED_COLUMN_TARGET && like == NULL)
            TRY(judge_target(in, j));
        else if (role >= 0 && like == NULL)
            TRY(judge_feature(in, j, &words[role]));
    }
    if (like != NULL) {
        *in->coding = *like;
        in->d = in->layout->like->d;
        return FED_OK;
    }
    for (size_t k = 0; k < in->columns.features; k++) /* a constant would double the intercept */
        offset[k + 1] =
            offset[k] + (words[k].count == 0                          ? 1
                         : in->coding->one_hot || words[k].count == 1 ? words[k].count - 1
                                                                      : 1);
    in->coding->columns = in->columns.features;
    in->coding->words = words;
    in->coding->offset = offset;
    in->d = offset[in->columns.features];
    if (in->d == 0)
        return fed_fail(in->error, FED_DATA,
                        "%s: there is no column left for features (without target, client, drop "
                        "and columns of one word)",
                        in->csv.path);
    return fed_columns_names(in->arena, &in->columns, &in->coding->names, in->error);
}

fed_status fed_csv_names(fed_csv_reader *in, const char *const **names)
{
    const fed_coding *coding = in->coding;
    const char **list = FED_ARRAY(in->arena, in->d, const char *);

    *names = NULL;
    if (coding->names == NULL)
        return FED_OK;
    if (list == NULL)
        return fed_nomem(in->error);
    for (size_t c = 0; c < coding->columns; c++)
        for (size_t k = coding->offset[c]; k < coding->offset[c + 1]; k++) {
            const size_t word = k - coding->offset[c] + 1;

            list[k] =
                coding->one_hot && coding->words[c].count > 0
                    ? fed_sprintf(in->arena, "%s=%s", coding->names[c], coding->words[c].word[word])
                    : coding->names[c];
            if (list[k] == NULL)
                return fed_nomem(in->error);
        }
    *names = list;
    return FED_OK;
}
