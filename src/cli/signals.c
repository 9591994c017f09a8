/* signals.c -- what SIGINT, SIGTERM, SIGHUP and SIGUSR1 ask for. */
#include "cli/signals.h"

#include "core/status.h"

#include <string.h>
#include <unistd.h>

enum { PATIENCE = 1, DEADLINE = 5 }; /* seconds until it must stop at once, and then be gone */

static volatile sig_atomic_t stop_requested, held;

static void request_stop(int number)
{
    if (number == SIGINT && stop_requested != 0) {
        signal(SIGINT, SIG_DFL);
        raise(SIGINT); /* when this handler returns */
    }
    if (stop_requested == 0) {
        stop_requested = 1;
        alarm(PATIENCE);
    }
}

static void lose_patience(int number)
{
    static const char words[] = "fedomp: stopped by a signal before it could save its "
                                "state\n";

    if (stop_requested == 0) { /* --max-time is over */
        request_stop(number);
        return;
    }
    if (stop_requested > 1 && held == 0) {
        if (write(STDERR_FILENO, words, sizeof words - 1) < 0)
            _exit(1);
        _exit(fed_status_exit(FED_SIGNAL));
    }
    stop_requested = 2;
    alarm(DEADLINE);
}

static void set(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

    sigaction(number, &action, NULL);
}

/* A signal that was ignored from the start (nohup) stays so; a full file system or a reader that is
 * gone is an error, not a signal. */
void fed_signals_catch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        struct sigaction before;

        if (sigaction(signals[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            set(signals[k], request_stop);
    }
    set(SIGALRM, lose_patience);
    set(SIGXFSZ, SIG_IGN);
    set(SIGPIPE, SIG_IGN);
}

void fed_signals_limit(unsigned seconds)
{
    alarm(seconds);
}

const volatile sig_atomic_t *fed_signals_flag(void)
{
    return &stop_requested;
}

void fed_signals_hold(void)
{
    held = 1;
}
