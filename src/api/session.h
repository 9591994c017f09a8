/* session.h -- what stands behind fedomp.h: a session, and the methods it adds. */
#ifndef FED_SESSION_H
#define FED_SESSION_H

#include "fedomp.h"
#include "study.h"

/* A method of the session's own: the descriptor that the library knows, with the caller's behind it. */
typedef struct fed_own_loss {
    fed_loss loss; /* first: a fed_loss of this kind is one of these */
    fedomp_loss own;
} fed_own_loss;

typedef struct fed_own_algorithm {
    fed_algorithm algorithm; /* first */
    fedomp_algorithm own;
} fed_own_algorithm;

struct fedomp_session {
    fed_arena arena; /* methods, sections; lives as long as the session */
    fed_section *sections;
    fed_arena config_arena;
    fed_config *config; /* NULL: none loaded */
    const char *file;
    const char **overrides; /* "key=value" */
    size_t override_count;
    fed_study study; /* results NULL: not run */
    fed_error error;
    volatile sig_atomic_t stop;
};

/* own_loss.c, own_algorithm.c: the library's half of a method's descriptor. */
void fed_own_loss_fill(fed_own_loss *own);
void fed_own_algorithm_fill(fed_own_algorithm *own);
/* Rows that every algorithm of a session has before its own; they end with FED_END. */
const fed_param *fed_own_algorithm_rows(bool decentralised);

#endif
