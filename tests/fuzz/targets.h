/* targets.h -- readers of what may come from outside, each fed with bytes. */
#ifndef FED_FUZZ_TARGETS_H
#define FED_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

/* An input is one or more files, divided by lines of "%%": they are written under these names, and
 * then read. */
enum { FUZZ_FILES = 6 };
typedef struct fuzz_target {
    const char *name;
    const char *files[FUZZ_FILES]; /* below the folder of the process; NULL after the last */
    void (*read)(void);
} fuzz_target;

extern const fuzz_target fuzz_targets[]; /* ends with name NULL */
const fuzz_target *fuzz_find(const char *name);

/* Makes the folder and goes there; leaves and removes it. */
void fuzz_begin(void);
void fuzz_end(void);
void fuzz_one(const fuzz_target *target, const uint8_t *bytes, size_t size);

#endif
