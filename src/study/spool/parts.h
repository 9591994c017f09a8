/* parts.h -- what the files of the spool share. */
#ifndef FED_SPOOL_PARTS_H
#define FED_SPOOL_PARTS_H

#include "core/bytes.h"
#include "core/nameless.h"
#include "study/spool/spool.h"

#include <omp.h>
#include <stdatomic.h>

/* In place of a job: the keys of the configuration that were read. */
#define FED_SPOOL_MARKS UINT64_MAX
enum { FED_SPOOL_VERSION = 3, FED_SPOOL_HEAD = 80 };

/* Where the image of a job stands: segment 0 is that of this process, size in units of 8 bytes; and
 * where in it its records do. */
typedef struct fed_spot {
    uint64_t offset;
    uint32_t segment, size;
    uint64_t records, recorded;
} fed_spot;

typedef struct fed_segment {
    char name[32];
    int fd;
} fed_segment;

struct fed_spool {
    const fed_folder *folder;
    const fed_study *study;
    fed_spool_warn *warn;
    fed_log *log;
    fed_arena arena;
    char identity[65];   /* of what determines the results, but for the number of rounds */
    char *words;         /* the same in words, for `study` */
    bool mixed, written; /* `study` is on disk */
    double every;        /* seconds between two checkpoints of a job; 0: none */
    bool keep;
    char *marks; /* room for those of the configuration */
    /* Jobs may have checkpoints: some was found, or written, or other processes may write them.
     * Else none is looked for, which in a sweep of many short jobs takes longer than they do. */
    atomic_bool states;

    omp_lock_t lock;   /* over what follows */
    fed_spot *spots;   /* of every job that is there, where they are few, */
    int index;         /*   else in a file, */
    atomic_uchar *has; /*   and a bit of each */
    size_t count;
    fed_segment *segments;
    size_t segment_count;
    int *readers;      /* of every thread: the own segment once more, -1 if not, or not yet */
    fed_bytes pending; /* jobs that are not on disk yet, */
    size_t *waiting;   /*   their numbers, */
    size_t waiting_count;
    uint64_t length;   /*   and where they will stand */
    omp_lock_t disk;   /* taken after the other lock: over what follows */
    fed_bytes leaving; /* a batch that is being written, or could not be, */
    uint64_t left_at;  /*   and where it stands */
    bool unsynced;     /* some of those on disk may not be there after a crash of the machine */
    double flushed;    /* when the last were made to */

    fed_nameless replaced; /* files that the study's have taken the names of */

    double credit, dearest; /* seconds that checkpoints may take, and that one may need */
    size_t checkpoints;     /* so far, */
    double spent;           /*   and their seconds */
};

/* The beginning of every file: what it is, of which study. */
void fed_spool_head(const fed_spool *spool, const char kind[8], char head[FED_SPOOL_HEAD]);
bool fed_spool_is_head(const fed_spool *spool, const char kind[8], const char head[FED_SPOOL_HEAD]);

#endif
