/* register.c -- a caller's methods become variants of the session's own sections: nothing is
 * global. */
#include "api/register.h"

#include "api/session.h"
#include "api/own_algorithm.h"
#include "api/own_loss.h"

#include <string.h>

static fed_section *section_of(fedomp_session *s, const char *path)
{
    fed_section *section = s->sections;

    while (strcmp(section->path, path) != 0)
        section++;
    return section;
}

/* A lower case letter, then letters, digits, `inner`. */
static bool is_name(const char *text, const char *inner)
{
    if (text == NULL || *text < 'a' || *text > 'z' || strlen(text) > 60)
        return false;
    for (; *text != '\0'; text++)
        if (!(*text >= 'a' && *text <= 'z') && !(*text >= '0' && *text <= '9') &&
            strchr(inner, *text) == NULL)
            return false;
    return true;
}

static bool has_row(const fed_param *rows, size_t count, const char *key)
{
    for (size_t k = 0; k < count && rows[k].key != NULL; k++)
        if (strcmp(rows[k].key, key) == 0)
            return true;
    return false;
}

static fed_status make_row(fedomp_session *s, const char *method, const fedomp_key *key,
                           fed_param *row)
{
    const char *name = fed_strdup(&s->arena, key->name);
    const char *value = fed_sprintf(&s->arena, "%.17g", key->value);
    const char *doc = fed_strdup(&s->arena, key->doc != NULL ? key->doc : "");

    if (name == NULL || value == NULL || doc == NULL)
        return fed_nomem(&s->error);
    if (!isfinite(key->value) || !(key->low <= key->value && key->value <= key->high))
        return fed_fail(&s->error, FED_USAGE,
                        "%s: key '%s': default %g is not a number from %g to %g", method, name,
                        key->value, key->low, key->high);
    *row = (fed_param){name, FED_FLOAT, value, key->low, key->high, NULL, doc};
    return FED_OK;
}

/* The rows that all methods of this kind have, then those of the keys. */
static fed_status make_rows(fedomp_session *s, const fed_section *section, const char *method,
                            const fed_param *given, const fedomp_key *keys,
                            const fed_param **result, size_t *own)
{
    size_t count = 0, first;
    fed_param *rows;

    while (keys != NULL && keys[count].name != NULL)
        count++;
    *own = count;
    for (first = 0; given != NULL && given[first].key != NULL;)
        first++;
    rows = FED_ARRAY(&s->arena, first + count + 1, fed_param); /* zeroed: FED_END */
    if (rows == NULL)
        return fed_nomem(&s->error);
    if (first > 0)
        memcpy(rows, given, first * sizeof *rows);
    for (size_t k = 0; k < count; k++) {
        if (!is_name(keys[k].name, "_"))
            return fed_fail(&s->error, FED_USAGE, "%s: '%s' is not the name of a key", method,
                            keys[k].name);
        if (has_row(section->common, SIZE_MAX, keys[k].name) ||
            has_row(rows, first + k, keys[k].name))
            return fed_fail(&s->error, FED_USAGE, "%s: key '%s' already exists", method,
                            keys[k].name);
        TRY(make_row(s, method, &keys[k], &rows[first + k]));
    }
    *result = rows;
    return FED_OK;
}

static fed_status check_name(fedomp_session *s, const char *name)
{
    if (is_name(name, "_-"))
        return FED_OK;
    return fed_fail(&s->error, FED_USAGE,
                    "'%s' is not a name: lower case letters, digits, '-' and '_'",
                    name != NULL ? name : "");
}

fed_status fed_own_loss_sound(fedomp_session *s, const fedomp_loss *loss)
{
    TRY(check_name(s, loss != NULL ? loss->name : NULL));
    if (loss->eval == NULL || (unsigned)loss->responses > FEDOMP_FRACTION ||
        !(loss->curvature > 0.0))
        return fed_fail(&s->error, FED_USAGE,
                        "%s: a loss needs eval, responses and a curvature above 0", loss->name);
    return FED_OK;
}

static fed_status check_method(fedomp_session *s, const fed_section *section, const char *name)
{
    if (s->config != NULL)
        return fed_fail(&s->error, FED_USAGE,
                        "methods must be added before a "
                        "configuration is loaded");
    if (fed_entry_find(section->variants, name) != NULL)
        return fed_fail(&s->error, FED_USAGE, "%s.%s: '%s' already exists", section->path,
                        section->selector, name);
    return FED_OK;
}

/* The variants and one more. */
static fed_status add_variant(fedomp_session *s, fed_section *section, const fed_entry *entry)
{
    const fed_entry **variants;
    size_t count = 0;

    while (section->variants[count] != NULL)
        count++;
    variants = FED_ARRAY(&s->arena, count + 2, const fed_entry *);
    if (variants == NULL)
        return fed_nomem(&s->error);
    memcpy(variants, section->variants, count * sizeof *variants);
    variants[count] = entry;
    section->variants = variants;
    return FED_OK;
}

static fed_status fill_entry(fedomp_session *s, fed_entry *entry, const char *name,
                             const char *summary)
{
    entry->name = fed_strdup(&s->arena, name);
    entry->summary = fed_strdup(&s->arena, summary != NULL ? summary : "");
    return entry->name == NULL || entry->summary == NULL ? fed_nomem(&s->error) : FED_OK;
}

static fed_status add_loss(fedomp_session *s, const fedomp_loss *loss)
{
    fed_section *section = section_of(s, "loss");
    fed_own_loss *own;

    TRY(fed_own_loss_sound(s, loss));
    TRY(check_method(s, section, loss->name));
    if ((own = FED_NEW(&s->arena, fed_own_loss)) == NULL)
        return fed_nomem(&s->error);
    own->own = *loss;
    TRY(fill_entry(s, &own->loss.entry, loss->name, loss->summary));
    TRY(make_rows(s, section, loss->name, NULL, loss->keys, &own->loss.entry.params, &own->keys));
    fed_own_loss_fill(own);
    return add_variant(s, section, &own->loss.entry);
}

static fed_status add_algorithm(fedomp_session *s, const fedomp_algorithm *algorithm)
{
    fed_section *section = section_of(s, "algorithm");
    fed_own_algorithm *own;
    size_t keys;

    TRY(check_name(s, algorithm != NULL ? algorithm->name : NULL));
    TRY(check_method(s, section, algorithm->name));
    if (algorithm->round == NULL)
        return fed_fail(&s->error, FED_USAGE, "%s: an algorithm needs its round", algorithm->name);
    if ((own = FED_NEW(&s->arena, fed_own_algorithm)) == NULL)
        return fed_nomem(&s->error);
    own->own = *algorithm;
    TRY(fill_entry(s, &own->algorithm.entry, algorithm->name, algorithm->summary));
    TRY(make_rows(s, section, algorithm->name,
                  fed_own_algorithm_rows(algorithm->decentralised != 0), algorithm->keys,
                  &own->algorithm.entry.params, &keys));
    fed_own_algorithm_fill(own);
    return add_variant(s, section, &own->algorithm.entry);
}

fedomp_status fedomp_add_loss(fedomp_session *s, const fedomp_loss *loss)
{
    return fed_call_end(s, fed_call_begin(s) ? add_loss(s, loss) : FED_NOMEM);
}

fedomp_status fedomp_add_algorithm(fedomp_session *s, const fedomp_algorithm *algorithm)
{
    return fed_call_end(s, fed_call_begin(s) ? add_algorithm(s, algorithm) : FED_NOMEM);
}
