/* room.h -- what a study takes: of memory while it runs, of the disk when it is done. */
#ifndef FED_ROOM_H
#define FED_ROOM_H

#include "core/folder.h"
#include "study/study.h"

/* What is certain to be too large, told by its key before anything is begun. */
fed_status fed_room_check(const fed_study *study, fed_error *error);
/* The same of the disk: the records of all jobs in binary, where no job may end before its last
 * round. */
fed_status fed_room_check_disk(const fed_study *study, const fed_folder *folder, fed_error *error);

/* Bytes of one point, whose run has been set up: a thread's scratch, all of its jobs on disk. */
fed_room fed_room_of(const fed_study *study, const fed_run *run);

#endif
