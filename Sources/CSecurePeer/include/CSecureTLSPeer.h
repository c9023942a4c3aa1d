#ifndef C_SECURE_TLS_PEER_H
#define C_SECURE_TLS_PEER_H

#include <stddef.h>
#include <stdint.h>

/* A client and a server in one process, over memory BIOs. */
typedef struct secure_peer_tls secure_peer_tls;

/* The version is 12 or 13, now in seconds since 1970, and the ticket key has 80 bytes; null when any of it is wrong. */
secure_peer_tls *secure_peer_tls_make(int version, const char *host, int64_t now, const uint8_t *authority,
                                      size_t authority_count, const uint8_t *ticket_key, size_t ticket_key_count);

/* 1 when the server takes the DER of its certificate and key. */
int secure_peer_tls_show_server(secure_peer_tls *peer, const uint8_t *certificate, size_t certificate_count,
                                const uint8_t *key, size_t key_count);

/* 1 when the client takes the DER of its certificate and key; the server asks for them from now on. */
int secure_peer_tls_show_client(secure_peer_tls *peer, const uint8_t *certificate, size_t certificate_count,
                                const uint8_t *key, size_t key_count);

void secure_peer_tls_free(secure_peer_tls *peer);

/* How many handshakes came to their end as they should; in front of those that resume, one more makes a session. */
size_t secure_peer_tls_handshakes(secure_peer_tls *peer, size_t count, int resumes);

/* How many records of 16 KiB came through whole, on a connection that is kept. */
size_t secure_peer_tls_records(secure_peer_tls *peer, size_t count);

#endif
