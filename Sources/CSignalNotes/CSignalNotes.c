#include "CSignalNotes.h"

#include <stdatomic.h>

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
