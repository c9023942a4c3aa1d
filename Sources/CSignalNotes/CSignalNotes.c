#define _GNU_SOURCE
#include "CSignalNotes.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#if defined(__has_feature)
#define UNDER_SANITIZER (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define UNDER_SANITIZER 0
#endif

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a handler of signals may touch only what takes no lock");

static atomic_int request;
static atomic_int seconds;

void signal_notes_clear(void) {
    atomic_store(&request, 0);
    atomic_store(&seconds, 0);
}

void signal_notes_set_request(int number) { atomic_store(&request, number); }

int signal_notes_request(void) { return atomic_load(&request); }

void signal_notes_add_second(void) { atomic_fetch_add(&seconds, 1); }

int signal_notes_seconds(void) { return atomic_load(&seconds); }

void signal_notes_begin_as_child(void) {
    /* Nobody looks at the memory of a process that crashed, which takes long to write. */
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

int signal_notes_time_is_up(void) { return SIGPROF; }

void signal_notes_limit_processor_time(long milliseconds) {
    /* Code with a sanitizer in it is slow. */
    if (UNDER_SANITIZER) milliseconds *= 20;
    struct itimerval limit = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

static const struct {
    int number;
    const char *name;
} crashes[] = {
    {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"}, {SIGSEGV, "SIGSEGV"},
    {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGSYS, "SIGSYS"},   {SIGKILL, "SIGKILL"},
};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

const char *signal_notes_crash_name(int number) {
    for (int place = 0; place < crash_count; place++)
        if (crashes[place].number == number) return crashes[place].name;
    return NULL;
}

/* Words that are said by a handler are whole before it is installed, and never change while it is. */
static struct {
    char *crashed, *placeholder, *endless;
    int descriptor, status;
} last_words;
static char handler_stack[1 << 16];

static void say(const char *text, size_t count) {
    while (count > 0) {
        ssize_t written = write(last_words.descriptor, text, count);
        if (written <= 0) return;
        text += written;
        count -= (size_t)written;
    }
}

static void say_crashed(const char *name) {
    const char *text = last_words.crashed, *next;
    while ((next = strstr(text, last_words.placeholder)) != NULL) {
        say(text, (size_t)(next - text));
        if (name) say(name, strlen(name));
        text = next + strlen(last_words.placeholder);
    }
    say(text, strlen(text));
    _exit(last_words.status);
}

static void say_last_words(int number) {
    if (number != SIGPROF) say_crashed(signal_notes_crash_name(number));
    say(last_words.endless, strlen(last_words.endless));
    _exit(last_words.status);
}

/* Code under test that ends the process ends it before the run has its result. */
static void say_exited(void) {
    if (last_words.crashed) say_crashed("an exit of its own");
}

static void handle_crashes(void (*handler)(int)) {
/* A sanitizer reports crashes itself. */
#if !UNDER_SANITIZER
    struct sigaction action = {0};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int place = 0; place < crash_count; place++)
        if (crashes[place].number != SIGKILL) sigaction(crashes[place].number, &action, NULL);
    sigaction(SIGPROF, &action, NULL);
#else
    (void)handler;
#endif
}

void signal_notes_clear_last_words(void) {
    signal_notes_limit_processor_time(0);
    handle_crashes(SIG_DFL);
    free(last_words.crashed);
    free(last_words.placeholder);
    free(last_words.endless);
    last_words.crashed = last_words.placeholder = last_words.endless = NULL;
}

void signal_notes_set_last_words(
    const char *crashed, const char *placeholder, const char *endless, int descriptor, int status) {
    signal_notes_clear_last_words();
    last_words.crashed = strdup(crashed);
    last_words.placeholder = strdup(placeholder);
    last_words.endless = strdup(endless);
    last_words.descriptor = descriptor;
    last_words.status = status;
    if (!last_words.crashed || !last_words.placeholder || !last_words.endless) return;
    static int is_registered;
    if (!is_registered++) atexit(say_exited);
    /* A stack that overflowed has no room for a handler. */
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    handle_crashes(say_last_words);
}
