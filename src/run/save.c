/* save.c -- a run between two rounds: written, and read into one that was set up alike. */
#include "run/save.h"

#include "run/tables.h"

#include <string.h>

enum { MOST_NAME = 256 };

static bool put(FILE *stream, const void *bytes, size_t size)
{
    return size == 0 || fwrite(bytes, size, 1, stream) == 1;
}

static bool get(FILE *stream, void *bytes, size_t size)
{
    return size == 0 || fread(bytes, size, 1, stream) == 1;
}

static bool put_size(FILE *stream, size_t value)
{
    return put(stream, &value, sizeof value);
}

/* Reads a size; false unless it is the one expected. */
static bool get_size(FILE *stream, size_t expected)
{
    size_t value;

    return get(stream, &value, sizeof value) && value == expected;
}

static bool put_name(FILE *stream, const char *name)
{
    return put_size(stream, strlen(name)) && put(stream, name, strlen(name));
}

static bool get_text(FILE *stream, char text[MOST_NAME])
{
    size_t length;

    if (!get(stream, &length, sizeof length) || length >= MOST_NAME || !get(stream, text, length))
        return false;
    text[length] = '\0';
    return true;
}

static bool get_name(FILE *stream, const char *expected)
{
    char text[MOST_NAME];

    return get_text(stream, text) && strcmp(text, expected) == 0;
}

size_t fed_run_state_bytes(const fed_run *run)
{
    size_t bytes = 0;

    for (const fed_kept *kept = run->kept.first; kept != NULL; kept = kept->next)
        bytes += fed_kept_bytes(kept);
    return bytes;
}

/* What every run has, whatever its method. */
#define FIELDS(X) \
    X(round) X(recorded) X(outcome) X(counts) X(pending) X(reason) X(warning) X(remark)

static bool put_fields(const fed_run *run, FILE *stream)
{
#define PUT(field) put(stream, &run->field, sizeof run->field) &&
    return FIELDS(PUT) put(stream, run->records, run->recorded * sizeof *run->records);
#undef PUT
}

static bool get_fields(fed_run *run, FILE *stream)
{
#define GET(field) get(stream, &run->field, sizeof run->field) &&
    const size_t most =
        run->rounds / (size_t)fed_config_int(run->config, "output.every") + FED_RECORDS_SPARE;

    const bool all = FIELDS(GET) true;
#undef GET

    run->reason[sizeof run->reason - 1] = '\0';
    run->warning[sizeof run->warning - 1] = '\0';
    run->remark[sizeof run->remark - 1] = '\0';
    return all && run->outcome >= 0 && run->outcome < FED_OUTCOME_COUNT && run->recorded <= most &&
           run->round <= run->rounds &&
           get(stream, run->records, run->recorded * sizeof *run->records);
}

static bool put_kept(const fed_run *run, FILE *stream)
{
    for (const fed_kept *kept = run->kept.first; kept != NULL; kept = kept->next)
        if (!put_name(stream, kept->name) || !put_size(stream, fed_kept_bytes(kept)) ||
            !put(stream, *kept->at, fed_kept_bytes(kept)))
            return false;
    return true;
}

static bool get_kept(fed_run *run, FILE *stream)
{
    for (fed_kept *kept = run->kept.first; kept != NULL; kept = kept->next)
        if (!get_name(stream, kept->name) || !get_size(stream, fed_kept_bytes(kept)) ||
            !get(stream, *kept->at, fed_kept_bytes(kept)))
            return false;
    return true;
}

static bool put_tables(const fed_run *run, FILE *stream)
{
    for (const fed_table *table = run->tables; table != NULL; table = table->next)
        if (!put_name(stream, table->name) || !put_size(stream, table->rows) ||
            !put(stream, table->cells, table->rows * table->column_count * sizeof(double)))
            return false;
    return true;
}

static bool get_tables(fed_run *run, FILE *stream)
{
    for (fed_table *table = run->tables; table != NULL; table = table->next)
        if (!get_name(stream, table->name) || !get(stream, &table->rows, sizeof table->rows) ||
            table->rows > table->room ||
            !get(stream, table->cells, table->rows * table->column_count * sizeof(double)))
            return false;
    return true;
}

static bool put_scalars(const fed_run *run, FILE *stream)
{
    size_t count = 0;

    for (const fed_scalar *scalar = run->scalars; scalar != NULL; scalar = scalar->next)
        count++;
    if (!put_size(stream, count))
        return false;
    for (const fed_scalar *scalar = run->scalars; scalar != NULL; scalar = scalar->next)
        if (!put_name(stream, scalar->group) || !put_name(stream, scalar->name) ||
            !put(stream, &scalar->value, sizeof scalar->value))
            return false;
    return true;
}

/* Those that were saved take the place of those that setup made. */
static bool get_scalars(fed_run *run, FILE *stream)
{
    size_t count;

    run->scalars = NULL;
    if (!get(stream, &count, sizeof count))
        return false;
    for (; count > 0; count--) {
        char group[MOST_NAME], name[MOST_NAME];
        const char *own_group, *own_name;
        double value;

        if (!get_text(stream, group) || !get_text(stream, name) ||
            !get(stream, &value, sizeof value))
            return false;
        own_group = fed_strdup(run->result_arena, group);
        own_name = fed_strdup(run->result_arena, name);
        if (own_group == NULL || own_name == NULL ||
            fed_run_scalar(run, own_group, own_name, value) != FED_OK)
            return false;
    }
    return true;
}

fed_status fed_run_save(const fed_run *run, FILE *stream)
{
    return put_fields(run, stream) && put_kept(run, stream) && put_tables(run, stream) &&
                   put_scalars(run, stream)
               ? FED_OK
               : fed_fail(run->error, FED_OUTPUT, "the state of round %zu cannot be written",
                          run->round);
}

fed_status fed_run_load(fed_run *run, FILE *stream)
{
    return get_fields(run, stream) && get_kept(run, stream) && get_tables(run, stream) &&
                   get_scalars(run, stream)
               ? FED_OK
               : fed_fail(run->error, FED_DATA, "the saved state is not of this run");
}
