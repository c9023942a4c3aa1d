#ifndef SHOULDERTAP_CNGHTTP2_H
#define SHOULDERTAP_CNGHTTP2_H

#include <nghttp2/nghttp2.h>

#endif
