/* units.c -- memory of a kind of units, and stretches of it as the blocks see them. */
#include "algorithms/ipm/units.h"

#include "algorithms/ipm/ipm.h"

fed_status fed_units_alloc(fed_arena *arena, fed_units *u, fed_error *error)
{
    double **arrays[] = {&u->a,    &u->slack, &u->sa, &u->ma, &u->mz,      &u->waa,
                         &u->waz,  &u->wzz,   &u->da, &u->dz, &u->trial_a, &u->trial_slack,
                         &u->here, &u->gl,    &u->gu, &u->zl, &u->zu,      &u->pa};

    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if ((*arrays[k] = FED_ARRAY(arena, u->n, double)) == NULL)
            return fed_nomem(error);
    return FED_OK;
}

fed_span fed_units_span(const fed_units *u, size_t first, size_t n, bool trial)
{
    return (fed_span){.n = n,
                      .a = (trial ? u->trial_a : u->a) + first,
                      .slack = (trial ? u->trial_slack : u->slack) + first,
                      .cz = u->cz != NULL ? u->cz + first : NULL,
                      .lower = u->lower != NULL ? u->lower + first : NULL,
                      .upper = u->upper != NULL ? u->upper + first : NULL,
                      .shape = u->shape,
                      .plain = u->plain};
}
