/* session.h -- what stands behind fedomp.h: a session, and the methods it adds. */
#ifndef FED_SESSION_H
#define FED_SESSION_H

#include "core/locale.h"
#include "fedomp.h"
#include "study/study.h"

/* A method of the session's own: the descriptor that the library knows, with the caller's behind
 * it. */
typedef struct fed_own_loss {
    fed_loss loss; /* first: a fed_loss of this kind is one of these */
    fedomp_loss own;
    size_t keys; /* its rows, all of them floats */
} fed_own_loss;

typedef struct fed_own_algorithm {
    fed_algorithm algorithm; /* first */
    fedomp_algorithm own;
} fed_own_algorithm;

struct fedomp_session {
    fed_arena arena; /* methods, sections; lives as long as the session */
    fed_section *sections;
    /* of what follows up to the study; replaced with every key that is set */
    fed_arena config_arena;
    fed_config *config; /* NULL: none loaded */
    const char *file;
    const char **overrides; /* "key=value" */
    size_t override_count;
    fed_study study; /* results NULL: not run */
    fed_error error;
    fed_locale locale; /* of the call under way */
    volatile sig_atomic_t stop;
};

/* session.c: around every call that can fail. A session that is NULL is one there was no memory
 * for. */
bool fed_call_begin(fedomp_session *s);
fedomp_status fed_call_end(fedomp_session *s, fed_status status);

#endif
