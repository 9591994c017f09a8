/* resumed.c -- what --resume reads: segments of finished jobs, and checkpoints. Heads and checksums
 * are set right, so that what stands behind them is read. */
#include "readers.h"

#include "config/open.h"
#include "core/folder.h"
#include "study/job.h"
#include "study/life.h"
#include "study/registry.h"
#include "study/result.h"
#include "study/spool/image.h"
#include "study/spool/parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct scene {
    fed_arena arena;
    fed_config *config;
    fed_study study;
    fed_folder folder;
} scene;

static void insist(bool holds, const char *words)
{
    if (holds)
        return;
    fprintf(stderr, "resumed.c: %s\n", words);
    abort();
}

static void set_up(scene *s, const char *file, const char *text, const char *dir)
{
    fed_error error = {FED_OK, ""};
    FILE *stream = fopen(file, "w");

    insist(stream != NULL, file);
    fputs(text, stream);
    fclose(stream);
    fed_config_open(&s->arena, file, fed_sections, NULL, 0, &s->config, NULL, &error);
    insist(error.status == FED_OK, error.text);
    insist(fed_study_init(&s->study, s->config, 1, &error) == FED_OK &&
               fed_folder_open(&s->folder, dir, false, &error) == FED_OK,
           error.text);
}

static void say_nothing(const char *text)
{
    (void)text;
}

/* A whole file; NULL when it is not there. Room for `before` bytes in front, and a few behind. */
static char *slurp(const char *name, size_t before, size_t *size)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    const off_t length = fd >= 0 ? lseek(fd, 0, SEEK_END) : -1;
    char *bytes = length >= 0 ? calloc(1, before + (size_t)length + 8) : NULL;

    if (bytes != NULL && pread(fd, bytes + before, (size_t)length, 0) != length)
        insist(false, name);
    if (fd >= 0)
        close(fd);
    *size = before + (size_t)(length > 0 ? length : 0);
    return bytes;
}

static void put_file(const fed_folder *folder, const char *name, const char *bytes, size_t size)
{
    const int fd = openat(folder->room, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    insist(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0, name);
}

/* A head like those of the spool's own files; the spool need not be open. */
static void put_head(const scene *s, const char kind[8], char *head)
{
    fed_error error = {FED_OK, ""};
    fed_spool *spool = NULL;

    insist(fed_spool_open(&spool, &s->folder, &s->study, say_nothing, NULL, &error) == FED_OK,
           error.text);
    fed_spool_head(spool, kind, head);
    fed_spool_free(spool);
}

/* One batch as it stands in a segment; a segment whose head alone is set right; and `study`. */
static void place(const scene *s, const char head[FED_SPOOL_HEAD])
{
    struct {
        uint32_t mark, checksum;
        uint64_t size;
    } batch = {0x68637462, 0, 0};
    const size_t before = FED_SPOOL_HEAD + sizeof batch;
    size_t size;
    char *bytes = slurp("batch", before, &size);

    insist(bytes != NULL, "batch");
    batch.size = size - before;
    batch.checksum = fed_checksum(bytes + before, size - before);
    memcpy(bytes, head, FED_SPOOL_HEAD);
    memcpy(bytes + FED_SPOOL_HEAD, &batch, sizeof batch);
    put_file(&s->folder, "jobs-a", bytes, size);
    free(bytes);
    unlinkat(s->folder.room, "jobs-b", 0);
    unlinkat(s->folder.room, "study", 0);
    if ((bytes = slurp("segment", 0, &size)) != NULL) {
        memcpy(bytes, head, size < FED_SPOOL_HEAD ? size : FED_SPOOL_HEAD);
        put_file(&s->folder, "jobs-b", bytes, size);
        free(bytes);
    }
    if ((bytes = slurp("study", 0, &size)) != NULL) {
        put_file(&s->folder, "study", bytes, size);
        free(bytes);
    }
}

void fuzz_spool(void)
{
    static scene s;
    static char head[FED_SPOOL_HEAD];
    fed_error error = {FED_OK, ""};
    fed_spool *spool = NULL;

    if (s.config == NULL) {
        set_up(&s, "spool.cfg",
               "replicates = 2; data = { source = \"synthetic\"; samples = 40; theta = [1.0, 2.0]; "
               "};\n"
               "partition = { clients = 4; }; algorithm = { name = \"ngd\"; rounds = 3; };\n"
               "network = { type = \"circle\"; degree = 1; }; analysis = ( \"graph\" );\n"
               "output = { clients = true; };\n"
               "sweep = ( { key = \"algorithm.learning_rate\"; values = [0.1, 0.2]; } );\n",
               "out");
        put_head(&s, "fedjobs", head);
    }
    place(&s, head);
    if (fed_spool_open(&spool, &s.folder, &s.study, say_nothing, NULL, &error) == FED_OK)
        for (size_t job = 0; job < s.study.points * s.study.replicates; job++) {
            fed_result result = {.recorded = 0};
            fed_bytes again = {NULL, 0, 0, false};
            fed_spool_view view = {.spool = spool};

            if (fed_spool_has(spool, job) &&
                fed_spool_fetch(&view, job, true, &result, &error) == FED_OK)
                fed_image_put(&again, &result); /* every byte is looked at */
            fed_bytes_free(&again);
            fed_spool_view_close(&view);
            fed_arena_free(&result.arena);
        }
    insist(error.status != FED_INTERNAL, error.text);
    fed_spool_free(spool);
}

/* The state of a run behind a good front: head, job, seconds, hash of the data. */
static void place_state(const scene *s, const char head[FED_SPOOL_HEAD])
{
    const double seconds = 1.0;
    size_t size;
    char *bytes = slurp("state", FED_SPOOL_HEAD + 88, &size);
    uint32_t sum;

    insist(bytes != NULL, "state");
    memcpy(bytes, head, FED_SPOOL_HEAD);
    memcpy(bytes + FED_SPOOL_HEAD + 8, &seconds, sizeof seconds);
    sum = fed_checksum(bytes, size);
    memcpy(bytes + size, &sum, sizeof sum);
    put_file(&s->folder, "state-0", bytes, size + sizeof sum);
    free(bytes);
}

void fuzz_checkpoint(void)
{
    static scene s;
    static char head[FED_SPOOL_HEAD];
    static fed_team *team;
    static const fed_dataset *data;
    static const fed_problem *problem;
    fed_error error = {FED_OK, ""};
    fed_result result = {.recorded = 0};
    fed_job job = {.config = NULL};
    fed_life life = {.job = &job, .study = &s.study, .result = &result, .error = &error};
    bool loaded = false;

    if (s.config == NULL) {
        set_up(&s, "checkpoint.cfg",
               "data = { source = \"synthetic\"; samples = 40; theta = [1.0, 2.0]; }; partition = "
               "{ clients = 4; };\n"
               "algorithm = { name = \"local-update\"; rounds = 9; local_steps = 2;\n"
               "  client_learning_rate = 0.1; server = { optimizer = \"adam\"; };\n"
               "  decay = { window = 3; patience = 1; cooldown = 1; delta = 0.1;\n"
               "            client = 0.5; server = 0.5; }; };\n"
               "output = { clients = true; };\n",
               "out");
        put_head(&s, "fedstat", head);
        team = fed_team_solo();
        job.config = s.config;
        insist(team != NULL && fed_job_data(&job, team, &s.arena, &data, &error) == FED_OK &&
                   fed_job_problem(&job, team, &s.arena, data, false, &problem, &error) == FED_OK,
               error.text);
    }
    job.config = s.config;
    life.team = team;
    life.problem = problem;
    place_state(&s, head);
    insist(fed_spool_open(&s.study.spool, &s.folder, &s.study, say_nothing, NULL, &error) == FED_OK,
           error.text);
    fed_saver_begin(&life.saver, s.study.spool, 0, 1);
    insist(fed_life_begin(&life) == FED_OK, error.text);
    if (fed_saver_load(&life.saver, &life.run, &loaded) == FED_OK && loaded)
        insist(fed_result_keep(&s.study, &life.run, &result) == FED_OK, error.text);
    insist(error.status == FED_OK || error.status == FED_DATA, error.text);
    fed_saver_end(&life.saver);
    fed_spool_free(s.study.spool);
    s.study.spool = NULL;
    fed_arena_free(&life.arena);
    fed_arena_free(&result.arena);
}
