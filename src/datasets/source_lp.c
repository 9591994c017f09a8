/* source_lp.c -- a linear program, from a directory of CSV files or a file in free MPS. */
#include "datasets/program.h"
#include "datasets/lp_csv.h"
#include "datasets/mps.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    const char *path = fed_config_path(config, "data.path");
    struct stat info;

    (void)team, (void)seed, (void)replicate;
    if (*path == '\0')
        return fed_config_fault(config, error, FED_CONFIG, "data.path",
                                "needed with source = \"lp\"");
    TRY(fed_config_readable(config, "data.path", error));
    if (stat(path, &info) != 0)
        return fed_fail(error, FED_DATA, "%s: %s", path, strerror(errno));
    if ((data->origin = fed_strdup(arena, path)) == NULL)
        return fed_nomem(error);
    if (S_ISDIR(info.st_mode))
        TRY(fed_program_csv(arena, path, data, error));
    else
        TRY(fed_program_mps(arena, path, data, error));
    return FED_OK;
}

static const fed_param params[] = {{"path", FED_PATH, NULL, FED_ANY, NULL,
                                    "a directory with A.csv (row,column,value), b.csv, "
                                    "c.csv, bounds.csv (lower,upper) and owner.csv "
                                    "(client of each column), or a file in free MPS "
                                    "format"},
                                   FED_END};

const fed_source fed_source_lp = {
    .entry = {"lp", "a linear program whose columns are distributed over the clients", params},
    .load = load,
};
