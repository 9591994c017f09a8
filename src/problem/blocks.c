/* blocks.c -- a model's outputs, the loss's link on them, and the way back, block by block: written
 * once for every model and loss. */
#include "problem/blocks.h"

#include "problem/errors.h"
#include "problem/links.h"

#include <string.h>

/* work: [eta][d1][Jv, phi'' or weights][phi''] of outputs x FED_BLOCK each, [y] of responses x
 * FED_BLOCK, [value] of FED_BLOCK, [the model's] */
typedef struct scratch {
    double *eta, *d1, *s, *d2, *y, *value, *room;
} scratch;

static scratch carve(const fed_problem *problem, double *work)
{
    const size_t wide = problem->outputs * FED_BLOCK;
    scratch s = {work, work + wide, work + 2 * wide, work + 3 * wide, work + 4 * wide, NULL, NULL};

    s.value = s.y + problem->responses * FED_BLOCK;
    s.room = s.value + FED_BLOCK;
    return s;
}

size_t fed_rows_work(const fed_problem *problem)
{
    return problem->loss->link == NULL
               ? 2 * problem->p
               : (4 * problem->outputs + problem->responses + 1) * FED_BLOCK + problem->model.room;
}

void fed_rows_eval(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                   const double *theta, double *value, double *grad, double *work)
{
    fed_rows_measure(problem, rows, n, factor, theta, value, grad, NULL, NULL, work);
}

void fed_rows_measure(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                      const double *theta, double *value, double *grad, double *wrong, double *eta,
                      double *work)
{
    const size_t step = problem->model.block;
    const scratch s = carve(problem, work);
    fed_total total = {.factors = 0};
    double sum = 0.0;

    if (problem->loss->link == NULL) {
        problem->loss->eval(problem->data, problem->y, rows, n, factor, theta, value, grad, work);
        return;
    }
    for (size_t first = 0; first < n; first += step) {
        const size_t count = n - first < step ? n - first : step;

        fed_forward(problem, rows + first, count, theta, s.eta, s.room);
        if (eta != NULL)
            memcpy(eta + first, s.eta, count * sizeof *eta);
        fed_responses(problem, false, rows + first, count, s.y);
        if (value != NULL && problem->loss->add != NULL) {
            problem->loss->add(problem->keys.values, count, s.eta, s.y, &total, s.d1);
        } else {
            fed_links(problem, count, s.eta, s.y, value != NULL ? s.value : NULL,
                      grad != NULL ? s.d1 : NULL, NULL);
            for (size_t i = 0; value != NULL && i < count; i++)
                sum += s.value[i];
        }
        if (wrong != NULL)
            *wrong += fed_misclassified(problem, count, s.eta, s.y);
        if (grad != NULL) {
            for (size_t c = 0; c < problem->outputs; c++)
                for (size_t i = 0; i < count; i++)
                    s.d1[c * FED_BLOCK + i] *= factor;
            fed_backward(problem, rows + first, count, theta, s.d1, grad, s.room);
        }
    }
    if (value != NULL)
        *value += factor * (sum + fed_total_take(&total));
}

void fed_rows_hvp(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                  const double *theta, const double *v, double *out, double *work)
{
    const fed_model *model = &problem->model;
    const fed_matrix *x = &problem->data->matrix;
    const bool affine = (model->can & FED_MODEL_AFFINE) != 0;
    const scratch s = carve(problem, work);

    if (problem->loss->link == NULL) {
        problem->loss->hvp(problem->data, problem->y, rows, n, factor, v, out, work);
        return;
    }
    for (size_t first = 0; first < n; first += model->block) {
        const size_t count = n - first < model->block ? n - first : model->block;

        fed_forward(problem, rows + first, count, theta, s.eta, s.room);
        fed_responses(problem, false, rows + first, count, s.y);
        fed_links(problem, count, s.eta, s.y, NULL, affine ? NULL : s.d1, s.d2);
        model->type->tangent(model, x, rows + first, count, theta, v, s.s, s.room);
        fed_bends(problem, count, factor, s.d2, s.s); /* J'(phi'' Jv) */
        for (size_t c = 0; !affine && c < problem->outputs; c++)
            for (size_t i = 0; i < count; i++)
                s.d1[c * FED_BLOCK + i] *= factor;
        model->type->curve(model, x, rows + first, count, theta, v, s.d1, s.s, out, s.room);
    }
}

/* The blocks (a,b), b <= a, of one block of samples. */
static void outer(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                  const scratch *s, double *hessian, size_t ld)
{
    const fed_model *model = &problem->model;
    const fed_matrix *x = &problem->data->matrix;

    for (size_t a = 0; a < problem->outputs; a++) {
        if (problem->loss->cross == NULL) { /* phi'' >= 0 */
            model->type->outer(model, x, rows, n, a, a, factor, s->d2 + a * FED_BLOCK, true,
                               hessian, ld, s->room);
            continue;
        }
        for (size_t b = 0; b <= a; b++) {
            problem->loss->cross(n, a, b, factor, s->d2, s->s);
            model->type->outer(model, x, rows, n, a, b, 1.0, s->s, false, hessian, ld, s->room);
        }
    }
}

/* phi'' of a block of samples to s->d2; eta as in fed_rows_lower. */
static void second(const fed_problem *problem, const size_t *rows, size_t n, const double *theta,
                   const double *eta, const scratch *s)
{
    if (!problem->loss->affine && eta == NULL) /* else phi'' is constant */
        fed_forward(problem, rows, n, theta, s->eta, s->room);
    fed_responses(problem, false, rows, n, s->y);
    fed_links(problem, n, eta != NULL ? eta : s->eta, s->y, NULL, NULL, s->d2);
}

void fed_rows_lower(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                    const double *theta, const double *eta, double *hessian, size_t ld,
                    double *work)
{
    const scratch s = carve(problem, work);

    if (problem->loss->link == NULL) {
        problem->loss->hessian(problem->data, problem->y, rows, n, factor, hessian, ld);
        return;
    }
    for (size_t first = 0; first < n; first += FED_BLOCK) {
        const size_t count = n - first < FED_BLOCK ? n - first : FED_BLOCK;

        second(problem, rows + first, count, theta, eta != NULL ? eta + first : NULL, &s);
        outer(problem, rows + first, count, factor, &s, hessian, ld);
    }
}

void fed_rows_bends(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                    const double *theta, const double *eta, double *bends, double *work)
{
    const scratch s = carve(problem, work);

    for (size_t first = 0; first < n; first += FED_BLOCK) {
        const size_t count = n - first < FED_BLOCK ? n - first : FED_BLOCK;

        second(problem, rows + first, count, theta, eta != NULL ? eta + first : NULL, &s);
        for (size_t i = 0; i < count; i++)
            bends[first + i] = factor * s.d2[i];
    }
}

void fed_mirrored(const fed_problem *problem, double *hessian, size_t ld)
{
    if (problem->loss->link != NULL)
        problem->model.type->mirror(&problem->model, hessian, ld);
}

void fed_rows_hessian(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                      const double *theta, double *hessian, size_t ld, double *work)
{
    fed_rows_lower(problem, rows, n, factor, theta, NULL, hessian, ld, work);
    fed_mirrored(problem, hessian, ld);
}
