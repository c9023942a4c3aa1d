#define _GNU_SOURCE
#include "CGuardedCommand.h"

#include "Confinement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

/* The milliseconds that what is left of a command has to end by itself. */
enum { patience = 1000, nap = 5 };

static int self_pipe[2];

static void note_child(int number) {
    (void)number;
    int saved = errno;
    if (write(self_pipe[1], "", 1) < 0) { /* A full pipe has told already. */ }
    errno = saved;
}

static void set_signal(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

static void make_private(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

/* MARK: Words */

static char **list(const char *texts, int count) {
    char **found = calloc((size_t)count + 1, sizeof *found);
    for (int place = 0; found && place < count; place++) {
        found[place] = (char *)texts;
        texts += strlen(texts) + 1;
    }
    return found;
}

static int has_name(const char *entry, char *const *variables) {
    size_t length = strcspn(entry, "=");
    for (; *variables; variables++) {
        if (strncmp(entry, *variables, length + 1) == 0) return 1;
    }
    return 0;
}

/* The environment with these variables in place of those of the same names. */
static char **environment(char *const *variables, int count) {
    size_t size = (size_t)count;
    for (char **entry = environ; *entry; entry++) size++;
    char **merged = calloc(size + 1, sizeof *merged);
    if (!merged) return NULL;
    size_t place = 0;
    for (char **entry = environ; *entry; entry++) {
        if (!has_name(*entry, variables)) merged[place++] = *entry;
    }
    for (int number = 0; number < count; number++) merged[place++] = variables[number];
    return merged;
}

/* MARK: The command */

static void run_command(char *const *words, char **variables, int terminal, pid_t guardian, int errors) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guardian) _exit(127);
#else
    (void)guardian;
#endif
    set_signal(SIGTTOU, SIG_IGN);
    if (terminal >= 0) tcsetpgrp(terminal, getpid());
    for (int number = 1; number < NSIG; number++) {
        struct sigaction standing;
        /* What was to be ignored stays so, as `nohup` wants it. */
        if (number == SIGHUP && sigaction(number, NULL, &standing) == 0 && standing.sa_handler == SIG_IGN) continue;
        set_signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    environ = variables;
    execvp(words[0], words);
    int code = errno;
    if (write(errors, &code, sizeof code) < 0) { /* Then the exit status tells. */ }
    _exit(code == ENOENT ? 127 : 126);
}

/* MARK: The guardian */

static void report(int reports, int kind, int value) { guarded_send(reports, kind, value, -1); }

/* Keeps nothing of ours open: a pipe whose reader waits for its end, or a port. */
static void close_all_but(const int *kept, int count) {
    int most = (int)sysconf(_SC_OPEN_MAX);
#ifdef __linux__
    DIR *folder = opendir("/proc/self/fd");
    if (folder) {
        struct dirent *entry;
        most = 0;
        while ((entry = readdir(folder))) {
            int number = atoi(entry->d_name);
            if (number >= most) most = number + 1;
        }
        closedir(folder);
    }
#endif
    for (int descriptor = 0; descriptor < most; descriptor++) {
        int is_kept = 0;
        for (int place = 0; place < count; place++) is_kept |= kept[place] == descriptor;
        if (!is_kept) close(descriptor);
    }
}

/* Sends a signal to each process whose parent the guardian is. Orphans of the command have become its children. */
static void signal_children(pid_t group, int number) {
    if (group > 0) kill(-group, number);
#ifdef __linux__
    DIR *folder = opendir("/proc");
    if (!folder) return;
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        pid_t process = atoi(entry->d_name);
        if (process <= 0) continue;
        char path[64], text[512];
        snprintf(path, sizeof path, "/proc/%d/stat", process);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) continue;
        ssize_t count = read(file, text, sizeof text - 1);
        close(file);
        if (count <= 0) continue;
        text[count] = 0;
        /* The name before it may hold anything but is closed by the last bracket. */
        char *end = strrchr(text, ')');
        int parent = 0;
        if (end && sscanf(end + 1, " %*c %d", &parent) == 1 && parent == getpid()) kill(process, number);
    }
    closedir(folder);
#endif
}

static void end_all(pid_t group) {
    for (int time = 0;; time += nap) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
            if (ended == group) group = 0;
        }
        if (ended < 0 && errno == ECHILD) return;
        if (time == 0) signal_children(group, SIGTERM), signal_children(group, SIGCONT);
        if (time >= patience) signal_children(group, SIGKILL);
        if (time >= 10 * patience) return;
        poll(NULL, 0, nap);
    }
}

static void watch(pid_t command, int lifeline, int reports) {
    pid_t group = command;
    for (;;) {
        struct pollfd waits[] = {{lifeline, POLLIN, 0}, {self_pipe[0], POLLIN, 0}};
        poll(waits, 2, -1);
        char bytes[64];
        while (read(self_pipe[0], bytes, sizeof bytes) > 0) {}
        int status;
        pid_t process;
        while ((process = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
            if (process != command) continue;
            if (WIFSTOPPED(status)) report(reports, guarded_stopped, WSTOPSIG(status));
            if (WIFEXITED(status)) report(reports, guarded_exited, WEXITSTATUS(status));
            if (WIFSIGNALED(status)) report(reports, guarded_killed, WTERMSIG(status));
            if (!WIFSTOPPED(status)) group = 0;
        }
        if (waits[0].revents) return end_all(group);
    }
}

static void guard(
    const struct guarded_request *request, char *const *words, char **variables, int terminal, int lifeline, int reports
) {
    for (int number = 1; number < NSIG; number++) {
        if (number != SIGHUP) set_signal(number, SIG_IGN);
    }
    set_signal(SIGCHLD, note_child);
    int errors[2];
    if (pipe(self_pipe) != 0 || pipe(errors) != 0) _exit(1);
    for (int end = 0; end < 2; end++) {
        make_private(self_pipe[end]);
        make_private(errors[end]);
        fcntl(self_pipe[end], F_SETFL, O_NONBLOCK);
    }
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    int code = guarded_confine(request, reports);
    if (code != 0) {
        report(reports, guarded_unconfined, code);
        _exit(1);
    }
    pid_t guardian = getpid();
    pid_t command = fork();
    if (command == 0) run_command(words, variables, terminal, guardian, errors[1]);
    if (command < 0) {
        report(reports, guarded_refused, errno);
        _exit(1);
    }
    setpgid(command, command);
    close(errors[1]);
    ssize_t count;
    while ((count = read(errors[0], &code, sizeof code)) < 0 && errno == EINTR) {}
    if (count == sizeof code) {
        report(reports, guarded_refused, code);
        _exit(1);
    }
    report(reports, guarded_started, command);
    int kept[] = {lifeline, reports, self_pipe[0], self_pipe[1]};
    close_all_but(kept, 4);
    /* Ours alone: the command began with none blocked. A hang-up is for the command to heed. */
    set_signal(SIGHUP, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    note_child(SIGCHLD);
    watch(command, lifeline, reports);
    _exit(0);
}

/* MARK: Our side */

int guarded_is_root(void) { return geteuid() == 0; }

int guarded_command_start(const struct guarded_request *request, struct guarded_command *command) {
    int reports[2], lifeline[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, reports) != 0) return errno;
    if (pipe(lifeline) != 0) {
        int code = errno;
        close(reports[0]);
        close(reports[1]);
        return code;
    }
    for (int end = 0; end < 2; end++) {
        make_private(reports[end]);
        make_private(lifeline[end]);
    }
    fcntl(reports[0], F_SETFL, O_NONBLOCK);
    char **words = list(request->words, request->word_count);
    char **own = list(request->variables, request->variable_count);
    char **variables = own ? environment(own, request->variable_count) : NULL;
    /* A command gets the terminal that is ours to give. */
    int terminal = isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp() ? STDIN_FILENO : -1;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t guardian = words && variables ? fork() : -1;
    int code = errno;
    if (guardian == 0) {
        close(reports[0]);
        close(lifeline[1]);
        guard(request, words, variables, terminal, lifeline[0], reports[1]);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(words);
    free(own);
    free(variables);
    close(reports[1]);
    close(lifeline[0]);
    if (guardian < 0) {
        close(reports[0]);
        close(lifeline[1]);
        return code;
    }
    command->guardian = guardian;
    command->lifeline = lifeline[1];
    command->reports = reports[0];
    command->terminal = terminal;
    return 0;
}

int guarded_command_next(const struct guarded_command *command, struct guarded_report *report) {
    return guarded_receive(command->reports, report);
}

void guarded_command_signal(pid_t process, int number) { kill(-process, number); }

static void give_terminal(int terminal, pid_t group) {
    if (terminal < 0) return;
    /* To give it away from the background would stop us. */
    sigset_t quiet, before;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGTTOU);
    sigprocmask(SIG_BLOCK, &quiet, &before);
    tcsetpgrp(terminal, group);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void guarded_command_suspend(const struct guarded_command *command, pid_t process) {
    give_terminal(command->terminal, getpgrp());
    kill(getpid(), SIGSTOP);
    if (command->terminal >= 0 && tcgetpgrp(command->terminal) == getpgrp()) give_terminal(command->terminal, process);
    kill(-process, SIGCONT);
}

void guarded_command_end(struct guarded_command *command) {
    give_terminal(command->terminal, getpgrp());
    close(command->lifeline);
    while (waitpid(command->guardian, NULL, 0) < 0 && errno == EINTR) {}
    close(command->reports);
}
