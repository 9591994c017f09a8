/* renew.c -- a run saved, made anew and loaded: the proof that what lasts is registered. */
#include "study/renew.h"

#include "run/save.h"

#include <stdlib.h>
#include <string.h>

/* Loads the run from the stream, and leaves registration `forget` as setup made it. */
static fed_status load_but(fed_run *run, FILE *stream, size_t forget)
{
    const fed_kept *kept = forget > 0 ? run->kept.first : NULL;
    void *fresh = NULL;
    fed_status status;

    while (kept != NULL && --forget > 0)
        kept = kept->next;
    if (kept != NULL) {
        if ((fresh = fed_alloc(run->arena, 1, fed_kept_bytes(kept))) == NULL)
            return fed_nomem(run->error);
        memcpy(fresh, *kept->at, fed_kept_bytes(kept));
    }
    status = fed_run_load(run, stream);
    if (kept != NULL)
        memcpy(*kept->at, fresh, fed_kept_bytes(kept));
    return status;
}

static fed_status save(const fed_run *run, char **bytes, size_t *size, fed_error *error)
{
    FILE *stream = open_memstream(bytes, size);
    fed_status status = stream == NULL ? fed_nomem(error) : fed_run_save(run, stream);

    if (stream != NULL && fclose(stream) != 0 && status == FED_OK)
        status = fed_nomem(error);
    return status;
}

fed_status fed_life_renew(fed_life *life)
{
    char *bytes = NULL;
    size_t size = 0;
    fed_status status = save(&life->run, &bytes, &size, life->error);
    FILE *stream = NULL;

    fed_arena_free(&life->arena);
    if (status == FED_OK)
        status = fed_life_begin(life);
    if (status == FED_OK && (stream = fmemopen(bytes, size, "r")) == NULL)
        status = fed_nomem(life->error);
    if (status == FED_OK)
        status = load_but(&life->run, stream, life->study->forget);
    if (stream != NULL)
        fclose(stream);
    free(bytes);
    return status;
}
