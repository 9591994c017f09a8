/* register.h -- a caller's methods become variants of the session's own sections: nothing is
 * global. */
#ifndef FED_API_REGISTER_H
#define FED_API_REGISTER_H

#include "api/session.h"

/* A name and all that a loss needs. */
fed_status fed_own_loss_sound(fedomp_session *s, const fedomp_loss *loss);

#endif
