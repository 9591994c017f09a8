/* checkpoint.c -- the state of jobs that run, on disk: a head, the job, its seconds and its data,
 * the state as fed_run_save writes it, and the checksum of all that. */
#include "study/spool/checkpoint.h"

#include "config/ignored.h"
#include "core/draft.h"
#include "run/save.h"
#include "study/spool/claim.h"
#include "study/spool/identity.h"
#include "study/spool/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define PREFIX "state-"

static const char KIND[8] = "fedstat";
static const double SHARE = 0.01;    /* of the time, for checkpoints, beyond */
static const double RENEWAL = 20.0;  /* seconds between two of a claim */
static const double COPY_RATE = 1e9; /* bytes a second, to be safe */
enum { MOST_STRETCH = 1 << 16 };

typedef struct front {
    char head[FED_SPOOL_HEAD];
    uint64_t job;
    double seconds; /* of the job so far */
    char data_hash[72];
} front;

void fed_saver_begin(fed_saver *saver, fed_spool *spool, size_t job, size_t jobs)
{
    const double now = omp_get_wtime();

    *saver = (fed_saver){.spool = spool,
                         .job = job,
                         .share = SHARE / (double)jobs,
                         .looked = now,
                         .saved = now,
                         .renewed = now,
                         .stretch = 1,
                         .left = 1};
}

void fed_saver_end(fed_saver *saver)
{
    free(saver->start);
    saver->start = NULL;
}

static void name_of(size_t job, char name[32])
{
    snprintf(name, 32, PREFIX "%zu", job);
}

bool fed_checkpoint_is(const char *name)
{
    return strncmp(name, PREFIX, strlen(PREFIX)) == 0;
}

void fed_checkpoint_remove(const fed_spool *spool, size_t job)
{
    char name[32];

    if (!atomic_load(&spool->states))
        return;
    name_of(job, name);
    unlinkat(spool->folder->room, name, 0);
}

static void warn(const fed_spool *spool, const char *text)
{
    spool->warn(text);
    fed_log_line(spool->log, "warning: %s", text);
}

/* A stream that takes the checksum of what passes. */
typedef struct summed {
    FILE *to;
    uLong sum;
} summed;

static ssize_t write_summed(void *cookie, const char *bytes, size_t size)
{
    summed *s = cookie;

    s->sum = crc32_z(s->sum, (const Bytef *)bytes, size);
    return fwrite(bytes, 1, size, s->to) == size ? (ssize_t)size : 0;
}

/* The keys of the configuration that were read so far. */
static void put_marks(const fed_config *config, FILE *stream)
{
    const size_t count = fed_config_marks(config);
    char *marks = calloc(count + 1, 1);

    if (marks != NULL)
        fed_config_get_marks(config, marks);
    for (size_t k = 0; k < count; k++) /* without memory it is as if none had been */
        fputc(marks != NULL ? marks[k] : 0, stream);
    free(marks);
}

static fed_status get_marks(const fed_run *run, FILE *stream)
{
    const size_t count = fed_config_marks(run->config);
    char *marks = calloc(count + 1, 1);
    const bool good = marks != NULL && fread(marks, 1, count, stream) == count;
    const bool starved = marks == NULL;

    if (good)
        fed_config_add_marks(run->config, marks);
    free(marks);
    if (starved)
        return fed_nomem(run->error);
    return good ? FED_OK : fed_fail(run->error, FED_DATA, "the saved state is cut off");
}

/* The state now, or the one that was copied. */
static fed_status write_state(const fed_saver *saver, const fed_run *run, bool copied, FILE *to)
{
    const cookie_io_functions_t functions = {.write = write_summed};
    summed s = {to, crc32_z(0, NULL, 0)};
    FILE *stream = fopencookie(&s, "w", functions);
    front f = {.job = saver->job,
               .seconds = copied ? saver->start_seconds : omp_get_wtime() - run->started};
    fed_status status = stream == NULL ? fed_nomem(run->error) : FED_OK;
    uint32_t sum;

    if (stream == NULL)
        return status;
    fed_spool_head(saver->spool, KIND, f.head);
    memcpy(f.data_hash, run->problem->data->hash, sizeof run->problem->data->hash);
    fwrite(&f, sizeof f, 1, stream);
    put_marks(run->config, stream);
    if (copied)
        fwrite(saver->start, 1, saver->size, stream);
    else
        status = fed_run_save(run, stream);
    if (fclose(stream) != 0 && status == FED_OK)
        status = fed_fail(run->error, FED_OUTPUT, "%s", strerror(errno));
    sum = (uint32_t)s.sum;
    fwrite(&sum, sizeof sum, 1, to);
    return status;
}

/* A checkpoint that cannot be written is told of; the run goes on. Returns the seconds it took. */
static double save(fed_saver *saver, const fed_run *run, bool copied)
{
    fed_spool *spool = saver->spool;
    const double began = omp_get_wtime();
    fed_error error = {FED_OK, ""}, *before = run->error;
    fed_run *own = (fed_run *)run; /* its error alone, for the time being */
    fed_draft draft;
    char name[32];
    fed_status status;

    name_of(saver->job, name);
    own->error = &error;
    omp_set_lock(&spool->lock);
    status = fed_identity_write(spool, &error);
    omp_unset_lock(&spool->lock);
    if (status == FED_OK &&
        (status = fed_draft_open(&draft, spool->folder, name, &error)) == FED_OK) {
        status = write_state(saver, run, copied, draft.stream);
        if (status == FED_OK)
            status = fed_draft_seal(&draft, spool->folder, name, &error);
        atomic_store(&spool->states, true);
        if (status == FED_OK)
            status = fed_draft_rename(&draft, spool->folder, spool->folder->room, name, &error);
        fed_draft_drop(&draft);
    }
    own->error = before;
    if (status != FED_OK)
        warn(spool, error.text);
    saver->saved = omp_get_wtime();
    omp_set_lock(&spool->lock);
    spool->checkpoints++;
    spool->spent += saver->saved - began;
    omp_unset_lock(&spool->lock);
    return saver->saved - began;
}

/* Every job earns what the checkpoints of all may take: of many short jobs a few have one. */
static bool affords(fed_saver *saver, double since)
{
    fed_spool *spool = saver->spool;
    bool enough;

    omp_set_lock(&spool->lock);
    spool->credit += saver->share * since;
    enough = spool->credit >= spool->dearest;
    omp_unset_lock(&spool->lock);
    return enough;
}

static void charge(fed_spool *spool, double seconds)
{
    omp_set_lock(&spool->lock);
    spool->credit -= seconds;
    spool->dearest = fmax(0.5 * spool->dearest, seconds);
    omp_unset_lock(&spool->lock);
}

/* Checks the checksum of all but the last four bytes; leaves the stream at its beginning. */
static bool is_whole(FILE *stream)
{
    enum { BLOCK = 1 << 16 };
    char *bytes = malloc(BLOCK);
    uLong sum = crc32_z(0, NULL, 0);
    uint32_t expected = 0;
    long left = bytes != NULL && fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;

    rewind(stream);
    for (left -= (long)sizeof expected; left > 0;) {
        const size_t now = left < BLOCK ? (size_t)left : BLOCK;

        if (fread(bytes, 1, now, stream) != now)
            break;
        sum = crc32_z(sum, (const Bytef *)bytes, now);
        left -= (long)now;
    }
    free(bytes);
    if (left != 0 || fread(&expected, sizeof expected, 1, stream) != 1)
        return false;
    rewind(stream);
    return expected == (uint32_t)sum;
}

static fed_status load(fed_saver *saver, fed_run *run, FILE *stream, const char *name, bool *loaded)
{
    const fed_spool *spool = saver->spool;
    char text[4400];
    front f;

    if (!is_whole(stream) || fread(&f, sizeof f, 1, stream) != 1 ||
        !fed_spool_is_head(spool, KIND, f.head) || f.job != saver->job) {
        snprintf(text, sizeof text,
                 "%s/" FED_FOLDER_ROOM "/%s: damaged; its job starts "
                 "again",
                 spool->folder->path, name);
        warn(spool, text);
        return FED_OK;
    }
    if (memcmp(f.data_hash, run->problem->data->hash, sizeof run->problem->data->hash) != 0)
        return fed_fail(run->error, FED_DATA,
                        "%s: the data have changed since the study "
                        "was started",
                        spool->folder->path);
    TRY(get_marks(run, stream));
    TRY(fed_run_load(run, stream));
    run->started = omp_get_wtime() - f.seconds;
    fed_log_line(spool->log, "run %zu, replicate %zu continues from round %zu",
                 saver->job / spool->study->replicates, saver->job % spool->study->replicates,
                 run->round);
    *loaded = true;
    return FED_OK;
}

fed_status fed_saver_load(fed_saver *saver, fed_run *run, bool *loaded)
{
    char name[32];
    fed_status status;
    FILE *stream;
    int fd;

    *loaded = false;
    if (!atomic_load(&saver->spool->states))
        return FED_OK;
    name_of(saver->job, name);
    fd = openat(saver->spool->folder->room, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return FED_OK;
    if ((stream = fdopen(fd, "r")) == NULL) {
        close(fd);
        return fed_nomem(run->error);
    }
    status = load(saver, run, stream, name, loaded);
    fclose(stream);
    return status;
}

/* Records and tables grow with the rounds. */
static double bytes_of(const fed_run *run)
{
    double bytes =
        (double)fed_run_state_bytes(run) + (double)(run->recorded * sizeof *run->records);

    for (const fed_table *table = run->tables; table != NULL; table = table->next)
        bytes += (double)(table->rows * table->column_count * sizeof *table->cells);
    return bytes;
}

/* Where rounds are long, one that is abandoned is worth a copy of its start. */
static void copy_start(fed_saver *saver, const fed_run *run, double round)
{
    FILE *stream;
    bool saved;

    fed_saver_end(saver);
    if (bytes_of(run) / COPY_RATE > saver->share * round ||
        (stream = open_memstream(&saver->start, &saver->size)) == NULL)
        return;
    saver->start_seconds = omp_get_wtime() - run->started;
    saved = fed_run_save(run, stream) == FED_OK;
    if (fclose(stream) != 0 || !saved)
        fed_saver_end(saver);
}

/* Looks at the clock some hundred times a second at most. */
static void adapt(fed_saver *saver, double since)
{
    if (since < 0.005 && saver->stretch < MOST_STRETCH)
        saver->stretch *= 2;
    else if (since > 0.02)
        saver->stretch = saver->stretch > 1 ? saver->stretch / 2 : 1;
    saver->left = saver->stretch;
}

void fed_saver_round(fed_saver *saver, const fed_run *run)
{
    fed_spool *spool = saver->spool;
    const bool going = run->outcome == FED_RUNNING && run->round < run->rounds;
    fed_error error = {FED_OK, ""};
    double now, since;

    if (spool->keep && going && run->round + 1 == run->rounds) {
        save(saver, run, false); /* from here more rounds may follow */
        return;
    }
    if (--saver->left > 0)
        return;
    now = omp_get_wtime();
    since = now - saver->looked;
    saver->looked = now;
    adapt(saver, since);
    if (fed_spool_flush(spool, false, &error) != FED_OK)
        warn(spool, error.text);
    if (spool->study->part && now - saver->renewed > RENEWAL) {
        fed_claim_renew(spool, saver->job);
        saver->renewed = now;
    }
    if (!going || spool->every <= 0.0)
        return;
    if (affords(saver, since) && now - saver->saved >= spool->every)
        charge(spool, save(saver, run, false));
    if (saver->stretch == 1 && since > 0.1)
        copy_start(saver, run, since);
    else
        fed_saver_end(saver);
}

void fed_saver_stop(fed_saver *saver, const fed_run *run)
{
    const bool spoilt = fed_team_hurried(run->team);

    if (saver->spool->every <= 0.0 || (spoilt && saver->start == NULL))
        return;
    save(saver, run, spoilt);
}
