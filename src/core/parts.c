/* parts.c -- the parts of a loop that nobody has claimed, in one word. The loop's number is in it
 * too: whoever looked at an earlier loop fails to claim in this one. */
#include "core/parts.h"

enum { NUMBER = 32, FIRST = 16, MASK = 0xffff };

void fed_parts_open(fed_parts *parts, size_t count)
{
    const unsigned long long number =
        (atomic_load_explicit(&parts->unclaimed, memory_order_relaxed) >> NUMBER) + 1;

    atomic_store_explicit(&parts->undone, count, memory_order_relaxed);
    atomic_store_explicit(&parts->unclaimed, number << NUMBER | count, memory_order_release);
}

bool fed_parts_claim(fed_parts *parts, bool owner, size_t *part)
{
    unsigned long long now = atomic_load_explicit(&parts->unclaimed, memory_order_relaxed);

    for (;;) {
        const size_t first = now >> FIRST & MASK, end = now & MASK;

        if (first >= end)
            return false;
        *part = owner ? first : end - 1;
        if (atomic_compare_exchange_weak_explicit(&parts->unclaimed, &now,
                                                  owner ? now + (1 << FIRST) : now - 1,
                                                  memory_order_acquire, memory_order_relaxed))
            return true;
    }
}

void fed_parts_did(fed_parts *parts)
{
    atomic_fetch_sub_explicit(&parts->undone, 1, memory_order_release);
}

bool fed_parts_done(fed_parts *parts)
{
    return atomic_load_explicit(&parts->undone, memory_order_acquire) == 0;
}
