#define _GNU_SOURCE
#include "Confinement.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/mount.h>
#endif

/* MARK: Reports */

/* A message of two numbers, with room for a descriptor. */
struct parcel {
    int32_t numbers[2];
    struct iovec part;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message;
};

static void parcel_prepare(struct parcel *parcel) {
    memset(parcel, 0, sizeof *parcel);
    parcel->part.iov_base = parcel->numbers;
    parcel->part.iov_len = sizeof parcel->numbers;
    parcel->message.msg_iov = &parcel->part;
    parcel->message.msg_iovlen = 1;
}

static void parcel_make_room(struct parcel *parcel) {
    parcel->message.msg_control = &parcel->control;
    parcel->message.msg_controllen = sizeof parcel->control.room;
}

void guarded_send(int reports, int kind, int value, int descriptor) {
    struct parcel parcel;
    parcel_prepare(&parcel);
    parcel.numbers[0] = kind;
    parcel.numbers[1] = value;
    if (descriptor >= 0) {
        parcel_make_room(&parcel);
        struct cmsghdr *header = CMSG_FIRSTHDR(&parcel.message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
#ifdef MSG_NOSIGNAL
    int flags = MSG_NOSIGNAL;
#else
    int flags = 0;
#endif
    while (sendmsg(reports, &parcel.message, flags) < 0 && errno == EINTR) {}
}

int guarded_receive(int reports, struct guarded_report *report) {
    struct parcel parcel;
    parcel_prepare(&parcel);
    parcel_make_room(&parcel);
    /* Reports are written in one piece, and come so. */
    ssize_t count = recvmsg(reports, &parcel.message, 0);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    if (count != sizeof parcel.numbers) return -1;
    report->kind = parcel.numbers[0];
    report->value = parcel.numbers[1];
    report->descriptor = -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&parcel.message);
    if (header && header->cmsg_type == SCM_RIGHTS) {
        int descriptor;
        memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        report->descriptor = descriptor;
    }
    return 1;
}

/* MARK: Namespaces */

#ifdef __linux__

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return errno;
    int code = write(file, text, strlen(text)) < 0 ? errno : 0;
    close(file);
    return code;
}

/* Keeps the ids of the user, who may then do in the namespaces what root may do outside. */
static int map_ids(uid_t user, gid_t group) {
    char text[64];
    int code = write_file("/proc/self/setgroups", "deny");
    if (code != 0 && code != ENOENT) return code;
    snprintf(text, sizeof text, "%u %u 1", user, user);
    if ((code = write_file("/proc/self/uid_map", text)) != 0) return code;
    snprintf(text, sizeof text, "%u %u 1", group, group);
    return write_file("/proc/self/gid_map", text);
}

static int raise_loopback(void) {
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strcpy(request.ifr_name, "lo");
    int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    if (descriptor < 0) return errno;
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    int code = ioctl(descriptor, SIOCSIFFLAGS, &request) < 0 ? errno : 0;
    close(descriptor);
    return code;
}

/* Listens on a port of the loopback address inside, and passes the socket out. */
static int pass_listener(int place, uint16_t port, int reports) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return errno;
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    int code = 0;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || listen(descriptor, 512) < 0) {
        code = errno;
    } else {
        guarded_send(reports, guarded_listening, place, descriptor);
    }
    close(descriptor);
    return code;
}

static int mount_all(const char *paths, int count) {
    /* What is mounted here is seen by no other namespace. */
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return errno;
    for (int place = 0; place < count; place++) {
        const char *from = paths, *to = from + strlen(from) + 1;
        if (mount(from, to, NULL, MS_BIND, NULL) < 0) return errno;
        paths = to + strlen(to) + 1;
    }
    return 0;
}

int guarded_confine(const struct guarded_request *request, int reports) {
    if (request->confinement == guarded_unconfined_run) return 0;
    int code;
    if (request->confinement == guarded_own_user) {
        uid_t user = geteuid();
        gid_t group = getegid();
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) return errno;
        if ((code = map_ids(user, group)) != 0) return code;
    } else if (request->confinement == guarded_own_network) {
        uid_t user = geteuid();
        gid_t group = getegid();
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET) < 0) return errno;
        if ((code = map_ids(user, group)) != 0 || (code = raise_loopback()) != 0) return code;
        for (int place = 0; place < request->port_count; place++) {
            if ((code = pass_listener(place, request->ports[place], reports)) != 0) return code;
        }
    } else if (unshare(CLONE_NEWNS) < 0) {
        return errno;
    }
    return mount_all(request->mounts, request->mount_count);
}

#else

int guarded_confine(const struct guarded_request *request, int reports) {
    (void)reports;
    return request->confinement == guarded_unconfined_run ? 0 : ENOTSUP;
}

#endif
