/* claim.c -- jobs of a study that several processes share, each run by one of them. */
#include "study/spool/claim.h"

#include "core/draft.h"
#include "core/lock.h"
#include "study/spool/parts.h"
#include "study/spool/segment.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const double LEASE = 120.0; /* seconds */

static void name_of(size_t job, char name[32])
{
    snprintf(name, 32, "claim-%zu", job);
}

/* The time as the file system has it, which hosts share; -1 when it cannot be asked. */
static double now_there(const fed_folder *folder)
{
    fed_error error = {FED_OK, ""};
    struct stat info;
    double now = -1.0;
    fed_draft draft;

    if (fed_draft_open(&draft, folder, "claim", &error) != FED_OK)
        return now;
    if (fstat(fileno(draft.stream), &info) == 0)
        now = (double)info.st_mtim.tv_sec;
    fed_draft_drop(&draft);
    return now;
}

static bool is_void(const fed_folder *folder, const char *name)
{
    const int fd = openat(folder->room, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat info;
    bool gone = false;

    if (fd < 0)
        return errno == ENOENT;
    if (fed_holder_is_dead(fd))
        gone = true;
    else if (fstat(fd, &info) == 0)
        gone = now_there(folder) > (double)info.st_mtim.tv_sec + LEASE;
    close(fd);
    return gone;
}

/* Made first and named afterwards: one that is killed in between leaves a claim of nobody, which
 * holds until its lease is over. */
static bool claim_in_two(const fed_folder *folder, const char *name)
{
    const int fd =
        openat(folder->room, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (fd < 0)
        return false;
    fed_holder_write(fd);
    close(fd);
    return true;
}

/* There with the name of its holder or not at all, where the file system has links. */
static bool claim(const fed_folder *folder, const char *name)
{
    fed_error error = {FED_OK, ""};
    fed_draft draft;
    bool taken;

    if (fed_draft_open(&draft, folder, "claim", &error) != FED_OK)
        return false;
    fed_holder_write(fileno(draft.stream));
    taken = linkat(folder->room, draft.name, folder->room, name, 0) == 0;
    if (!taken && errno != EEXIST)
        taken = claim_in_two(folder, name);
    fed_draft_drop(&draft);
    return taken;
}

/* A claim that is void may be that of a job which has ended in the meantime. */
bool fed_claim_take(fed_spool *spool, size_t job)
{
    fed_error error = {FED_OK, ""};
    char name[32];
    bool ended;

    name_of(job, name);
    if (claim(spool->folder, name))
        return true;
    if (!is_void(spool->folder, name))
        return false;
    omp_set_lock(&spool->lock);
    ended = fed_segments_load(spool, &error) != FED_OK || fed_spool_has(spool, job);
    omp_unset_lock(&spool->lock);
    if (ended)
        return false;
    fed_claim_drop(spool, job);
    return claim(spool->folder, name);
}

void fed_claim_renew(const fed_spool *spool, size_t job)
{
    char name[32];

    name_of(job, name);
    utimensat(spool->folder->room, name, NULL, AT_SYMLINK_NOFOLLOW);
}

void fed_claim_drop(const fed_spool *spool, size_t job)
{
    char name[32];

    name_of(job, name);
    unlinkat(spool->folder->room, name, 0);
}
