/* renew.h -- a run saved, made anew and loaded: the proof that what lasts is registered. */
#ifndef FED_RENEW_H
#define FED_RENEW_H

#include "study/life.h"

/* Goes on from what was saved, but for the registration that the study says to forget. */
fed_status fed_life_renew(fed_life *life);

#endif
