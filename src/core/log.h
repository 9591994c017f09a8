/* log.h -- fedomp.log: one line for every event of a run's life, with time, host and process. */
#ifndef FED_LOG_H
#define FED_LOG_H

#include "core/bytes.h"
#include "core/folder.h"

#include <omp.h>

typedef struct fed_log {
    const fed_folder *folder;
    omp_lock_t lock;
    int fd;          /* -1: nothing is in the file yet, */
    fed_bytes early; /*   what will be stands here */
} fed_log;

void fed_log_begin(fed_log *log, const fed_folder *folder);
/* From any thread; log may be NULL. */
void fed_log_line(fed_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* From now on lines go to the file: a run that leaves nothing leaves no log. */
void fed_log_keep(fed_log *log);
void fed_log_end(fed_log *log);

#endif
