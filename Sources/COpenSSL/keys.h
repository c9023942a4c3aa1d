#ifndef SHOULDERTAP_COPENSSL_KEYS_H
#define SHOULDERTAP_COPENSSL_KEYS_H

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <time.h>

/* EVP_PKEY_Q_keygen has variable arguments, and the macro EVP_EC_gen calls it. */
static inline EVP_PKEY *shouldertap_make_p256_key(void) { return EVP_EC_gen("P-256"); }

/* A keyed HMAC-SHA256, or null; OSSL_PARAM arrays end in a macro. */
static inline EVP_MAC_CTX *shouldertap_make_hmac_sha256(const unsigned char *key, size_t count) {
    char digest[] = "SHA256";
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    EVP_MAC_free(mac);
    if (context != NULL && !EVP_MAC_init(context, key, count, params)) {
        EVP_MAC_CTX_free(context);
        return NULL;
    }
    return context;
}

/* 1 with the seconds since 1970 of a time, 0 for one that is no time; struct tm belongs to libc. */
static inline int shouldertap_seconds_of_time(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(time, &parts)) return 0;
    /* Years begin in March, so that the day of a leap year is the last one. */
    int64_t year = (int64_t)parts.tm_year + 1900 - (parts.tm_mon < 2);
    int64_t leap_days = year / 4 - year / 100 + year / 400, month = (parts.tm_mon + 10) % 12;
    int64_t days = year * 365 + leap_days + (month * 153 + 2) / 5 + parts.tm_mday - 1 - 719468;
    *seconds = days * 86400 + parts.tm_hour * 3600 + parts.tm_min * 60 + parts.tm_sec;
    return 1;
}

/* Stacks are handled by macros. */
static inline int shouldertap_count_of_names(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }
static inline const GENERAL_NAME *shouldertap_name_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}
static inline int shouldertap_count_of_revoked(X509_CRL *list) {
    return sk_X509_REVOKED_num(X509_CRL_get_REVOKED(list));
}
static inline const X509_REVOKED *shouldertap_revoked_at(X509_CRL *list, int index) {
    return sk_X509_REVOKED_value(X509_CRL_get_REVOKED(list), index);
}

#endif
