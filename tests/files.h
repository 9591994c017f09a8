/* files.h -- small files in a directory of the test's own, removed at the end. */
#ifndef FED_TEST_FILES_H
#define FED_TEST_FILES_H

#include <stddef.h>

int files_open(void);  /* a suite's initialisation: makes the directory */
int files_close(void); /* its clean-up: removes everything below it */

/* The path of NAME in the directory; valid until the eighth call after. */
const char *files_path(const char *name);
/* Writes a file there and returns its path. */
const char *files_write(const char *name, const void *bytes, size_t size);
const char *files_text(const char *name, const char *text);
const char *files_gzip(const char *name, const void *bytes, size_t size);
/* Cuts a file to its first bytes. */
void files_cut(const char *name, size_t size);
/* A message without the directory's name before a file's. */
const char *files_strip(const char *message);

#endif
