/* window.h -- small pieces of a file that stand near each other, read together. */
#ifndef FED_WINDOW_H
#define FED_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fed_window {
    int fd;
    uint64_t from; /* bytes of the file from here on, as they were when they were read: */
    size_t size;
    char *bytes;
} fed_window;

/* As fed_read_at, from a window upon the stretch of `reach` bytes from `from` on, if it is not
 * large. What is written into the file later may not be seen. */
bool fed_window_read(fed_window *window, int fd, uint64_t from, uint64_t reach, void *bytes,
                     size_t size, uint64_t offset);
void fed_window_close(fed_window *window);

#endif
