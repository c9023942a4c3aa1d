#ifndef SHOULDERTAP_CLIBEVENT_H
#define SHOULDERTAP_CLIBEVENT_H

// libevent's configuration defines _GNU_SOURCE, after which Swift sees two types `fd_set`: these come first.
#include <sys/types.h>
#include <sys/select.h>
#include <sys/time.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

// The list of headers is walked with macros.

static inline struct evkeyval *shouldertap_first_header(struct evkeyvalq *headers) { return headers->tqh_first; }

static inline struct evkeyval *shouldertap_next_header(struct evkeyval *header) { return header->next.tqe_next; }

#endif
