/* machine.h -- what this machine can hold. */
#ifndef FED_MACHINE_H
#define FED_MACHINE_H

/* Bytes of memory that the process may have; INFINITY when nobody tells. */
double fed_machine_memory(void);

#endif
