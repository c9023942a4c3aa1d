#ifndef C_SECURE_PEER_H
#define C_SECURE_PEER_H

#include <stddef.h>
#include <stdint.h>

#include "CSecureTLSPeer.h"

/* One message with its DER signature, both in a buffer that holds all of them. */
typedef struct {
    size_t message, message_count;
    size_t signature, signature_count;
} secure_peer_item;

/* A public key from X.509's SubjectPublicKeyInfo, or null. */
void *secure_peer_read_public_key(const uint8_t *der, size_t count);

/* A private key from PKCS #8, or null. */
void *secure_peer_read_private_key(const uint8_t *der, size_t count);

void secure_peer_free_key(void *key);

/* How many signatures are good. */
size_t secure_peer_verify(void *key, const uint8_t *bytes, const secure_peer_item *items, size_t count);

/* How many messages were signed. */
size_t secure_peer_sign(void *key, const uint8_t *bytes, const secure_peer_item *items, size_t count);

#endif
