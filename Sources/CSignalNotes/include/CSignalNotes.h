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

/* Asks the system to end this process when its parent ends, if the system supports it, and to write no core file. */
void signal_notes_begin_as_child(void);

/* Ends this process by a signal once it has used so many milliseconds more of processor time; 0 takes that back. */
void signal_notes_limit_processor_time(long milliseconds);

/* The number of that signal. */
int signal_notes_time_is_up(void);

/* The name of a signal that crashes a process, such as SIGILL; NULL for others. */
const char *signal_notes_crash_name(int number);

/* After this call, a crash writes `crashed` to a descriptor, with the name of the signal for each `placeholder`.
   The end of the processor time writes `endless`. Both end the process with `status`. The words are copied. */
void signal_notes_set_last_words(
    const char *crashed, const char *placeholder, const char *endless, int descriptor, int status);

/* Takes that back. */
void signal_notes_clear_last_words(void);

#endif
