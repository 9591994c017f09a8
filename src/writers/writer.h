/* writer.h -- the output directory: every file is written aside, fsync'ed and renamed. */
#ifndef FED_WRITER_H
#define FED_WRITER_H

#include "study/study.h"

/* Points first..last-1 of a study, which is at most all that a piece of a file is about. */
typedef struct fed_span {
    const fed_study *study;
    size_t first, last;
} fed_span;

/* One output file of a study. Its pieces may be written at once, and stand one after the other. */
typedef struct fed_writer {
    const char *file;
    bool (*wanted)(const fed_study *study);
    fed_status (*begin)(const fed_study *study, FILE *stream, fed_error *error);
    fed_status (*points)(const fed_span *span, FILE *stream, fed_error *error);
    fed_status (*end)(const fed_study *study, FILE *stream, fed_error *error); /* or NULL */
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
