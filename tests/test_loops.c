/* test_loops.c -- many short loops in a row, loops within loops, and several owners at once: every
 * item is done once in every loop, at any number of threads. */
#include "core/claims.h"
#include "core/team.h"
#include "tap.h"

#include <stdlib.h>

enum { OWNERS = 3, ITEMS = 40, INNER = 10, LOOPS = 2000 };

typedef struct work {
    fed_team *team;
    int items[OWNERS][ITEMS], inner[OWNERS][ITEMS][INNER];
    int wrong[OWNERS];
} work;

typedef struct place {
    work *all;
    size_t owner, item;
} place;

static void count_inner(void *context, size_t first, size_t last, double *room)
{
    const place *at = context;

    (void)room;
    for (size_t k = first; k < last; k++)
        at->all->inner[at->owner][at->item][k]++;
}

/* An item; every tenth has a loop of its own. */
static void count_items(void *context, size_t first, size_t last, double *room)
{
    const place *at = context;

    for (size_t k = first; k < last; k++) {
        place within = {at->all, at->owner, k};

        room[0] = (double)k;
        if (k % 10 == 0)
            fed_each(at->all->team, INNER, 1e5, 0, count_inner, &within);
        at->all->items[at->owner][k] += room[0] == (double)k;
    }
}

static void repeat(work *all, size_t owner)
{
    place at = {all, owner, 0};

    for (int loop = 1; loop <= LOOPS; loop++) {
        fed_each(all->team, ITEMS, 1e4, 1, count_items, &at);
        for (size_t k = 0; k < ITEMS; k++) {
            all->wrong[owner] += all->items[owner][k] != loop;
            for (size_t j = 0; j < INNER; j++)
                all->wrong[owner] += all->inner[owner][k][j] != (k % 10 == 0 ? loop : 0);
        }
    }
}

static void repeat_first(fed_team *team, void *context)
{
    (void)team;
    repeat(context, 0);
}

static void repeat_second(fed_team *team, void *context)
{
    (void)team;
    repeat(context, 1);
}

static void begin(fed_team *team, void *context)
{
    work *all = context;

    all->team = team;
    fed_team_busy(team, OWNERS);
    fed_team_spawn(team, repeat_first, all);
    fed_team_spawn(team, repeat_second, all);
    repeat(all, 2);
}

static void begin_alone(fed_team *team, void *context)
{
    work *all = context;

    all->team = team;
    for (size_t owner = 0; owner < OWNERS; owner++)
        repeat(all, owner);
}

/* A loop that ends before its helpers have, a part done twice or read after the next loop has
 * begun would be a count that is wrong at the loop's end. */
static void check_counts(int threads, fed_team_body *body)
{
    work *all = calloc(1, sizeof *all);
    fed_error error = {FED_OK, ""};

    CU_ASSERT_FATAL(all != NULL);
    CU_ASSERT(fed_team_run(threads, body, all, &error) == FED_OK);
    for (size_t owner = 0; owner < OWNERS; owner++) {
        CU_ASSERT(all->wrong[owner] == 0);
        CU_ASSERT(all->items[owner][ITEMS - 1] == LOOPS);
    }
    free(all);
}

static void test_every_item_once(void)
{
    for (int threads = 2; threads <= 7; threads++) {
        check_counts(threads, begin_alone);
        check_counts(threads, begin);
    }
}

/* The owner takes the first, helpers the last, fewer and fewer; all are taken once. */
static void test_claims(void)
{
    fed_claims claims = {0};
    fed_portion own = {0, 0}, other = {0, 0};

    CU_ASSERT(!fed_claims_take(&claims, true, 2, &own) && fed_claims_done(&claims));
    for (int loop = 0; loop < 3; loop++) {
        fed_claims_open(&claims, 12);
        CU_ASSERT(fed_claims_take(&claims, true, 2, &own) && own.first == 0 && own.end == 4);
        CU_ASSERT(fed_claims_take(&claims, false, 2, &other) && other.first == 10 &&
                  other.end == 12);
        fed_claims_did(&claims, &other);
        for (size_t k = 4; k < 10; k = own.end) {
            fed_claims_did(&claims, &own);
            CU_ASSERT(!fed_claims_done(&claims));
            CU_ASSERT_FATAL(fed_claims_take(&claims, true, 2, &own) && own.end > k);
            CU_ASSERT(own.first == k && own.end - k == (k == 4 ? 2 : 1));
        }
        CU_ASSERT(!fed_claims_take(&claims, true, 2, &own));
        CU_ASSERT(!fed_claims_take(&claims, false, 2, &other) && !fed_claims_done(&claims));
        fed_claims_did(&claims, &own);
        CU_ASSERT(fed_claims_done(&claims));
    }
    fed_claims_open(&claims, FED_MOST_PARTS);
    CU_ASSERT(fed_claims_take(&claims, false, 1, &other) && other.end == FED_MOST_PARTS &&
              other.first == FED_MOST_PARTS - 8);
}

int main(void)
{
    CU_TestInfo tests[] = {{"every item once in every loop", test_every_item_once},
                           {"parts are claimed from both ends", test_claims},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"loops", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
