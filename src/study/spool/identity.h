/* identity.h -- of which study a spool is: its configuration and what else its bytes depend on. */
#ifndef FED_IDENTITY_H
#define FED_IDENTITY_H

#include "study/spool/parts.h"

/* What this process would write: spool->words and their digest. */
fed_status fed_identity_make(fed_spool *spool, fed_error *error);
/* Against the file `study`, if it is there: FED_OUTPUT with what differs. More rounds are no other
 * study unless a schedule is stretched over them; other machines are none with checkpoint.mixed. */
fed_status fed_identity_check(fed_spool *spool, fed_error *error);
/* Brings `study` to the disk, once. */
fed_status fed_identity_write(fed_spool *spool, fed_error *error);
bool fed_identity_is_there(const fed_folder *folder);
/* Takes away `study` and then the rest of the spool: what a process has left that was killed
 * meanwhile is no spool. */
void fed_identity_discard(const fed_folder *folder);

#endif
