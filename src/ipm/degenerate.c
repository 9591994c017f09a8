/* degenerate.c -- certificates that there is no optimum to converge to. */
#include "ipm/ipm.h"

bool fed_ipm_certificate(fed_ipm *ipm)
{
    (void)ipm;
    return false;
}
