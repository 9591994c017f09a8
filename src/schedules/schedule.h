/* schedule.h -- learning rates as functions of the round. */
#ifndef FED_SCHEDULE_H
#define FED_SCHEDULE_H

#include "config/config.h"

/* What theorem29 needs to know of the problem; only methods with local steps can say. */
typedef struct fed_curvature {
    double mu,
        smoothness; /* least and largest curvature of the clients' losses, 0 < mu <= smoothness */
    double steps;   /* K local steps */
    bool client;    /* asks for the clients' rate gamma_t, not the server's eta_t */
} fed_curvature;

typedef struct fed_schedule {
    double (*rate)(const struct fed_schedule *schedule, size_t t); /* t = 0 is the first update */
    size_t rounds, warmup;
    double key[FED_NUMBERS]; /* the numbers among its type's rows, in their order */
    const double *list;      /* and the lists, of a type that has them */
    const int64_t *at;
    size_t list_count, at_count;
    fed_curvature curvature; /* of a type that asks for it */
} fed_schedule;

/* A type's rows without default are asked for before `read` reads what are not numbers, and
 * checks. */
typedef struct fed_schedule_type {
    fed_entry entry;
    bool curvature; /* works only where the method knows the curvature */
    fed_status (*read)(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error);                   /* or NULL */
    double (*rate)(const fed_schedule *schedule, size_t t); /* without warm-up */
} fed_schedule_type;

extern const fed_entry *const fed_schedules[];
extern const fed_param fed_rate_params[]; /* keys common to all schedules */

/* Reads the rate at `path`, a number or a group. Refuses theorem29. */
fed_status fed_schedule_read(const fed_config *config, const char *path, size_t rounds,
                             fed_schedule *schedule, fed_error *error);
/* The same for methods that know the curvature. */
fed_status fed_schedule_read_curved(const fed_config *config, const char *path, size_t rounds,
                                    const fed_curvature *curvature, fed_schedule *schedule,
                                    fed_error *error);
double fed_rate(const fed_schedule *schedule, size_t t); /* with warm-up */

#endif
