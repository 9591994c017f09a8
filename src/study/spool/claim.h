/* claim.h -- jobs of a study that several processes share, each run by one of them. Should two run
 * the same, no harm is done: their results are the same. */
#ifndef FED_CLAIM_H
#define FED_CLAIM_H

#include "study/spool/spool.h"

/* Whether the job is this process's to run. A claim of a process that is dead, or that was not
 * renewed for two minutes, is void. */
bool fed_claim_take(fed_spool *spool, size_t job);
void fed_claim_renew(const fed_spool *spool, size_t job);
void fed_claim_drop(const fed_spool *spool, size_t job);

#endif
