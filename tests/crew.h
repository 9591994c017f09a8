/* crew.h -- a team of one thread for tests that call parts of the library outside a study. */
#ifndef FED_CREW_H
#define FED_CREW_H

#include "core/team.h"
#include "tap.h"

/* Made at the first call; it lasts as long as the program. */
fed_team *crew(void);

#endif
