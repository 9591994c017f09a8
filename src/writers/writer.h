/* writer.h -- the output directory: every file is written aside, fsync'ed and renamed. */
#ifndef FED_WRITER_H
#define FED_WRITER_H

#include "study.h"

/* One output file of a study. */
typedef struct fed_writer {
    const char *file;
    bool (*wanted)(const fed_study *study);
    fed_status (*write)(const fed_study *study, FILE *stream, fed_error *error);
} fed_writer;

extern const fed_writer fed_write_metrics, fed_write_summary, fed_write_theta_csv, fed_write_theta_npy,
    fed_write_run_yaml;

/* The table's widest form over all jobs, NULL when no job left it; and NAME.csv. */
const fed_table *fed_table_widest(const fed_study *study, const char *name);
fed_status fed_table_write(const fed_study *study, const char *name, FILE *stream);

/* Makes the directory (and its parents) or checks that it is empty; with force only that it is a
 * directory. *made counts the new directories, so that a run without output can take them away again. */
fed_status fed_output_prepare(const char *dir, bool force, size_t *made, fed_error *error);
/* All files of the study, run.yaml last: its presence means that the run is complete. */
fed_status fed_output_write(const fed_study *study, const char *dir, fed_error *error);
/* Takes them away again, if they are empty. */
void fed_output_discard(const char *dir, size_t made);

/* A number as %.17g; nothing for NAN, which means "not applicable". */
void fed_put_number(FILE *stream, double x);
/* Text as a CSV cell: quoted when it holds a comma, a quote or a line end. */
void fed_put_cell(FILE *stream, const char *text);
void fed_put_sweep_names(FILE *stream, const fed_config *config);               /* "key,key," */
void fed_put_sweep_values(FILE *stream, const fed_config *config, size_t point); /* "value,value," */

extern const char *const fed_metric_names[FED_METRIC_COUNT];

#endif
