/* tags.c -- posts with tags, drawn user by user: a bag of words of each post, and the set of its
 * tags. Tags and words are the rarer the higher their number, as 1/(1 + number); a tag has words of
 * its own, and a user tags that interest him. */
#include "config/fits.h"
#include "datasets/bags.h"
#include "datasets/generate.h"

#include <string.h>

enum { TAGS_OF_A_POST = 3, OWN_WORDS = 10 }; /* at most; of every tag */
enum { TRUTH_STREAM, INTEREST, POSTS };

typedef struct generator {
    size_t tags, words, length;
    double focus, alpha;
    uint64_t seed, replicate;
    uint32_t *own;    /* tags x OWN_WORDS */
    double *popular;  /* cumulated weights of the words */
    double *interest; /* a user's, cumulated, of the tags */
} generator;

/* The first k of n whose cumulated weight is above a random share of all. */
static size_t draw(fed_rng *rng, const double *sums, size_t n)
{
    const double at = fed_rng_uniform(rng) * sums[n - 1];
    size_t low = 0, high = n - 1;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (sums[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void cumulate(size_t n, double *weight)
{
    for (size_t k = 1; k < n; k++)
        weight[k] += weight[k - 1];
}

static void draw_truth(const generator *gen)
{
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_TRUTH, gen->replicate, 0, TRUTH_STREAM);

    for (size_t w = 0; w < gen->words; w++)
        gen->popular[w] = 1.0 / (double)(1 + w);
    cumulate(gen->words, gen->popular);
    for (size_t k = 0; k < gen->tags * OWN_WORDS; k++)
        gen->own[k] = (uint32_t)fed_rng_below(&rng, gen->words);
}

static void draw_interest(const generator *gen, size_t user)
{
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, user, INTEREST);

    fed_rng_dirichlet(&rng, gen->alpha, gen->tags, gen->interest);
    for (size_t t = 0; t < gen->tags; t++)
        gen->interest[t] /= (double)(1 + t);
    cumulate(gen->tags, gen->interest);
}

/* Up to three distinct tags, in increasing order; how many. */
static size_t draw_tags(const generator *gen, fed_rng *rng, uint32_t *tag)
{
    const size_t wanted = 1 + (size_t)fed_rng_below(rng, TAGS_OF_A_POST);
    size_t count = 0;

    for (size_t k = 0; k < wanted; k++) {
        const uint32_t drawn = (uint32_t)draw(rng, gen->interest, gen->tags);
        size_t place = 0;

        while (place < count && tag[place] < drawn)
            place++;
        if (place < count && tag[place] == drawn)
            continue;
        memmove(tag + place + 1, tag + place, (count - place) * sizeof *tag);
        tag[place] = drawn;
        count++;
    }
    return count;
}

static void draw_words(const generator *gen, fed_rng *rng, const uint32_t *tag, size_t tags,
                       uint32_t *word)
{
    for (size_t k = 0; k < gen->length; k++)
        if (fed_rng_uniform(rng) < gen->focus)
            word[k] =
                gen->own[tag[fed_rng_below(rng, tags)] * OWN_WORDS + fed_rng_below(rng, OWN_WORDS)];
        else
            word[k] = (uint32_t)draw(rng, gen->popular, gen->words);
}

/* The posts of all users: words, length each, and tags as a sparse matrix of ones. */
static void draw_posts(const generator *gen, const size_t *start, size_t users, uint32_t *word,
                       const fed_matrix *tags)
{
    size_t *ptr = (size_t *)tags->ptr;
    uint32_t *col = (uint32_t *)tags->col;

    for (size_t m = 0; m < users; m++) {
        fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, m, POSTS);

        draw_interest(gen, m);
        for (size_t i = start[m]; i < start[m + 1]; i++) {
            const size_t count = draw_tags(gen, &rng, col + ptr[i]);

            ptr[i + 1] = ptr[i] + count;
            for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
                ((double *)tags->val)[e] = 1.0;
            draw_words(gen, &rng, col + ptr[i], count, word + i * gen->length);
        }
    }
}

static fed_status fill(fed_arena *arena, fed_arena *scratch, const fed_config *config,
                       generator *gen, const size_t *start, fed_dataset *data, fed_error *error)
{
    const size_t n = data->n;
    fed_matrix *tags = FED_NEW(arena, fed_matrix);
    uint32_t *word = FED_ARRAY(scratch, n * gen->length, uint32_t);
    size_t *first = FED_ARRAY(scratch, n + 1, size_t), words = gen->words;

    gen->own = FED_ARRAY(scratch, gen->tags * OWN_WORDS, uint32_t);
    gen->popular = FED_ARRAY(scratch, gen->words, double);
    gen->interest = FED_ARRAY(scratch, gen->tags, double);
    if (tags == NULL || word == NULL || first == NULL || gen->own == NULL || gen->popular == NULL ||
        gen->interest == NULL)
        return fed_nomem(error);
    *tags = (fed_matrix){.n = n,
                         .d = gen->tags,
                         .unit = 1.0,
                         .ptr = FED_ARRAY(arena, n + 1, size_t),
                         .col = FED_ARRAY(arena, n * TAGS_OF_A_POST, uint32_t),
                         .val = FED_ARRAY(arena, n * TAGS_OF_A_POST, double)};
    if (tags->ptr == NULL || tags->col == NULL || tags->val == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i <= n; i++)
        first[i] = i * gen->length;
    draw_truth(gen);
    draw_posts(gen, start, data->clients, word, tags);
    TRY(fed_bags_cut(scratch, n * gen->length, word,
                     (size_t)fed_config_int(config, "data.vocabulary"), &words, error));
    TRY(fed_bags_make(arena, n, first, word, words, &data->matrix, error));
    data->targets = tags;
    return FED_OK;
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    generator gen = {.tags = (size_t)fed_config_int(config, "data.tags"),
                     .words = (size_t)fed_config_int(config, "data.words"),
                     .length = (size_t)fed_config_int(config, "data.length"),
                     .focus = fed_config_float(config, "data.focus"),
                     .alpha = fed_config_float(config, "data.alpha"),
                     .seed = seed,
                     .replicate = replicate};
    fed_arena scratch = {NULL};
    const size_t *start;
    fed_status status;

    (void)team;
    TRY(fed_generate_clients(arena, config, data, &start, error));
    TRY(fed_config_fits(config, "data.sizes", (double)data->n * (double)gen.length * 16.0, error,
                        "%zu posts of %zu words", data->n, gen.length));
    if ((data->y = FED_ARRAY(arena, data->n, double)) == NULL)
        return fed_nomem(error);
    status = fill(arena, &scratch, config, &gen, start, data, error);
    fed_arena_free(&scratch);
    return status;
}

static const fed_param params[] = {
    FED_CLIENT_ROWS("100", "[10, 20, 40, 80]"),
    {"tags", FED_INT, "50", 1, 1048576, NULL, "number of tags; a post has one to three"},
    {"words", FED_INT, "2000", 1, 1048576, NULL, "number of words that posts are made of"},
    {"vocabulary", FED_INT, "0", 0, 1048576, NULL,
     "number of features: the most frequent words; others are left out of the bags; 0: all "
     "words"},
    {"length", FED_INT, "20", 1, 1048576, NULL, "number of words of a post"},
    {"focus", FED_FLOAT, "0.5", 0, 1, NULL,
     "probability that a word is one of the ten words of a tag of the post"},
    {"alpha", FED_FLOAT, "0.5", 1e-6, 1e6, NULL,
     "concentration of the users' interests in tags; smaller is less even"},
    FED_END};

const fed_source fed_source_tags = {
    .entry = {"tags", "posts of users as bags of words, with sets of tags", params},
    .random = true,
    .loss = "multilabel",
    .load = load};
