/* draft.h -- a file that is there whole or not at all: written under a name that nobody can guess,
 * brought to the disk, then renamed. */
#ifndef FED_DRAFT_H
#define FED_DRAFT_H

#include "core/folder.h"

#include <stdio.h>

typedef struct fed_draft {
    int room; /* the directory it stands in */
    char name[32];
    FILE *stream; /* to be written to */
} fed_draft;

/* Opens a draft in .fedomp; file is what it will be, for messages. */
fed_status fed_draft_open(fed_draft *draft, const fed_folder *folder, const char *file,
                          fed_error *error);
/* Bytes at its end. */
fed_status fed_draft_put(const fed_draft *draft, const fed_folder *folder, const char *file,
                         const void *bytes, size_t size, fed_error *error);
/* All of them to the system. */
fed_status fed_draft_flush(const fed_draft *draft, const fed_folder *folder, const char *file,
                           fed_error *error);
/* Bytes that were flushed, on their way to the disk: little is left to wait for when it is sealed.
 */
void fed_draft_send(const fed_draft *draft, size_t offset, size_t size);
/* Down to the disk, and closed. */
fed_status fed_draft_seal(fed_draft *draft, const fed_folder *folder, const char *file,
                          fed_error *error);
/* Takes its place in a directory, of the disk's knowledge once that is synchronized. */
fed_status fed_draft_rename(fed_draft *draft, const fed_folder *folder, int dir, const char *file,
                            fed_error *error);
void fed_draft_drop(fed_draft *draft); /* nothing of it stays; renamed ones do */
bool fed_draft_is(const char *name);   /* the name of a draft */
void fed_draft_sync(int dir);          /* the directory's entries, down to the disk */

#endif
