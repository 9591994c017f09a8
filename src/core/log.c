/* log.c -- fedomp.log: one line for every event of a run's life. */
#include "core/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

void fed_log_begin(fed_log *log, const fed_folder *folder)
{
    *log = (fed_log){.folder = folder, .fd = -1};
    omp_init_lock(&log->lock);
}

/* A line at once: those of other processes stand before or after it. A log that cannot be written
 * stops nobody. */
static void put(const fed_log *log, const char *text, size_t size)
{
    if (write(log->fd, text, size) < 0)
        return;
}

void fed_log_line(fed_log *log, const char *format, ...)
{
    const time_t now = time(NULL);
    struct utsname machine;
    char text[4096];
    struct tm utc;
    size_t used = 0;
    va_list args;
    int more;

    if (log == NULL || gmtime_r(&now, &utc) == NULL || uname(&machine) != 0)
        return;
    used = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    used += (size_t)snprintf(text + used, sizeof text - used, " %.64s %ld ", machine.nodename,
                             (long)getpid());
    va_start(args, format);
    more = vsnprintf(text + used, sizeof text - used - 1, format, args);
    va_end(args);
    if (more < 0)
        return;
    used = used + (size_t)more < sizeof text - 2 ? used + (size_t)more : sizeof text - 2;
    for (size_t k = 0; k < used; k++)
        if ((unsigned char)text[k] < ' ' || text[k] == 127)
            text[k] = '?';
    text[used++] = '\n';
    omp_set_lock(&log->lock);
    if (log->fd >= 0)
        put(log, text, used);
    else
        fed_put(&log->early, text, used);
    omp_unset_lock(&log->lock);
}

void fed_log_keep(fed_log *log)
{
    if (log == NULL)
        return;
    omp_set_lock(&log->lock);
    if (log->fd < 0)
        log->fd = openat(log->folder->dir, FED_FOLDER_LOG,
                         O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (log->fd >= 0 && log->early.size > 0) {
        put(log, log->early.at, log->early.size);
        log->early.size = 0;
    }
    omp_unset_lock(&log->lock);
}

void fed_log_end(fed_log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    fed_bytes_free(&log->early);
    omp_destroy_lock(&log->lock);
}
