#ifndef C_SIMDJSON_PEER_H
#define C_SIMDJSON_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether this build measures the real simdjson.
bool simdjson_peer_is_available(void);

/// The library's version with the kernel that it chose, or why it is not here.
const char *simdjson_peer_description(void);

/// Readable bytes that must follow every document.
size_t simdjson_peer_padding(void);

/// A DOM parser with room for documents of `capacity` bytes, or null.
void *simdjson_peer_make_parser(size_t capacity);

void simdjson_peer_free_parser(void *parser);

/// 1 for a silent push (`content-available` is 1; no `alert`, `badge`, `sound`), 0 for any other JSON, -1 for no JSON.
int simdjson_peer_is_silent(void *parser, const uint8_t *bytes, size_t count);

/// The same for the text under `payload` of a line, which a second parser reads; 2 for a line without one.
int simdjson_peer_payload_is_silent(void *line_parser, void *parser, const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
