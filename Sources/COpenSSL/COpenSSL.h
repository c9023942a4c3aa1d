#ifndef SHOULDERTAP_COPENSSL_H
#define SHOULDERTAP_COPENSSL_H

// The two headers below have inline functions for those parts of OpenSSL that are macros or have variable arguments.
#include "keys.h"
#include "tls.h"

#endif
