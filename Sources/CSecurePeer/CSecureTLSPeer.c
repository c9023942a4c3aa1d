#include "CSecureTLSPeer.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD = 16384 };

/* One side of a connection: what comes in and what goes out. */
typedef struct {
    SSL *ssl;
    BIO *in, *out;
} side;

typedef struct {
    side client, server;
} pair;

struct secure_peer_tls {
    SSL_CTX *client, *server;
    char host[256];
    X509 *authority;
    /* The newest session that the client was given. */
    SSL_SESSION *session;
    pair talk;
    uint8_t wire[2 * RECORD], sent[RECORD], received[RECORD];
};

static int keep_session(SSL *ssl, SSL_SESSION *session) {
    secure_peer_tls *peer = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0);
    SSL_SESSION_free(peer->session);
    peer->session = session;
    return 1;
}

static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *count, const unsigned char *offer,
                           unsigned int offer_count, void *unused) {
    static const unsigned char known[] = {2, 'h', '2'};
    (void)ssl, (void)unused;
    int found = SSL_select_next_proto((unsigned char **)chosen, count, known, sizeof known, offer, offer_count);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* With it OpenSSL writes the name into tickets: RFC 6066 lets nobody resume a session under another name. */
static int take_any_name(SSL *ssl, int *alert, void *unused) {
    (void)ssl, (void)alert, (void)unused;
    return SSL_TLSEXT_ERR_OK;
}

static int show(SSL_CTX *context, const uint8_t *certificate, size_t count, const uint8_t *key, size_t key_count) {
    X509 *leaf = d2i_X509(NULL, &certificate, (long)count);
    EVP_PKEY *own = d2i_AutoPrivateKey(NULL, &key, (long)key_count);
    int ok = leaf != NULL && own != NULL && SSL_CTX_use_cert_and_key(context, leaf, own, NULL, 1) == 1;
    X509_free(leaf);
    EVP_PKEY_free(own);
    return ok;
}

static int verify(SSL_CTX *context, X509 *authority, int mode) {
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN);
    SSL_CTX_set_verify(context, mode, NULL);
    return X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority) == 1;
}

/* One suite, so that both contenders take the same; the groups and signatures of a server of today. */
static SSL_CTX *make_context(const SSL_METHOD *method, int version, int64_t now) {
    SSL_CTX *context = SSL_CTX_new(method);
    if (context == NULL) return NULL;
    /* As many as the other contender lists, so that both hash messages of one length. */
    static const char signatures[] = "ECDSA+SHA256:ECDSA+SHA384:ed25519:rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:"
                                     "rsa_pss_rsae_sha512:RSA+SHA256:RSA+SHA384:RSA+SHA512";
    int number = version == 12 ? TLS1_2_VERSION : TLS1_3_VERSION;
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    /* Or else a server that trusts its own authority would build and send the chain up to the root each time. */
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN);
    SSL_CTX_set_security_level(context, 2);
    X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param(context), now);
    if (SSL_CTX_set_min_proto_version(context, number) && SSL_CTX_set_max_proto_version(context, number) &&
        SSL_CTX_set_ciphersuites(context, "TLS_AES_256_GCM_SHA384") &&
        SSL_CTX_set_cipher_list(context, "ECDHE-ECDSA-AES256-GCM-SHA384") &&
        SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") &&
        SSL_CTX_set1_sigalgs_list(context, signatures))
        return context;
    SSL_CTX_free(context);
    return NULL;
}

static int set_up_client(secure_peer_tls *peer) {
    static const unsigned char offer[] = {2, 'h', '2'};
    SSL_CTX_set_ex_data(peer->client, 0, peer);
    SSL_CTX_set_session_cache_mode(peer->client, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(peer->client, keep_session);
    return verify(peer->client, peer->authority, SSL_VERIFY_PEER) &&
           SSL_CTX_set_alpn_protos(peer->client, offer, sizeof offer) == 0;
}

static int set_up_server(secure_peer_tls *peer, const uint8_t *ticket_key, size_t ticket_key_count) {
    SSL_CTX_set_alpn_select_cb(peer->server, choose_protocol, NULL);
    SSL_CTX_set_tlsext_servername_callback(peer->server, take_any_name);
    SSL_CTX_set_session_cache_mode(peer->server, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_session_id_context(peer->server, (const unsigned char *)"1", 1);
    return SSL_CTX_set_tlsext_ticket_keys(peer->server, (void *)ticket_key, (long)ticket_key_count) == 1;
}

secure_peer_tls *secure_peer_tls_make(int version, const char *host, int64_t now, const uint8_t *authority,
                                      size_t authority_count, const uint8_t *ticket_key, size_t ticket_key_count) {
    secure_peer_tls *peer = calloc(1, sizeof *peer);
    if (peer == NULL) return NULL;
    peer->authority = d2i_X509(NULL, &authority, (long)authority_count);
    peer->client = make_context(TLS_client_method(), version, now);
    peer->server = make_context(TLS_server_method(), version, now);
    if (strlen(host) < sizeof peer->host && peer->authority != NULL && peer->client != NULL && peer->server != NULL &&
        set_up_client(peer) && set_up_server(peer, ticket_key, ticket_key_count)) {
        strcpy(peer->host, host);
        return peer;
    }
    secure_peer_tls_free(peer);
    return NULL;
}

int secure_peer_tls_show_server(secure_peer_tls *peer, const uint8_t *certificate, size_t certificate_count,
                                const uint8_t *key, size_t key_count) {
    return show(peer->server, certificate, certificate_count, key, key_count);
}

int secure_peer_tls_show_client(secure_peer_tls *peer, const uint8_t *certificate, size_t certificate_count,
                                const uint8_t *key, size_t key_count) {
    return show(peer->client, certificate, certificate_count, key, key_count) &&
           verify(peer->server, peer->authority, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT) &&
           SSL_CTX_add_client_CA(peer->server, peer->authority) == 1;
}

static int begin(side *one, SSL_CTX *context) {
    one->ssl = SSL_new(context);
    if (one->ssl == NULL) return 0;
    one->in = BIO_new(BIO_s_mem());
    one->out = BIO_new(BIO_s_mem());
    SSL_set_bio(one->ssl, one->in, one->out);
    return one->in != NULL && one->out != NULL;
}

static void end(side *one) {
    /* Or else a connection that is dropped would spoil its session. */
    if (one->ssl != NULL) SSL_set_shutdown(one->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(one->ssl);
    one->ssl = NULL;
}

/* Carries what one side has to say to the other, as a program between sockets does. */
static int carry(secure_peer_tls *peer, side *from, side *to) {
    int count, all = 0;
    while ((count = BIO_read(from->out, peer->wire, sizeof peer->wire)) > 0) {
        if (BIO_write(to->in, peer->wire, count) != count) return -1;
        all += count;
    }
    return all;
}

/* 1 when a call on a connection is done, 0 when it waits for the other side, -1 when it fails. */
static int outcome(SSL *ssl, int result) {
    if (result == 1) return 1;
    return SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ ? 0 : -1;
}

static int shake_hands(secure_peer_tls *peer, pair *talk, SSL_SESSION *session) {
    if (!begin(&talk->client, peer->client) || !begin(&talk->server, peer->server)) return 0;
    SSL *client = talk->client.ssl, *server = talk->server.ssl;
    SSL_set_hostflags(client, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (SSL_set1_host(client, peer->host) != 1 || SSL_set_tlsext_host_name(client, peer->host) != 1) return 0;
    if (session != NULL && SSL_set_session(client, session) != 1) return 0;
    SSL_set_connect_state(client);
    SSL_set_accept_state(server);
    int at_client = 0, at_server = 0;
    int is_moving = 1;
    while (is_moving) {
        at_client = outcome(client, SSL_do_handshake(client));
        int asked = carry(peer, &talk->client, &talk->server);
        at_server = outcome(server, SSL_do_handshake(server));
        int answered = carry(peer, &talk->server, &talk->client);
        if (at_client < 0 || at_server < 0 || asked < 0 || answered < 0) return 0;
        is_moving = asked + answered > 0;
    }
    /* Sessions of TLS 1.3 come behind the handshake. */
    uint8_t byte;
    return at_client == 1 && at_server == 1 && outcome(client, SSL_peek(client, &byte, 1)) == 0 &&
           SSL_get_verify_result(client) == X509_V_OK && SSL_session_reused(client) == (session != NULL);
}

static int once(secure_peer_tls *peer, int resumes) {
    pair talk = {{NULL, NULL, NULL}, {NULL, NULL, NULL}};
    /* OpenSSL spoils a session of TLS 1.3 that is used, so the newest is taken. */
    SSL_SESSION *session = resumes ? peer->session : NULL;
    if (session != NULL) SSL_SESSION_up_ref(session);
    int ok = shake_hands(peer, &talk, session);
    end(&talk.client);
    end(&talk.server);
    SSL_SESSION_free(session);
    return ok;
}

size_t secure_peer_tls_handshakes(secure_peer_tls *peer, size_t count, int resumes) {
    if (resumes && peer->session == NULL && !once(peer, 0)) return 0;
    size_t good = 0;
    for (size_t index = 0; index < count; index++) good += (size_t)once(peer, resumes);
    return good;
}

size_t secure_peer_tls_records(secure_peer_tls *peer, size_t count) {
    pair *talk = &peer->talk;
    if (talk->client.ssl == NULL && !shake_hands(peer, talk, NULL)) return 0;
    size_t good = 0;
    for (size_t index = 0; index < count; index++) {
        size_t written = 0, read = 0;
        if (SSL_write_ex(talk->client.ssl, peer->sent, RECORD, &written) != 1) break;
        if (carry(peer, &talk->client, &talk->server) <= 0) break;
        if (SSL_read_ex(talk->server.ssl, peer->received, RECORD, &read) != 1) break;
        good += written == RECORD && read == RECORD;
    }
    return good;
}

void secure_peer_tls_free(secure_peer_tls *peer) {
    if (peer == NULL) return;
    end(&peer->talk.client);
    end(&peer->talk.server);
    SSL_SESSION_free(peer->session);
    SSL_CTX_free(peer->client);
    SSL_CTX_free(peer->server);
    X509_free(peer->authority);
    free(peer);
}
