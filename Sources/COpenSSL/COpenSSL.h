#ifndef SHOULDERTAP_COPENSSL_H
#define SHOULDERTAP_COPENSSL_H

// What OpenSSL offers as macros or with variable arguments stands in the two headers below as inline functions.
#include "keys.h"
#include "tls.h"

#endif
