/* results.c -- reading a session's results: nothing is copied, what is not there is 0, NAN or NULL.
 */
#include "api/session.h"

#include "run/further.h"
#include "config/points.h"

#include <string.h>

static const fed_result *result_at(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_study *study;

    if (s == NULL)
        return NULL;
    study = &s->study;
    if (study->results == NULL || point >= study->points || replicate >= study->replicates)
        return NULL;
    return &study->results[point * study->replicates + replicate];
}

static const fed_record *record_at(const fedomp_session *s, size_t point, size_t replicate,
                                   size_t record)
{
    const fed_result *result = result_at(s, point, replicate);

    return result == NULL || record >= result->recorded ? NULL : &result->records[record];
}

static bool is_loaded(const fedomp_session *s)
{
    return s != NULL && s->config != NULL;
}

size_t fedomp_points(const fedomp_session *s)
{
    return is_loaded(s) ? fed_config_points(s->config) : 0;
}

size_t fedomp_replicates(const fedomp_session *s)
{
    return is_loaded(s) ? (size_t)fed_config_int(s->config, "replicates") : 0;
}

size_t fedomp_sweep_keys(const fedomp_session *s)
{
    return is_loaded(s) ? fed_config_sweep_count(s->config) : 0;
}

const char *fedomp_sweep_key(const fedomp_session *s, size_t k)
{
    return k < fedomp_sweep_keys(s) ? fed_config_sweep_key(s->config, k) : NULL;
}

const char *fedomp_sweep_value(const fedomp_session *s, size_t point, size_t k)
{
    return k < fedomp_sweep_keys(s) && point < fedomp_points(s)
               ? fed_config_sweep_value(s->config, point, k)
               : NULL;
}

int fedomp_answered(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_result *result = result_at(s, point, replicate);

    return result != NULL && fed_outcome_is_answer(result->outcome);
}

const char *fedomp_outcome(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_result *result = result_at(s, point, replicate);

    return result == NULL ? NULL : fed_outcome_text(result->outcome);
}

size_t fedomp_records(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_result *result = result_at(s, point, replicate);

    return result == NULL ? 0 : result->recorded;
}

size_t fedomp_round(const fedomp_session *s, size_t point, size_t replicate, size_t record)
{
    const fed_record *row = record_at(s, point, replicate, record);

    return row == NULL ? 0 : row->round;
}

double fedomp_metric(const fedomp_session *s, size_t point, size_t replicate, size_t record,
                     const char *name)
{
    const fed_record *row = record_at(s, point, replicate, record);

    for (int k = 0; row != NULL && name != NULL && k < FED_METRIC_ALL; k++)
        if (strcmp(fed_metric_names[k], name) == 0)
            return row->value[k];
    return NAN;
}

size_t fedomp_parameters(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_result *result = result_at(s, point, replicate);

    return result == NULL ? 0 : result->p;
}

size_t fedomp_models(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_result *result = result_at(s, point, replicate);

    return result == NULL ? 0 : result->models;
}

const double *fedomp_theta(const fedomp_session *s, size_t point, size_t replicate)
{
    const fed_result *result = result_at(s, point, replicate);

    return result == NULL ? NULL : result->theta;
}
