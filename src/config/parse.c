/* parse.c -- from scanned text to nodes; the only caller of libconfig. */
#include "config/parse.h"

#include "config/faults.h"
#include "config/node.h"
#include "config/scan.h"
#include "core/locale.h"

#include <libconfig.h>
#include <string.h>
#include <strings.h>

#define DIGITS "0123456789"

typedef struct origin {
    fed_build *build;
    const fed_copy *copy;
    const char *file; /* of every node, or NULL: by line */
} origin;

static fed_place place_of(const origin *from, int line)
{
    size_t k = line > 2 ? (size_t)line - 2 : 0; /* the first line of the copy is nobody's */

    if (from->file != NULL)
        return (fed_place){from->file, 0};
    return from->copy->lines[k < from->copy->line_count ? k : from->copy->line_count - 1];
}

static fed_node *convert(const origin *from, const config_setting_t *setting)
{
    static const fed_kind_of_node kinds[] = {
        [CONFIG_TYPE_GROUP] = NODE_GROUP, [CONFIG_TYPE_INT64] = NODE_INT,
        [CONFIG_TYPE_FLOAT] = NODE_FLOAT, [CONFIG_TYPE_STRING] = NODE_STRING,
        [CONFIG_TYPE_BOOL] = NODE_BOOL,   [CONFIG_TYPE_ARRAY] = NODE_LIST,
        [CONFIG_TYPE_LIST] = NODE_LIST};
    fed_arena *arena = from->build->arena;
    int type = config_setting_type(setting), count;
    fed_node *node = fed_node_new(from->build, kinds[type],
                                  place_of(from, (int)config_setting_source_line(setting)));
    const char *name = config_setting_name(setting);

    if (node == NULL || (name != NULL && (node->name = fed_strdup(arena, name)) == NULL))
        return NULL;
    if (type == CONFIG_TYPE_INT64) {
        node->i = config_setting_get_int64(setting); /* every integer was given its suffix L */
        node->f = (double)node->i;
    } else if (type == CONFIG_TYPE_FLOAT) {
        node->f = config_setting_get_float(setting);
    } else if (type == CONFIG_TYPE_BOOL) {
        node->i = config_setting_get_bool(setting);
    } else if (type == CONFIG_TYPE_STRING) {
        if ((node->s = fed_strdup(arena, config_setting_get_string(setting))) == NULL)
            return NULL;
    } else {
        count = config_setting_length(setting);
        node->count = (size_t)count;
        if ((node->items = FED_ARRAY(arena, node->count, fed_node *)) == NULL)
            return NULL;
        for (int k = 0; k < count; k++)
            if ((node->items[k] = convert(from, config_setting_get_elem(setting, (unsigned)k))) ==
                NULL)
                return NULL;
        if (!fed_node_seal(arena, node))
            return NULL;
    }
    return node;
}

/* Scans and parses: the file, or the text that it stands for. */
static fed_status parse(const origin *from, const char *file, const char *text, fed_copy *copy,
                        fed_node **root)
{
    fed_build *build = from->build;
    const fed_locale locale = fed_locale_begin(); /* libconfig leaves the process's to the thread */
    fed_status status = fed_scan(build, file, text, copy);
    config_t config;

    config_init(&config);
    if (status == FED_OK && config_read_string(&config, copy->text) != CONFIG_TRUE) {
        fed_place place = place_of(from, config_error_line(&config));

        status = fed_blame(build, text == NULL ? place : (fed_place){file, 0}, build->order, "%s",
                           config_error_text(&config));
    }
    fed_locale_end(locale);
    if (status == FED_OK && (*root = convert(from, config_root_setting(&config))) == NULL)
        status = FED_NOMEM;
    config_destroy(&config);
    build->nomem = build->nomem || status == FED_NOMEM;
    return status;
}

fed_status fed_parse_file(fed_build *build, const char *file, fed_node **root)
{
    fed_copy copy;
    origin from = {build, &copy, NULL};

    TRY(parse(&from, file, NULL, &copy, root));
    if ((*root)->count == 0)
        return fed_blame(build, (fed_place){file, 0}, 0, "is empty");
    return FED_OK;
}

/* A value that libconfig can read, as against a bare word. */
static bool is_literal(const char *text)
{
    return strchr("\"[({+-.0123456789", *text) != NULL || strcasecmp(text, "true") == 0 ||
           strcasecmp(text, "false") == 0;
}

/* A truth value, or a short number without a sign: it needs no grammar, and most defaults are one.
 */
static bool is_plain(const char *text, fed_kind_of_node *kind)
{
    enum { MOST = 9, EXPONENT = 2 }; /* digits: no number is beyond its type */
    const size_t whole = strspn(text, DIGITS);
    const char *at = text + whole;
    size_t digits = whole, raised = 1;

    *kind = NODE_BOOL;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return true;
    *kind = *at == '\0' ? NODE_INT : NODE_FLOAT;
    if (*at == '.') {
        digits += strspn(at + 1, DIGITS);
        at += 1 + digits - whole;
    }
    if (*at == 'e') {
        at += 1 + (at[1] == '-');
        raised = strspn(at, DIGITS);
        at += raised;
    }
    return whole > 0 && digits <= MOST && raised > 0 && raised <= EXPONENT && *at == '\0';
}

static fed_node *plain(fed_build *build, fed_kind_of_node kind, const char *text)
{
    fed_node *node = fed_node_new(build, kind, (fed_place){OVERRIDE_FILE, 0});

    if (node == NULL)
        return NULL;
    if (kind == NODE_BOOL)
        node->i = *text == 't';
    else
        node->f = fed_plain_double(text);
    if (kind == NODE_INT)
        node->i = (int64_t)node->f;
    return node;
}

fed_status fed_parse_value(fed_build *build, const char *where, const char *text, bool verbatim,
                           fed_node **node)
{
    fed_copy copy;
    origin from = {build, &copy, OVERRIDE_FILE};
    fed_kind_of_node kind;
    fed_node *root = NULL;
    char *whole;

    *node = NULL;
    if (*text == '\0' || (verbatim ? *text != '"' : !is_literal(text))) {
        if ((*node = fed_node_new(build, NODE_STRING, (fed_place){OVERRIDE_FILE, 0})) == NULL ||
            ((*node)->s = fed_strdup(build->arena, text)) == NULL)
            build->nomem = true;
        return build->nomem ? FED_NOMEM : FED_OK;
    }
    if (is_plain(text, &kind)) {
        build->nomem = build->nomem || (*node = plain(build, kind, text)) == NULL;
        return build->nomem ? FED_NOMEM : FED_OK;
    }
    if ((whole = fed_sprintf(build->arena, "value = %s", text)) == NULL) {
        build->nomem = true;
        return FED_NOMEM;
    }
    TRY(parse(&from, where, whole, &copy, &root));
    if (root->count != 1)
        return fed_blame(build, (fed_place){where, 0}, build->order,
                         "expected one value, found '%.60s'", text);
    *node = root->items[0];
    return FED_OK;
}
