/* roots.h -- where the examples and manifests that come with fedomp are. */
#ifndef FED_ROOTS_H
#define FED_ROOTS_H

enum { FED_ROOTS = 2 };

/* Directories with conf/ and datasets/, the first to be tried first: that of the sources for what runs where
 * it was built, else that of the installation. */
const char *const *fed_roots(void);

#endif
