/* image.c -- a result as bytes, and again. */
#include "study/spool/image.h"

#include <string.h>

/* What is copied as it stands. */
#define FIELDS(X)    \
    X(outcome)       \
    X(decentralised) \
    X(models) X(p) X(samples) X(clients) X(checksum) X(counts) X(seconds) X(graph) X(data_hash)

static void put_texts(fed_bytes *bytes, const char *const *text, size_t count)
{
    fed_put_count(bytes, count);
    for (size_t k = 0; k < count; k++)
        fed_put_text(bytes, text[k]);
}

static void put_tables(fed_bytes *bytes, const fed_table *table)
{
    size_t count = 0;

    for (const fed_table *at = table; at != NULL; at = at->next)
        count++;
    fed_put_count(bytes, count);
    for (; table != NULL; table = table->next) {
        fed_put_text(bytes, table->name);
        put_texts(bytes, table->columns, table->column_count);
        fed_put_count(bytes, table->rows);
        fed_put(bytes, table->cells, table->rows * table->column_count * sizeof *table->cells);
        put_texts(bytes, table->labels, table->labels != NULL ? table->rows : 0);
    }
}

static void put_scalars(fed_bytes *bytes, const fed_scalar *scalar)
{
    size_t count = 0;

    for (const fed_scalar *at = scalar; at != NULL; at = at->next)
        count++;
    fed_put_count(bytes, count);
    for (; scalar != NULL; scalar = scalar->next) {
        fed_put_text(bytes, scalar->group);
        fed_put_text(bytes, scalar->name);
        fed_put(bytes, &scalar->value, sizeof scalar->value);
    }
}

void fed_image_put(fed_bytes *bytes, const fed_result *result)
{
#define PUT(field) fed_put(bytes, &result->field, sizeof result->field);
    FIELDS(PUT)
#undef PUT
    fed_put_text(bytes, result->reason);
    fed_put_text(bytes, result->warning);
    fed_put_text(bytes, result->remark);
    fed_put_text(bytes, result->scheme);
    fed_put_text(bytes, result->form);
    fed_put_count(bytes, result->recorded);
    fed_put(bytes, result->records, result->recorded * sizeof *result->records);
    put_texts(bytes, result->kept_names, result->kept);
    put_tables(bytes, result->tables);
    put_scalars(bytes, result->scalars);
    put_texts(bytes, result->names, result->features);
    put_texts(bytes, result->notes, result->note_count);
    fed_put_count(bytes, result->scaled);
    fed_put(bytes, result->mean, result->scaled * sizeof *result->mean);
    fed_put(bytes, result->scale, result->scaled * sizeof *result->scale);
    if (result->theta != NULL)
        fed_put(bytes, result->theta, result->models * result->p * sizeof *result->theta);
}

static const char *const *get_texts(fed_reader *reader, fed_arena *arena, size_t *count)
{
    const char **text;

    *count = fed_get_many(reader, sizeof(uint64_t));
    text = FED_ARRAY(arena, *count, const char *);
    for (size_t k = 0; text != NULL && k < *count; k++)
        if ((text[k] = fed_get_text(reader, arena)) == NULL)
            reader->spoilt = true;
    reader->spoilt = reader->spoilt || text == NULL;
    return *count > 0 ? text : NULL;
}

static void get_words(fed_reader *reader, fed_arena *arena, char *words, size_t room)
{
    const char *text = fed_get_text(reader, arena);

    if (text == NULL || strlen(text) >= room)
        reader->spoilt = true;
    else
        strcpy(words, text);
}

static fed_table *get_tables(fed_reader *reader, fed_arena *arena)
{
    fed_table *first = NULL, **end = &first;

    for (size_t count = fed_get_many(reader, 1); count > 0 && !reader->spoilt; count--) {
        fed_table *table = FED_NEW(arena, fed_table);
        size_t labels;

        if (table == NULL) {
            reader->spoilt = true;
            break;
        }
        table->name = fed_get_text(reader, arena);
        table->columns = get_texts(reader, arena, &table->column_count);
        table->rows = table->room = fed_get_many(reader, table->column_count * sizeof(double));
        table->cells = fed_get_doubles(reader, arena, table->rows * table->column_count);
        table->labels = get_texts(reader, arena, &labels);
        reader->spoilt =
            reader->spoilt || table->name == NULL || (labels > 0 && labels != table->rows);
        *end = table;
        end = &table->next;
    }
    return first;
}

static fed_scalar *get_scalars(fed_reader *reader, fed_arena *arena)
{
    fed_scalar *first = NULL, **end = &first;

    for (size_t count = fed_get_many(reader, 1); count > 0 && !reader->spoilt; count--) {
        fed_scalar *scalar = FED_NEW(arena, fed_scalar);

        if (scalar == NULL) {
            reader->spoilt = true;
            break;
        }
        scalar->group = fed_get_text(reader, arena);
        scalar->name = fed_get_text(reader, arena);
        fed_get(reader, &scalar->value, sizeof scalar->value);
        reader->spoilt = reader->spoilt || scalar->group == NULL || scalar->name == NULL;
        *end = scalar;
        end = &scalar->next;
    }
    return first;
}

static const fed_record *get_records(fed_reader *reader, fed_arena *arena, size_t *count)
{
    fed_record *records;

    *count = fed_get_many(reader, sizeof *records);
    records = FED_ARRAY(arena, *count, fed_record);
    if (records == NULL || *count == 0)
        reader->spoilt = true;
    else
        fed_get(reader, records, *count * sizeof *records);
    return records;
}

/* A byte that is neither may not be looked at as a bool. */
static bool is_flag(const bool *flag)
{
    unsigned char byte;

    memcpy(&byte, flag, 1);
    return byte <= 1;
}

bool fed_image_get(fed_reader *reader, bool models, fed_result *result)
{
    fed_arena *arena = &result->arena;

#define GET(field) fed_get(reader, &result->field, sizeof result->field);
    FIELDS(GET)
#undef GET
    result->data_hash[sizeof result->data_hash - 1] = '\0';
    if (result->outcome < 0 || result->outcome >= FED_OUTCOME_COUNT ||
        !is_flag(&result->decentralised) || !is_flag(&result->graph.strongly_connected) ||
        (models && result->p > 0 && result->models > reader->left / result->p))
        return false;
    get_words(reader, arena, result->reason, sizeof result->reason);
    get_words(reader, arena, result->warning, sizeof result->warning);
    get_words(reader, arena, result->remark, sizeof result->remark);
    result->scheme = fed_get_text(reader, arena);
    result->form = fed_get_text(reader, arena);
    result->records = get_records(reader, arena, &result->recorded);
    result->kept_names = get_texts(reader, arena, &result->kept);
    result->tables = get_tables(reader, arena);
    result->scalars = get_scalars(reader, arena);
    result->names = get_texts(reader, arena, &result->features);
    result->notes = get_texts(reader, arena, &result->note_count);
    result->scaled = fed_get_many(reader, 2 * sizeof(double));
    result->mean = fed_get_doubles(reader, arena, result->scaled);
    result->scale = fed_get_doubles(reader, arena, result->scaled);
    if (models)
        result->theta = fed_get_doubles(reader, arena, result->models * result->p);
    return !reader->spoilt && result->scheme != NULL && result->form != NULL;
}

/* A text that is not looked at. */
static void skip_text(fed_reader *reader)
{
    const size_t length = fed_get_many(reader, 1);

    reader->at += length;
    reader->left -= length;
}

bool fed_image_records(const char *image, size_t size, fed_spot *spot)
{
    fed_reader reader = {image, size, false};
    fed_result front;

#define GET(field) fed_get(&reader, &front.field, sizeof front.field);
    FIELDS(GET)
#undef GET
    for (int k = 0; k < 5; k++) /* reason, warning, remark, scheme, form */
        skip_text(&reader);
    spot->recorded = fed_get_many(&reader, sizeof(fed_record));
    spot->records = (uint64_t)(reader.at - image);
    return !reader.spoilt && spot->recorded > 0;
}
