#ifndef SHOULDERTAP_CLIBEVENT_H
#define SHOULDERTAP_CLIBEVENT_H

// libevent's configuration defines _GNU_SOURCE. With it, Swift would see two types `fd_set`, so these headers come
// first.
#include <sys/types.h>
#include <sys/select.h>
#include <sys/time.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

// Swift cannot use the macros that traverse the list of headers.

static inline struct evkeyval *shouldertap_first_header(struct evkeyvalq *headers) { return headers->tqh_first; }

static inline struct evkeyval *shouldertap_next_header(struct evkeyval *header) { return header->next.tqe_next; }

#endif
