/* status.h -- every status with its exit code and message, once; errors as values. */
#ifndef FED_STATUS_H
#define FED_STATUS_H

#include <stdarg.h>
#include <stddef.h>

/* name, exit status of the program, message */
#define FED_STATUS(X)                                     \
    X(OK, 0, "success")                                   \
    X(NOMEM, 1, "out of memory")                          \
    X(INTERNAL, 1, "internal error")                      \
    X(USAGE, 2, "bad usage")                              \
    X(OUTPUT, 2, "output cannot be written")              \
    X(CONFIG, 3, "invalid configuration")                 \
    X(DATA, 4, "invalid data")                            \
    X(NOANSWER, 5, "a replicate ended without an answer") \
    X(SIGNAL, 75, "stopped by a signal")

typedef enum fed_status {
#define FED_STATUS_ENUM(name, code, text) FED_##name,
    FED_STATUS(FED_STATUS_ENUM)
#undef FED_STATUS_ENUM
} fed_status;

/* The first fault met, in words; library code never prints. */
typedef struct fed_error {
    fed_status status;
    char text[1024];
} fed_error;

int fed_status_exit(fed_status status);
const char *fed_status_text(fed_status status);

/* Sets *error; the first fault wins. */
void fed_tell(fed_error *error, fed_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* `return fed_fail(error, FED_DATA, "...")`: a macro, so that the compiler sees what is returned.
 */
static inline fed_status fed_returned(fed_status status)
{
    return status;
}
#define fed_fail(error, status, ...) (fed_tell(error, status, __VA_ARGS__), fed_returned(status))
#define fed_nomem(error) fed_fail(error, FED_NOMEM, "out of memory")

#define TRY(call)                        \
    do {                                 \
        fed_status try_status_ = (call); \
        if (try_status_ != FED_OK)       \
            return try_status_;          \
    } while (0)

#endif
