/* traits.h -- what makes a problem hard for some methods and analyses, and how they refuse it. */
#ifndef FED_TRAITS_H
#define FED_TRAITS_H

#include "problem/problem.h"

typedef enum fed_trait {
    FED_TRAIT_PROGRAM = 1,      /* a linear program, not samples */
    FED_TRAIT_KINKS = 2,        /* a loss that lacks a gradient somewhere */
    FED_TRAIT_L1 = 4,           /* an l1 penalty */
    FED_TRAIT_FUNCTIONS = 8,    /* functions of a kernel in place of parameters */
    FED_TRAIT_CURVED = 16,      /* a gradient that is not affine in theta */
    FED_TRAIT_MIXED = 32,       /* not a loss of one product x'theta */
    FED_TRAIT_NO_PRODUCTS = 64, /* no Hessian-vector products */
    FED_TRAIT_NO_HESSIAN = 128, /* no Hessian */
    FED_TRAIT_MANY = 256,       /* p x p numbers are too many: p > FED_MOST_PARAMETERS */
    /* what a method refuses unless it says that it takes it */
    FED_TRAITS_HARD = FED_TRAIT_PROGRAM | FED_TRAIT_KINKS | FED_TRAIT_L1 | FED_TRAIT_FUNCTIONS
} fed_trait;

enum { FED_MOST_PARAMETERS = 3000 }; /* whose p x p matrices take 72 MB, their eigenvalues 30 s */

unsigned fed_traits(const fed_problem *problem);
/* Those of a loss and its penalty alone. */
unsigned fed_traits_of_loss(const fed_loss *loss, double l1);

/* FED_CONFIG when the problem has a trait that `who` refuses, told at `key` (NULL: at the key that
 * gives the problem that trait). */
fed_status fed_refuse(const fed_problem *problem, const fed_config *config, const char *key,
                      const char *who, unsigned refused, fed_error *error);
fed_status fed_refuse_loss(const fed_loss *loss, double l1, const fed_config *config,
                           const char *who, unsigned refused, fed_error *error);

#endif
