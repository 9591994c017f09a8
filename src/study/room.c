/* room.c -- what a study takes. Of what a run will hold nothing is guessed: it has been set up. Of
 * the bytes of a cell in a file of numbers the mean is. */
#include "study/room.h"

#include "config/fits.h"
#include "config/points.h"
#include "study/life.h"
#include "study/spool/parts.h"

#include <math.h>
#include <sys/statvfs.h>

/* Bytes of a number as text, of a row of metrics.csv and of one of summary.csv, as studies have
 * them. */
enum { CELL = 21, METRICS_ROW = 235, SUMMARY_ROW = 100, SUMMARY_METRICS = 13 };

/* Bytes that may never reach the disk in binary: where they do not fit as text, the writers tell.
 */
static const double SMALL = 1 << 26;

static double records_of(const fed_config *point)
{
    return (double)(fed_life_rounds(point) / (size_t)fed_config_int(point, "output.every") + 1);
}

/* How many points of the study have to be looked at: one stands for all where nothing differs that
 * tells how long they run and what they record. */
static size_t looked_at(const fed_study *study)
{
    const fed_config *config = study->config;
    const bool vary = fed_life_rounds_vary(config) || fed_config_varies(config, "output.every") ||
                      fed_config_varies(config, "algorithm.stop.metric") ||
                      fed_config_varies(config, "algorithm.tolerance");
    const size_t points = study->points_to - study->points_from;

    return vary || points == 0 ? points : 1;
}

fed_status fed_room_check(const fed_study *study, fed_error *error)
{
    const double jobs = (double)study->points * (double)study->replicates;
    const size_t looked = looked_at(study);

    TRY(fed_config_fits(study->config, "replicates", jobs / 4.0, error, "%.0f jobs", jobs));
    for (size_t k = 0; k < looked; k++) {
        const fed_config *point = fed_config_point(study->config, study->points_from + k);

        TRY(fed_config_fits(point, "algorithm.rounds", records_of(point) * sizeof(fed_record),
                            error, "%.0f records (output.every tells how many)",
                            records_of(point)));
    }
    return FED_OK;
}

/* Nothing but the last round ends a job that does well. */
static bool runs_through(const fed_config *point)
{
    return !fed_config_given(point, "algorithm.stop.metric") &&
           fed_config_float(point, "algorithm.tolerance") <= 0.0;
}

fed_status fed_room_check_disk(const fed_study *study, const fed_folder *folder, fed_error *error)
{
    const double replicates = (double)(study->replicates_to - study->replicates_from);
    const size_t points = study->points_to - study->points_from, looked = looked_at(study);
    double bytes = 0.0, room;
    struct statvfs info;

    for (size_t k = 0; k < looked; k++) {
        const fed_config *point = fed_config_point(study->config, study->points_from + k);

        if (runs_through(point))
            bytes += replicates * records_of(point) * sizeof(fed_record);
    }
    if (looked < points)
        bytes *= (double)points;
    if (fstatvfs(folder->dir, &info) != 0)
        return FED_OK;
    room = (double)info.f_bavail * (double)info.f_frsize;
    if (bytes <= room || bytes <= SMALL)
        return FED_OK;
    return fed_fail(error, FED_OUTPUT,
                    "%s: the records take %.0f bytes, and the disk has %.0f left: lower replicates "
                    "or algorithm.rounds, or raise output.every",
                    folder->path, bytes, room);
}

fed_room fed_room_of(const fed_study *study, const fed_run *run)
{
    const double records = records_of(run->config), jobs = (double)study->replicates,
                 theta = (double)run->models * (double)run->problem->p;
    const char *kept = fed_config_string(run->config, "output.metrics");
    const double rows = kept[0] == 'a'   ? records
                        : kept[0] == 'f' ? 1.0
                                         : 0.0; /* all, final, none */
    double cells = 0.0, spool = records * sizeof(fed_record), files;

    for (const fed_table *table = run->tables; table != NULL; table = table->next)
        cells += (double)table->room * (double)table->column_count;
    spool += cells * sizeof(double);
    files = rows * METRICS_ROW + cells * CELL;
    if (fed_config_bool(run->config, "output.theta"))
        files += theta * (sizeof(double) + /* in the spool */
                          (run->problem->p > FED_CSV_COLUMNS ? (double)sizeof(double) : CELL));
    return (fed_room){.scratch = (double)run->room * sizeof(double),
                      .disk = jobs * (spool + files) + records * SUMMARY_METRICS * SUMMARY_ROW};
}
