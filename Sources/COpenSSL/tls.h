#ifndef SHOULDERTAP_COPENSSL_TLS_H
#define SHOULDERTAP_COPENSSL_TLS_H

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <time.h>

// OpenSSL defines these as macros, which Swift cannot use.

static inline int shouldertap_tls_set_versions(SSL_CTX *context, int oldest, int newest) {
    return SSL_CTX_set_min_proto_version(context, oldest) && SSL_CTX_set_max_proto_version(context, newest);
}

// Disables compression and renegotiation. The server's order of cipher suites applies, but a client without AES
// hardware gets ChaCha.
// All options that the system's configuration may have set are cleared first.
static inline void shouldertap_tls_harden(SSL_CTX *context) {
    SSL_CTX_clear_options(context, SSL_CTX_get_options(context));
    SSL_CTX_set_options(
        context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE
                     | SSL_OP_PRIORITIZE_CHACHA | SSL_OP_ENABLE_MIDDLEBOX_COMPAT);
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
    SSL_CTX_set_num_tickets(context, 2);
    SSL_CTX_set_block_padding(context, 0);
    // Each call returns after one message, so that the engine can count messages. Idle connections keep no buffers.
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
}

static inline int shouldertap_tls_set_groups(SSL_CTX *context, const char *groups) {
    return SSL_CTX_set1_groups_list(context, groups) == 1;
}

static inline int shouldertap_tls_set_signatures(SSL_CTX *context, const char *signatures) {
    return SSL_CTX_set1_sigalgs_list(context, signatures) == 1
           && SSL_CTX_set1_client_sigalgs_list(context, signatures) == 1;
}

static inline void shouldertap_tls_keep_no_sessions(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// OpenSSL computes the age of a session with the clock of the machine. The engine judges the age with another clock, so
// here the session is always new.
static inline void shouldertap_tls_renew(SSL_SESSION *session) { SSL_SESSION_set_time(session, (long)time(NULL)); }

// Sessions are passed to the callback and stored nowhere else.
static inline void shouldertap_tls_report_sessions(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
}

static inline int shouldertap_tls_set_host_name(SSL *connection, const char *name) {
    return SSL_set_tlsext_host_name(connection, name) == 1;
}

static inline void shouldertap_tls_refuse_tickets(SSL *connection) {
    SSL_set_options(connection, SSL_OP_NO_TICKET);
    SSL_set_num_tickets(connection, 0);
}

static inline size_t shouldertap_bio_view(BIO *memory, const unsigned char **start) {
    char *bytes = NULL;
    long count = BIO_get_mem_data(memory, &bytes);
    *start = (const unsigned char *)bytes;
    return count > 0 ? (size_t)count : 0;
}

static inline void shouldertap_bio_empty(BIO *memory) { (void)BIO_reset(memory); }

static inline unsigned long shouldertap_name_style(void) { return XN_FLAG_RFC2253; }

// The cipher and the MAC of a ticket, with a key of 32 bytes each: AES-256-CBC as `method`, then HMAC-SHA256 over its
// output.
static inline int shouldertap_tls_ticket_ciphers(
    EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, const EVP_CIPHER *method, const unsigned char *keys,
    const unsigned char *vector, int seals) {
    OSSL_PARAM parameters[3];
    parameters[0] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)(keys + 32), 32);
    parameters[1] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0);
    parameters[2] = OSSL_PARAM_construct_end();
    return EVP_CipherInit_ex(cipher, method, NULL, keys, vector, seals) && EVP_MAC_CTX_set_params(mac, parameters);
}

#endif
