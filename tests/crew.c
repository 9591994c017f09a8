/* crew.c -- the team of one thread, made once. */
#include "crew.h"

#include <stdlib.h>

static fed_team *team;

static void dismiss(void)
{
    fed_team_end(team);
}

fed_team *crew(void)
{
    if (team == NULL) {
        team = fed_team_solo();
        atexit(dismiss);
    }
    CU_ASSERT_FATAL(team != NULL);
    return team;
}
