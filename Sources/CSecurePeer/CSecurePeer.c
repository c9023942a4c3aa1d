#include "CSecurePeer.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

void *secure_peer_read_public_key(const uint8_t *der, size_t count) { return d2i_PUBKEY(NULL, &der, (long)count); }

void *secure_peer_read_private_key(const uint8_t *der, size_t count) {
    return d2i_AutoPrivateKey(NULL, &der, (long)count);
}

void secure_peer_free_key(void *key) { EVP_PKEY_free(key); }

size_t secure_peer_verify(void *key, const uint8_t *bytes, const secure_peer_item *items, size_t count) {
    size_t good = 0;
    for (size_t index = 0; index < count; index++) {
        const secure_peer_item *item = &items[index];
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        if (EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
            EVP_DigestVerify(context, bytes + item->signature, item->signature_count, bytes + item->message,
                             item->message_count) == 1)
            good++;
        EVP_MD_CTX_free(context);
    }
    return good;
}

size_t secure_peer_sign(void *key, const uint8_t *bytes, const secure_peer_item *items, size_t count) {
    size_t made = 0;
    for (size_t index = 0; index < count; index++) {
        const secure_peer_item *item = &items[index];
        uint8_t signature[72];
        size_t length = sizeof signature;
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        if (EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
            EVP_DigestSign(context, signature, &length, bytes + item->message, item->message_count) == 1)
            made++;
        EVP_MD_CTX_free(context);
    }
    return made;
}
