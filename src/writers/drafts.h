/* drafts.h -- the files of a study as drafts, down to the disk, but not yet in their places. */
#ifndef FED_WRITERS_DRAFTS_H
#define FED_WRITERS_DRAFTS_H

#include "core/draft.h"
#include "writers/writer.h"

#include <stdatomic.h>

/* One file of the directory: a writer's, or a table's. */
typedef struct fed_out_file {
    char name[64];
    const fed_writer *writer;
    const char *table;
    bool wanted;
    fed_draft draft;
    size_t put;          /* bytes, in the order of the pieces */
    atomic_size_t given; /* of them to the system, */
    atomic_size_t sent;  /*   and of those on their way to the disk */
} fed_out_file;

/* All at once, by so many threads; what is there of them after a fault is for the caller to drop.
 */
fed_status fed_drafts_write(const fed_study *study, const fed_folder *folder,
                            fed_out_file *const *files, size_t count, int threads,
                            fed_error *error);

#endif
