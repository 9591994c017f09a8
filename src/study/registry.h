/* registry.h -- every key of the configuration and every kind of method, for the front end. */
#ifndef FED_REGISTRY_H
#define FED_REGISTRY_H

#include "core/param.h"

extern const fed_section fed_sections[]; /* ends with path NULL */
extern const fed_kind fed_kinds[];       /* ends with name NULL; what --list shows */

#endif
