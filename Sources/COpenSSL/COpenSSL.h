#ifndef SHOULDERTAP_COPENSSL_H
#define SHOULDERTAP_COPENSSL_H

// Some parts of OpenSSL are macros or have variable arguments. The two headers below have inline functions for these
// parts.
#include "keys.h"
#include "tls.h"

#endif
