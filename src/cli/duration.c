/* duration.c -- how long a study may take. */
#include "cli/duration.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double MARGIN = 60.0; /* seconds for checkpoints before SLURM's limit */

static double unit_of(const char *unit)
{
    return strcmp(unit, "s") == 0   ? 1.0
           : strcmp(unit, "m") == 0 ? 60.0
           : strcmp(unit, "h") == 0 ? 3600.0
           : strcmp(unit, "d") == 0 ? 86400.0
                                    : NAN;
}

/* [[DAYS-]HOURS:]MINUTES:SECONDS, as squeue prints it; a job without a limit has a long time. */
static double clock_time(const char *text)
{
    double value = 0.0;
    unsigned part;
    int used;

    if (strncmp(text, "UNLIMITED", 9) == 0)
        return 3e9;
    for (; sscanf(text, "%9u%n", &part, &used) == 1; text += used + 1) {
        value = 60.0 * value + part;
        if (text[used] == '-')
            value *= 24.0 / 60.0; /* hours follow, not minutes */
        else if (text[used] != ':')
            return value;
    }
    return NAN;
}

/* What squeue says is left to this job: SLURM before 23.02 does not tell the job itself. */
static double ask_squeue(void)
{
    const char *job = getenv("SLURM_JOB_ID");
    char command[80], answer[80] = "";
    FILE *pipe;

    if (job == NULL || *job == '\0' || strlen(job) > 20 || strspn(job, "0123456789") != strlen(job))
        return NAN;
    snprintf(command, sizeof command, "squeue -h -o %%L -j %s 2>/dev/null", job);
    if ((pipe = popen(command, "r")) == NULL)
        return NAN;
    if (fgets(answer, sizeof answer, pipe) == NULL)
        answer[0] = '\0';
    pclose(pipe);
    return clock_time(answer);
}

static double until_slurm_ends(void)
{
    const char *end = getenv("SLURM_JOB_END_TIME");
    const double left = end != NULL ? strtod(end, NULL) - (double)time(NULL) : ask_squeue();

    return isnan(left) ? NAN : fmax(1.0, left - MARGIN);
}

static double parse(const char *text)
{
    unsigned days = 0, hours, minutes, seconds;
    int used = 0;
    char *end;
    double value;

    if (strcmp(text, "slurm") == 0)
        return until_slurm_ends();
    if (!isdigit((unsigned char)text[0]))
        return NAN;
    if ((sscanf(text, "%6u-%2u:%2u:%2u%n", &days, &hours, &minutes, &seconds, &used) == 4 ||
         (days = 0, sscanf(text, "%6u:%2u:%2u%n", &hours, &minutes, &seconds, &used) == 3)) &&
        text[used] == '\0' && minutes < 60 && seconds < 60)
        return 86400.0 * days + 3600.0 * hours + 60.0 * minutes + seconds;
    value = strtod(text, &end);
    return value * unit_of(end);
}

bool fed_duration(const char *text, unsigned *seconds)
{
    const double value = parse(text);

    if (!(value > 0.0 && value < 4e9))
        return false;
    *seconds = (unsigned)ceil(value);
    return true;
}
