/* traits.c -- one table of what a problem can be refused for, and in which words. */
#include "problem/traits.h"

typedef struct trait {
    unsigned bit;
    const char *key, *is,
        *need; /* "IS, and WHO needs NEED"; in `is` %L is the loss, %M the model */
} trait;

static const trait table[] = {
    {FED_TRAIT_PROGRAM, "data.source", "a linear program has no samples",
     "them; fedipm solves linear programs"},
    {FED_TRAIT_KINKS, "loss.type", "'%L' is not smooth", "gradients"},
    {FED_TRAIT_L1, "loss.l1", "an l1 penalty is not smooth", "gradients"},
    {FED_TRAIT_FUNCTIONS, "features.type", "functions of a kernel have no parameters",
     "them; fedavg and fedprox work on functions, and the polynomial and fourier features of a "
     "kernel have parameters"},
    {FED_TRAIT_CURVED, "loss.type", "the gradient of '%L' with the model '%M' is not affine",
     "a linear or quadratic loss"},
    {FED_TRAIT_MIXED, "loss.type",
     "'%L' with the model '%M' does not depend on one "
     "product x'theta",
     "one"},
    {FED_TRAIT_NO_PRODUCTS, "model.type", "the model '%M' has no Hessian-vector products", "them"},
    {FED_TRAIT_NO_HESSIAN, "model.type", "the model '%M' has no Hessian", "one"},
    {FED_TRAIT_MANY, "model.type", "the model '%M' has %P parameters", "matrices of p x p numbers"},
};

unsigned fed_traits_of_loss(const fed_loss *loss, double l1)
{
    return (loss->smooth ? 0 : FED_TRAIT_KINKS) | (l1 > 0.0 ? FED_TRAIT_L1 : 0);
}

unsigned fed_traits(const fed_problem *problem)
{
    const unsigned can = problem->model.can;
    const bool by_model =
        problem->loss->link != NULL; /* else the loss has all derivatives itself */
    unsigned traits = fed_traits_of_loss(problem->loss, problem->l1);

    if (problem->data->program != NULL)
        return FED_TRAIT_PROGRAM;
    if (problem->functions)
        traits |= FED_TRAIT_FUNCTIONS;
    if (!problem->affine)
        traits |= FED_TRAIT_CURVED;
    if (!problem->products)
        traits |= FED_TRAIT_MIXED;
    if (by_model && !(can & FED_MODEL_HVP))
        traits |= FED_TRAIT_NO_PRODUCTS;
    if (by_model && !(can & FED_MODEL_HESSIAN))
        traits |= FED_TRAIT_NO_HESSIAN;
    if (problem->p > FED_MOST_PARAMETERS)
        traits |= FED_TRAIT_MANY;
    return traits;
}

/* The text of `is` with its names. */
static void describe(const trait *row, const fed_loss *loss, const fed_model *model, char *text,
                     size_t room)
{
    size_t length = 0;

    for (const char *c = row->is; *c != '\0' && length + 1 < room; c++)
        if (*c != '%')
            text[length++] = *c;
        else if (*++c == 'P')
            length += (size_t)snprintf(text + length, room - length, "%zu", model->p);
        else
            length += (size_t)snprintf(text + length, room - length, "%s",
                                       *c == 'L' ? loss->entry.name : model->type->entry.name);
    text[length < room ? length : room - 1] = '\0';
}

static fed_status refuse(unsigned found, const fed_loss *loss, const fed_model *model,
                         const fed_config *config, const char *key, const char *who,
                         fed_error *error)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (found & table[k].bit) {
            char is[256];

            describe(&table[k], loss, model, is, sizeof is);
            return fed_config_fault(config, error, FED_CONFIG, key != NULL ? key : table[k].key,
                                    "%s, and %s needs %s", is, who, table[k].need);
        }
    return FED_OK;
}

fed_status fed_refuse(const fed_problem *problem, const fed_config *config, const char *key,
                      const char *who, unsigned refused, fed_error *error)
{
    return refuse(fed_traits(problem) & refused, problem->loss, &problem->model, config, key, who,
                  error);
}

fed_status fed_refuse_loss(const fed_loss *loss, double l1, const fed_config *config,
                           const char *who, unsigned refused, fed_error *error)
{
    return refuse(fed_traits_of_loss(loss, l1) & refused, loss, NULL, config, NULL, who, error);
}
