#ifndef C_SIGNAL_NOTES_H
#define C_SIGNAL_NOTES_H

/* What the handlers of signals leave behind for every thread. Swift has no atomics below macOS 15, and a handler may
   touch no lock. */

/* Forgets what was noted. */
void signal_notes_clear(void);

/* Notes the signal that asks to stop. */
void signal_notes_set_request(int number);

/* The number of the signal that asked to stop, or 0. */
int signal_notes_request(void);

/* Notes that another second has ended since then. */
void signal_notes_add_second(void);

/* The seconds that ended since then. */
int signal_notes_seconds(void);

#endif
