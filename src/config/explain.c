/* explain.c -- the rows of the schema in words. */
#include "config/explain.h"

#include "config/check.h"
#include "config/open.h"
#include "config/schema.h"
#include "config/suggest.h"

#include <string.h>

static const char *type_name(fed_type type)
{
    static const char *const names[] = {[FED_BOOL] = "true or false",
                                        [FED_INT] = "integer",
                                        [FED_FLOAT] = "number",
                                        [FED_STRING] = "string",
                                        [FED_CHOICE] = "word",
                                        [FED_NAME] = "word",
                                        [FED_PATH] = "file",
                                        [FED_COLUMN] = "word or number",
                                        [FED_INTS] = "integers",
                                        [FED_FLOATS] = "numbers",
                                        [FED_STRINGS] = "strings",
                                        [FED_RATE] = "rate",
                                        [FED_THETA] = "word or numbers",
                                        [FED_LABELS] = "words and numbers",
                                        [FED_GROUPS] = "list of groups"};

    return names[type];
}

/* The words allowed, "a, b, c". */
static void put_words(FILE *stream, const fed_slot *slot, const fed_param *param)
{
    const char *before = "; one of ";

    if (param->type == FED_NAME)
        for (const fed_entry *const *v = slot->section->variants; *v != NULL; v++, before = ", ")
            fprintf(stream, "%s%s", before, (*v)->name);
    else
        for (const char *at = param->choices; at != NULL && *at != '\0'; before = ", ") {
            size_t length = strcspn(at, "|");

            fprintf(stream, "%s%.*s", before, (int)length, at);
            at += length + (at[length] == '|');
        }
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Variants that share a key often mean the same by it. */
static bool same_row(const fed_row *a, const fed_row *b)
{
    const fed_param *x = a->param, *y = b->param;

    return a->variant != NULL && b->variant != NULL && x->type == y->type && x->low == y->low &&
           x->high == y->high && same_text(x->def, y->def) && same_text(x->choices, y->choices) &&
           same_text(x->doc, y->doc);
}

/* (name = "fedavg", "fedprox"): the variants whose row says the same. */
static void put_variants(FILE *stream, const fed_slot *slot, const fed_row *row)
{
    fprintf(stream, " (%s = \"%s\"", slot->section->selector, row->variant->name);
    for (const fed_row *other = row->next; other != NULL; other = other->next)
        if (same_row(row, other))
            fprintf(stream, ", \"%s\"", other->variant->name);
    fputc(')', stream);
}

static void put_default(FILE *stream, const fed_param *param)
{
    const char *quote = param->type == FED_STRING || param->type == FED_CHOICE ||
                                param->type == FED_NAME || param->type == FED_PATH
                            ? "\""
                            : "";

    if (param->def != NULL)
        fprintf(stream, ", default %s%s%s", quote, param->def, quote);
}

static void put_row(FILE *stream, fed_arena *arena, const fed_slot *slot, const fed_row *row)
{
    const fed_param *param = row->param;
    const char *range = param->type == FED_INT || param->type == FED_FLOAT ||
                                param->type == FED_INTS || param->type == FED_FLOATS ||
                                param->type == FED_RATE
                            ? fed_range_text(arena, param->low, param->high)
                            : "";

    fprintf(stream, "%s: %s", slot->path, type_name(param->type));
    put_default(stream, param);
    if (range != NULL && *range != '\0')
        fprintf(stream, ", %s", range);
    put_words(stream, slot, param);
    if (row->variant != NULL)
        put_variants(stream, slot, row);
    fprintf(stream, "\n    %s\n", param->doc == NULL ? "" : param->doc);
}

static void put_slot(FILE *stream, fed_arena *arena, const fed_slot *slot)
{
    for (const fed_row *row = slot->rows; row != NULL; row = row->next) {
        const fed_row *first = slot->rows;

        while (first != row && !same_row(first, row))
            first = first->next;
        if (first == row)
            put_row(stream, arena, slot, row);
    }
}

static bool is_below(const char *path, const char *top)
{
    size_t length = strlen(top);

    return length == 0 ||
           (strncmp(path, top, length) == 0 && (path[length] == '\0' || path[length] == '.'));
}

static fed_status explain(fed_build *build, const char *path, FILE *stream, fed_error *error)
{
    const fed_schema *schema = build->schema;
    size_t shown = 0;

    if (*path == '\0' || strcmp(path, "sweep") == 0)
        shown += (size_t)(fputs("sweep: list of { key; values; } or { keys; values; }\n"
                                "    run all combinations of the entries' values; the first entry "
                                "varies slowest\n",
                                stream) >= 0);
    if (*path == '\0' || strcmp(path, "zip") == 0)
        shown += (size_t)(fputs("zip: list of { key; values; }\n"
                                "    entries with the same number of values, which vary together; "
                                "combined with sweep\n",
                                stream) >= 0);
    for (size_t k = 0; k < schema->count; k++) {
        const fed_slot *slot = &schema->slots[k];

        if (!is_below(slot->path, path) ||
            (slot->rate != NULL && !is_below(path, slot->rate->path)))
            continue;
        shown++;
        put_slot(stream, build->arena, slot);
    }
    if (shown == 0) {
        const char *near = fed_suggest_path(build->arena, schema, path);

        if (near == NULL)
            return fed_fail(error, FED_USAGE, "--explain=%s: unknown key", path);
        return fed_fail(error, FED_USAGE, "--explain=%s: unknown key (did you mean '%s'?)", path,
                        near);
    }
    return FED_OK;
}

fed_status fed_config_explain(const fed_section *sections, const char *path, FILE *stream,
                              fed_error *error)
{
    fed_arena arena = {NULL};
    fed_build build = {.arena = &arena};
    fed_status status = fed_config_schema(&arena, sections, &build.schema, error);

    if (status == FED_OK)
        status = explain(&build, path, stream, error);
    fed_arena_free(&arena);
    return status;
}
