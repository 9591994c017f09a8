/* writer.h -- the output directory: every file is written aside, fsync'ed and renamed. */
#ifndef FED_WRITER_H
#define FED_WRITER_H

#include "study/study.h"

/* One output file of a study. */
typedef struct fed_writer {
    const char *file;
    bool (*wanted)(const fed_study *study);
    fed_status (*write)(const fed_study *study, FILE *stream, fed_error *error);
} fed_writer;

extern const fed_writer fed_write_metrics, fed_write_summary, fed_write_theta_csv,
    fed_write_theta_npy, fed_write_run_json, fed_write_run_yaml;

void fed_put_number(FILE *stream, double x);
/* Text as a CSV cell: quoted when it holds a comma, a quote or a line end. */
void fed_put_cell(FILE *stream, const char *text);
void fed_put_sweep_names(FILE *stream, const fed_config *config); /* "key,key," */
/* "value,value," */
void fed_put_sweep_values(FILE *stream, const fed_config *config, size_t point);

#endif
