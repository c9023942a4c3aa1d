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

/// The version of the library and the kernel that it chose, or the reason why the library is not available.
const char *simdjson_peer_description(void);

/// The number of readable bytes that must follow every document.
size_t simdjson_peer_padding(void);

/// Creates a DOM parser with room for documents of `capacity` bytes. Returns null if that fails.
void *simdjson_peer_make_parser(size_t capacity);

void simdjson_peer_free_parser(void *parser);

/// Returns 1 for a silent push (`content-available` is 1; no `alert`, `badge`, `sound`), 0 for other JSON, and -1 for a
/// text that is not JSON.
int simdjson_peer_is_silent(void *parser, const uint8_t *bytes, size_t count);

/// Like `simdjson_peer_is_silent`, but for the text under `payload` in a line. `line_parser` reads the line, and
/// `parser` reads the text. Returns 2 for a line without such a text.
int simdjson_peer_payload_is_silent(void *line_parser, void *parser, const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
