/* identity.c -- of which study a spool is. The file `study` has a line for every key of the
 * configuration and, behind an @, for what of the machine its bytes depend on. */
#include "config.h"
#include "study/spool/identity.h"

#include "config/print.h"
#include "config/text.h"
#include "core/draft.h"
#include "core/sha256.h"
#include "core/threads.h"
#include "study/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STUDY "study"
enum { MOST_WORDS = 1 << 26 };

/* Keys that may change between a study and its resumption. */
static bool is_free(const char *key)
{
    static const char *const keys[] = {"threads", "output.dir", "output.json", NULL};

    for (size_t k = 0; keys[k] != NULL; k++)
        if (strcmp(key, keys[k]) == 0)
            return true;
    return strncmp(key, "checkpoint.", 11) == 0;
}

static bool is_rounds(const char *key)
{
    return strcmp(key, "algorithm.rounds") == 0 || strcmp(key, "algorithm.iterations") == 0;
}

typedef struct listing {
    FILE *words, *stream; /* and where a value is written first: text, of a size */
    char *text;
    size_t size;
    struct sha256_ctx digest;
} listing;

static void list_key(void *context, const char *key, const fed_node *value)
{
    listing *l = context;

    if (is_free(key))
        return;
    rewind(l->stream);
    fed_text_node(l->stream, value, false);
    fputc('\0', l->stream);
    if (fflush(l->stream) != 0)
        return;
    for (size_t k = 0; k < l->size; k++) /* a line is a key */
        l->text[k] = l->text[k] == '\n' ? ' ' : l->text[k];
    fputs(key, l->words);
    fputc('\t', l->words);
    fputs(l->text, l->words);
    fputc('\n', l->words);
    if (!is_rounds(key)) {
        sha256_update(&l->digest, strlen(key) + 1, (const uint8_t *)key);
        sha256_update(&l->digest, l->size, (const uint8_t *)l->text);
    }
}

/* What hot loops were compiled for in several versions. */
static const char *instructions(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f")                                 ? "avx512f"
           : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "avx2"
                                                                             : "x86-64";
#else
    return "generic";
#endif
}

fed_status fed_identity_make(fed_spool *spool, fed_error *error)
{
    size_t size = 0;
    listing l = {.words = open_memstream(&spool->words, &size)};
    bool good = l.words != NULL && (l.stream = open_memstream(&l.text, &l.size)) != NULL;

    if (!good) {
        if (l.words != NULL)
            fclose(l.words);
        return fed_nomem(error);
    }
    sha256_init(&l.digest);
    fprintf(l.words, "fedomp spool %d\n", FED_SPOOL_VERSION);
    fprintf(l.words, "@BLIS\t%s, kernel %s\n", fed_blis_version(), fed_blis_kernel());
    fprintf(l.words, "@instruction set\t%s\n", instructions());
    fprintf(l.words, "@C library\t%s\n", gnu_get_libc_version());
    fprintf(l.words, "@build\t%s, %s\n", FED_COMMIT, __VERSION__);
    good = fed_config_visit(spool->study->config, list_key, &l);
    good = !ferror(l.stream) && good;
    good = fclose(l.stream) == 0 && good;
    good = fclose(l.words) == 0 && good;
    free(l.text);
    fed_sha256_hex(&l.digest, spool->identity);
    return good && spool->words != NULL ? FED_OK : fed_nomem(error);
}

/* The line of a key in words, or NULL; *length is that of its value. */
static const char *value_of(const char *words, const char *key, size_t width, size_t *length)
{
    for (const char *line = words; line != NULL && *line != '\0'; line = strchr(line, '\n') + 1)
        if (strncmp(line, key, width) == 0 && line[width] == '\t') {
            *length = strcspn(line + width + 1, "\n");
            return line + width + 1;
        }
    return NULL;
}

/* A schedule that is stretched over all rounds makes more of them another study. */
static bool is_stretched(const char *words)
{
    return strstr(words, "\"cosine\"") != NULL || strstr(words, "\"polynomial\"") != NULL;
}

static bool may_grow(const char *words, const char *was, const char *is)
{
    return strtoll(is, NULL, 10) >= strtoll(was, NULL, 10) && !is_stretched(words);
}

/* Notes the keys of one side that are missing on the other or have another value there. */
static void compare(const char *from, const char *to, bool back, bool machine, char *told,
                    size_t room)
{
    const char *line = strchr(from, '\n'); /* after the first, which tells the version */

    for (line = line != NULL ? line + 1 : ""; *line != '\0'; line = strchr(line, '\n') + 1) {
        const size_t width = strcspn(line, "\t\n");
        const char *was = line + width + (line[width] == '\t');
        size_t length = strcspn(was, "\n"), other = 0;
        const char *is = value_of(to, line, width, &other);
        char key[128];

        snprintf(key, sizeof key, "%.*s", (int)width, line);
        if ((key[0] == '@') != machine || (back && is != NULL) ||
            (is != NULL && other == length && strncmp(was, is, other) == 0))
            continue;
        if (is_rounds(key) && is != NULL && may_grow(to, was, is))
            continue;
        if (strlen(told) + width + 200 > room)
            return;
        snprintf(told + strlen(told), room - strlen(told), "%s%s %s %.*s%s%.*s",
                 told[0] != '\0' ? "; " : "", key + machine, back ? "is new:" : "was",
                 length > 60 ? 60 : (int)length, was, is != NULL ? ", is " : "",
                 other > 60 ? 60 : (int)other, is != NULL ? is : "");
    }
}

/* The whole file, its last line ended, or NULL: it is not there, too large, or memory is short. A
 * zero in it ends a line. */
static char *read_words(const fed_folder *folder)
{
    const int fd = openat(folder->room, STUDY, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat info;
    char *words = NULL;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &info) == 0 && info.st_size < MOST_WORDS &&
        (words = calloc((size_t)info.st_size + 2, 1)) != NULL &&
        read(fd, words, (size_t)info.st_size) == info.st_size && info.st_size > 0)
        words[info.st_size] = words[info.st_size - 1] == '\n' ? '\0' : '\n';
    for (char *zero = words; words != NULL && zero < words + info.st_size; zero++)
        *zero = *zero == '\0' ? '\n' : *zero;
    close(fd);
    return words;
}

static fed_status judge(fed_spool *spool, const char *before, fed_error *error)
{
    char told[800] = "", machine[800] = "";
    const char *dir = spool->folder->path;

    if (strncmp(before, spool->words, strcspn(spool->words, "\n") + 1) != 0)
        return fed_fail(error, FED_OUTPUT,
                        "%s: started by another version of fedomp, whose spool cannot be "
                        "read",
                        dir);
    compare(before, spool->words, false, false, told, sizeof told);
    compare(spool->words, before, true, false, told, sizeof told);
    compare(before, spool->words, false, true, machine, sizeof machine);
    if (told[0] != '\0')
        return fed_fail(error, FED_OUTPUT, "%s: started with another configuration: %s", dir, told);
    spool->mixed = machine[0] != '\0' || strstr(before, "\n@mixed\t") != NULL;
    if (machine[0] != '\0' && !fed_config_bool(spool->study->config, "checkpoint.mixed"))
        return fed_fail(error, FED_OUTPUT,
                        "%s: started in another environment, so the results would differ "
                        "from those of one run: %s (checkpoint.mixed = true continues "
                        "anyway)",
                        dir, machine);
    return FED_OK;
}

fed_status fed_identity_check(fed_spool *spool, fed_error *error)
{
    char *before = read_words(spool->folder);
    fed_status status = before != NULL ? judge(spool, before, error) : FED_OK;

    spool->written = before != NULL && strcmp(before, spool->words) == 0;
    free(before);
    return status;
}

bool fed_identity_is_there(const fed_folder *folder)
{
    return faccessat(folder->room, STUDY, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

void fed_identity_discard(const fed_folder *folder)
{
    if (unlinkat(folder->room, STUDY, 0) == 0)
        fed_draft_sync(folder->room);
    fed_folder_clear(folder, true);
}

fed_status fed_identity_write(fed_spool *spool, fed_error *error)
{
    const fed_folder *folder = spool->folder;
    fed_draft draft;
    fed_status status;

    if (spool->written)
        return FED_OK;
    TRY(fed_draft_open(&draft, folder, FED_FOLDER_ROOM "/" STUDY, error));
    fputs(spool->words, draft.stream);
    if (spool->mixed)
        fputs("@mixed\tyes\n", draft.stream);
    status = fed_draft_seal(&draft, folder, FED_FOLDER_ROOM "/" STUDY, error);
    if (status == FED_OK)
        status = fed_draft_rename(&draft, folder, folder->room, STUDY, error);
    fed_draft_drop(&draft);
    spool->written = status == FED_OK;
    fed_log_keep(spool->log);
    return status;
}
