/* session.c -- a session: the configuration is opened anew with every key that is set, then run. */
#include "api/session.h"

#include "config.h"
#include "core/threads.h"
#include "study/registry.h"
#include "writers/writer.h"
#include "config/open.h"
#include "writers/output.h"

#include <stdlib.h>
#include <string.h>

/* One list of statuses inside, one outside. */
#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "statuses differ")
SAME(FED_OK, FEDOMP_OK);
SAME(FED_NOMEM, FEDOMP_NOMEM);
SAME(FED_INTERNAL, FEDOMP_INTERNAL);
SAME(FED_USAGE, FEDOMP_USAGE);
SAME(FED_OUTPUT, FEDOMP_OUTPUT);
SAME(FED_CONFIG, FEDOMP_CONFIG);
SAME(FED_DATA, FEDOMP_DATA);
SAME(FED_NOANSWER, FEDOMP_NOANSWER);
SAME(FED_SIGNAL, FEDOMP_STOPPED);

const char *fedomp_version(void)
{
    return PACKAGE_VERSION;
}

static size_t section_count(void)
{
    size_t count = 0;

    while (fed_sections[count].path != NULL)
        count++;
    return count + 1;
}

fedomp_session *fedomp_open(void)
{
    fedomp_session *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    s->sections = FED_ARRAY(&s->arena, section_count(), fed_section);
    if (s->sections == NULL) {
        fedomp_close(s);
        return NULL;
    }
    memcpy(s->sections, fed_sections, section_count() * sizeof *s->sections);
    return s;
}

static void forget_results(fedomp_session *s)
{
    fed_study_free(&s->study);
    memset(&s->study, 0, sizeof s->study);
}

void fedomp_close(fedomp_session *s)
{
    if (s == NULL)
        return;
    forget_results(s);
    fed_arena_free(&s->config_arena);
    fed_arena_free(&s->arena);
    free(s);
}

const char *fedomp_error(const fedomp_session *s)
{
    return s == NULL ? fed_status_text(FED_NOMEM) : s->error.text;
}

bool fed_call_begin(fedomp_session *s)
{
    if (s == NULL)
        return false;
    s->error = (fed_error){FED_OK, ""};
    s->locale = fed_locale_begin();
    return true;
}

fedomp_status fed_call_end(fedomp_session *s, fed_status status)
{
    if (s != NULL)
        fed_locale_end(s->locale);
    return (fedomp_status)status;
}

/* What was set for the same key before is left out: a loop over values does not grow the list. */
static fed_status copy_overrides(fedomp_session *s, fed_arena *arena, const char *key,
                                 const char *value, const char ***overrides, size_t *count)
{
    const size_t length = strlen(key);
    const char **list = FED_ARRAY(arena, s->override_count + 1, const char *);
    size_t n = 0;

    if (list == NULL)
        return fed_nomem(&s->error);
    for (size_t k = 0; k < s->override_count; k++)
        if (strncmp(s->overrides[k], key, length) != 0 || s->overrides[k][length] != '=')
            if ((list[n++] = fed_strdup(arena, s->overrides[k])) == NULL)
                return fed_nomem(&s->error);
    if ((list[n++] = fed_sprintf(arena, "%s=%s", key, value)) == NULL)
        return fed_nomem(&s->error);
    *overrides = list;
    *count = n;
    return FED_OK;
}

/* Opens the file with the overrides, those of before and one more when there is a key; a sound
 * configuration takes the place of the one before. */
static fed_status reopen(fedomp_session *s, fed_arena *arena, const char *file, const char *key,
                         const char *value)
{
    const char *name = fed_strdup(arena, file), **overrides = NULL;
    fed_config *config = NULL;
    size_t count = 0;

    if (name == NULL)
        return fed_nomem(&s->error);
    if (key != NULL)
        TRY(copy_overrides(s, arena, key, value, &overrides, &count));
    TRY(fed_config_open(arena, name, s->sections, overrides, count, &config, NULL, &s->error));
    forget_results(s);
    fed_arena_free(&s->config_arena);
    s->config_arena = *arena;
    s->config = config;
    s->file = name;
    s->overrides = overrides;
    s->override_count = count;
    return FED_OK;
}

static fed_status load(fedomp_session *s, const char *file)
{
    fed_arena arena = {NULL};
    fed_status status;

    if (file == NULL)
        return fed_fail(&s->error, FED_USAGE, "no file was given");
    status = reopen(s, &arena, file, NULL, NULL);
    if (status != FED_OK)
        fed_arena_free(&arena);
    return status;
}

static fed_status set(fedomp_session *s, const char *key, const char *value)
{
    fed_arena arena = {NULL};
    fed_status status;

    if (key == NULL || value == NULL)
        return fed_fail(&s->error, FED_USAGE, "%s: expected a key and a value",
                        key != NULL ? key : "NULL");
    if (s->config == NULL)
        return fed_fail(&s->error, FED_USAGE, "%s: no configuration is loaded", key);
    if (*key == '\0' || strchr(key, '=') != NULL) /* the first = parts a key from its value */
        return fed_fail(&s->error, FED_USAGE, "'%s' is not the name of a key", key);
    status = reopen(s, &arena, s->file, key, value);
    if (status != FED_OK)
        fed_arena_free(&arena);
    return status;
}

fedomp_status fedomp_load(fedomp_session *s, const char *file)
{
    return fed_call_end(s, fed_call_begin(s) ? load(s, file) : FED_NOMEM);
}

fedomp_status fedomp_set(fedomp_session *s, const char *key, const char *value)
{
    return fed_call_end(s, fed_call_begin(s) ? set(s, key, value) : FED_NOMEM);
}

void fedomp_stop(fedomp_session *s)
{
    if (s == NULL)
        return;
#pragma omp atomic write
    s->stop = 1;
}

static fed_status run_study(fedomp_session *s)
{
    const int threads = fed_threads_choose(0, fed_config_int(s->config, "threads"));

    TRY(fed_study_init(&s->study, s->config, threads, &s->error));
    s->study.stop = &s->stop;
    return fed_study_run(&s->study, &s->error);
}

/* The first replicate without answer, in words. */
static fed_status judge(fedomp_session *s)
{
    const fed_study *study = &s->study;

    if (strcmp(fed_config_string(s->config, "on_divergence"), "record") == 0)
        return FED_OK;
    for (size_t k = 0; k < study->points * study->replicates; k++)
        if (!fed_outcome_is_answer(study->results[k].outcome))
            return fed_fail(&s->error, FED_NOANSWER, "run %zu, replicate %zu: %s: %s",
                            k / study->replicates, k % study->replicates,
                            fed_outcome_text(study->results[k].outcome), study->results[k].reason);
    return FED_OK;
}

static fed_status solve(fedomp_session *s)
{
    sig_atomic_t stopped;
    fed_status status;

    if (s->config == NULL)
        return fed_fail(&s->error, FED_USAGE, "no configuration is loaded");
    forget_results(s);
    status = run_study(s);
#pragma omp atomic capture
    {
        stopped = s->stop;
        s->stop = 0;
    }
    if (status == FED_OK)
        return judge(s);
    if (status == FED_SIGNAL && stopped) /* or by a callback, in its own words */
        strcpy(s->error.text, "stopped by fedomp_stop");
    forget_results(s);
    return status;
}

fedomp_status fedomp_solve(fedomp_session *s)
{
    return fed_call_end(s, fed_call_begin(s) ? solve(s) : FED_NOMEM);
}

static fed_status write_files(fedomp_session *s, const char *dir, bool force)
{
    fed_folder folder;
    fed_status status;

    if (dir == NULL)
        return fed_fail(&s->error, FED_USAGE, "no directory was given");
    if (s->study.results == NULL)
        return fed_fail(&s->error, FED_USAGE, "%s: nothing to write, the configuration was not run",
                        dir);
    TRY(fed_output_open(&folder, dir, force ? FED_OUTPUT_FORCE : FED_OUTPUT_NEW, &s->error));
    status = fed_output_write(&s->study, &folder, &s->error);
    fed_folder_close(&folder);
    return status;
}

fedomp_status fedomp_write(fedomp_session *s, const char *dir, int force)
{
    return fed_call_end(s, fed_call_begin(s) ? write_files(s, dir, force != 0) : FED_NOMEM);
}
