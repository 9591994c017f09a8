/* folder.h -- an output directory, held by one process at a time. What is private to fedomp stands
 * in .fedomp below it, which nobody else may write to and which goes when the work is done. */
#ifndef FED_FOLDER_H
#define FED_FOLDER_H

#include "core/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fed_folder {
    char path[4096];
    int dir, room; /* the directory, and .fedomp in it; -1: not open */
    int lock;      /* held while it is open */
    size_t made;   /* directories at the end of the path that were not there */
} fed_folder;

#define FED_FOLDER_ROOM ".fedomp"
#define FED_FOLDER_LOG "fedomp.log"
#define FED_NO_FOLDER ((fed_folder){.dir = -1, .room = -1, .lock = -1})

/* Makes the directory and its parents, and locks it: alone, or shared with others that share it.
 * FED_OUTPUT when another process is at work there. */
fed_status fed_folder_open(fed_folder *folder, const char *dir, bool shared, fed_error *error);
/* Nothing is there but what a killed process may leave: its lock, drafts, its log. */
bool fed_folder_is_empty(const fed_folder *folder);
/* Some file of .fedomp is neither the lock nor a draft. */
bool fed_folder_has_spool(const fed_folder *folder);
/* Some file of .fedomp is a draft, which a process that was killed has left. */
bool fed_folder_has_drafts(const fed_folder *folder);
/* Whether the directory was removed while it was open. */
bool fed_folder_is_gone(const fed_folder *folder);
/* Takes away drafts; with all, everything in .fedomp but the lock. */
void fed_folder_clear(const fed_folder *folder, bool all);
/* Unlocks it. What is empty of .fedomp and of the directories that were made goes. */
void fed_folder_close(fed_folder *folder);

#endif
