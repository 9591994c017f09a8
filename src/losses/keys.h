/* keys.h -- the keys of losses that a method must know too: the interior point's duals. */
#ifndef FED_LOSS_KEYS_H
#define FED_LOSS_KEYS_H

typedef struct fed_quantile_keys {
    double tau; /* the level, in (0,1) */
} fed_quantile_keys;

typedef struct fed_pnorm_keys {
    double power; /* the exponent, above 1 */
} fed_pnorm_keys;

#endif
