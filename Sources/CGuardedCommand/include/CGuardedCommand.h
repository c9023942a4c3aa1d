#ifndef C_GUARDED_COMMAND_H
#define C_GUARDED_COMMAND_H

#include <stdint.h>
#include <sys/types.h>

/* A command in a process group of its own, and a guardian between it and us. The guardian ends the command and all that
   it started once our end of the lifeline is closed, be it that we were killed. C, because Swift may not fork. */

enum guarded_report_kind {
    /* The command runs; the value is its process id. */
    guarded_started = 1,
    /* The command could not be started; the value is the error number. */
    guarded_refused = 2,
    /* The namespaces could not be made; the value is the error number. */
    guarded_unconfined = 3,
    /* A signal stopped the command; the value is its number. */
    guarded_stopped = 4,
    /* The command ended; the value is its exit status. */
    guarded_exited = 5,
    /* A signal ended the command; the value is its number. */
    guarded_killed = 6,
    /* A listening socket from inside the namespaces comes with the report; the value is its place in the request. */
    guarded_listening = 7,
};

struct guarded_report {
    int32_t kind;
    int32_t value;
    /* The descriptor that came with the report, or -1. */
    int32_t descriptor;
};

/* The namespaces in which the command runs. */
enum guarded_confinement {
    guarded_unconfined_run = 0,
    /* An own mount namespace; needs the rights of root. */
    guarded_own_mounts = 1,
    /* An own user, mount and network namespace. */
    guarded_own_network = 2,
    /* An own user and mount namespace. */
    guarded_own_user = 3,
};

struct guarded_request {
    /* The words of the command, each with its NUL, one behind the other. */
    const char *words;
    int word_count;
    /* NAME=VALUE, each with its NUL; they take the place of what the environment has. */
    const char *variables;
    int variable_count;
    enum guarded_confinement confinement;
    /* Pairs of paths, each with its NUL: the first is mounted over the second. */
    const char *mounts;
    int mount_count;
    /* Ports of 127.0.0.1 to listen on inside the network namespace; 0 for any. */
    const uint16_t *ports;
    int port_count;
};

struct guarded_command {
    pid_t guardian;
    /* Our end. Closing it ends the command and all that it started. */
    int lifeline;
    /* Never blocks. */
    int reports;
    /* The terminal that the command has meanwhile, or -1. */
    int terminal;
};

/* Whether this process has the rights of root. */
int guarded_is_root(void);

/* Starts a command. Returns 0 or an error number. */
int guarded_command_start(const struct guarded_request *request, struct guarded_command *command);

/* Takes the next report: 1, or 0 when there is none yet, or -1 when there will be none any more. */
int guarded_command_next(const struct guarded_command *command, struct guarded_report *report);

/* Sends a signal to the group of the command with this process id. */
void guarded_command_signal(pid_t process, int number);

/* Takes the terminal back, stops us as the command was stopped, and goes on with the command when we go on. */
void guarded_command_suspend(const struct guarded_command *command, pid_t process);

/* Takes the terminal back, ends all that is left of the command, and waits for the guardian. */
void guarded_command_end(struct guarded_command *command);

#endif
