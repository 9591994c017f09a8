/* claims.c -- the parts of a loop that nobody has claimed, in one word. The loop's number is in it
 * too: whoever looked at an earlier loop fails to claim in this one. */
#include "core/claims.h"

enum { NUMBER = 32, FIRST = 16, MASK = 0xffff };
enum { MOST = 8 }; /* parts of a claim: others may be quicker with what is left */

void fed_claims_open(fed_claims *claims, size_t count)
{
    const unsigned long long number =
        (atomic_load_explicit(&claims->unclaimed, memory_order_relaxed) >> NUMBER) + 1;

    atomic_store_explicit(&claims->undone, count, memory_order_relaxed);
    atomic_store_explicit(&claims->unclaimed, number << NUMBER | count, memory_order_release);
}

bool fed_claims_take(fed_claims *claims, bool owner, size_t threads, fed_portion *claim)
{
    unsigned long long now = atomic_load_explicit(&claims->unclaimed, memory_order_relaxed), then;

    do {
        const size_t first = now >> FIRST & MASK, end = now & MASK;
        size_t count = (end - first) / (threads + 1);

        if (first == end)
            return false;
        count = count > MOST ? MOST : count > 1 ? count : 1;
        *claim = owner ? (fed_portion){first, first + count} : (fed_portion){end - count, end};
        then = owner ? now + ((unsigned long long)count << FIRST) : now - count;
    } while (!atomic_compare_exchange_weak_explicit(&claims->unclaimed, &now, then,
                                                    memory_order_acquire, memory_order_relaxed));
    return true;
}

void fed_claims_did(fed_claims *claims, const fed_portion *claim)
{
    atomic_fetch_sub_explicit(&claims->undone, claim->end - claim->first, memory_order_release);
}

bool fed_claims_done(fed_claims *claims)
{
    return atomic_load_explicit(&claims->undone, memory_order_acquire) == 0;
}
