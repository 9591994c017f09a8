/* theta.c -- the final parameters: theta.csv, or theta.npy for models beyond 4096 parameters. */
#include "study/cursor.h"
#include "writers/writer.h"

#include <string.h>

static bool wanted_csv(const fed_study *study)
{
    return fed_config_bool(study->config, "output.theta") && study->extent.p <= FED_CSV_COLUMNS;
}

static bool wanted_npy(const fed_study *study)
{
    return fed_config_bool(study->config, "output.theta") && study->extent.p > FED_CSV_COLUMNS;
}

static fed_status begin_csv(const fed_study *study, FILE *stream, fed_error *error)
{
    (void)error;
    fputs("run,replicate,client", stream);
    for (size_t j = 0; j < study->extent.p; j++)
        fprintf(stream, ",theta_%zu", j);
    fputc('\n', stream);
    return FED_OK;
}

/* A server's model is client -1. Rows of narrower models in a sweep end in empty cells. */
static fed_status write_csv(const fed_span *span, FILE *stream, fed_error *error)
{
    const fed_study *study = span->study;
    const size_t width = study->extent.p;
    fed_cursor cursor = fed_cursor_models(study, error);
    const fed_result *result;

    for (size_t k = span->first * study->replicates; k < span->last * study->replicates; k++) {
        if ((result = fed_cursor_at(&cursor, k)) == NULL)
            break;
        for (size_t m = 0; m < result->models; m++) {
            fprintf(stream, "%zu,%zu,%lld", k / study->replicates, k % study->replicates,
                    result->decentralised ? (long long)m : -1LL);
            for (size_t j = 0; j < width; j++) {
                fputc(',', stream);
                fed_put_number(stream, j < result->p ? result->theta[m * result->p + j] : NAN);
            }
            fputc('\n', stream);
        }
    }
    return fed_cursor_end(&cursor);
}

/* runs x replicates x models x parameters, version 1.0. */
static fed_status begin_npy(const fed_study *study, FILE *stream, fed_error *error)
{
    char header[118];
    const int length =
        snprintf(header, sizeof header,
                 "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu, %zu, %zu), }",
                 study->points, study->replicates, study->extent.models, study->extent.p);

    (void)error;
    memset(header + length, ' ', sizeof header - (size_t)length);
    header[sizeof header - 1] = '\n';
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, stream); /* 118 bytes of header: 128 in all */
    fwrite(header, 1, sizeof header, stream);
    return FED_OK;
}

/* Padded with NaN where a point is narrower. */
static fed_status write_npy(const fed_span *span, FILE *stream, fed_error *error)
{
    const fed_study *study = span->study;
    const size_t width = study->extent.p, models = study->extent.models;
    const double nothing = NAN;
    fed_cursor cursor = fed_cursor_models(study, error);
    const fed_result *result;

    for (size_t k = span->first * study->replicates; k < span->last * study->replicates; k++) {
        if ((result = fed_cursor_at(&cursor, k)) == NULL)
            break;
        for (size_t m = 0; m < models; m++) {
            const size_t p = m < result->models ? result->p : 0;

            if (p > 0)
                fwrite(result->theta + m * p, sizeof(double), p, stream);
            for (size_t j = p; j < width; j++)
                fwrite(&nothing, sizeof nothing, 1, stream);
        }
    }
    return fed_cursor_end(&cursor);
}

const fed_writer fed_write_theta_csv = {"theta.csv", wanted_csv, begin_csv, write_csv, NULL};
const fed_writer fed_write_theta_npy = {"theta.npy", wanted_npy, begin_npy, write_npy, NULL};
