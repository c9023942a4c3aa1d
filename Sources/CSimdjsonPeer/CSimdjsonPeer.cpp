#include "CSimdjsonPeer.h"

#if defined(BENCH_LINKS_SIMDJSON) && __has_include(<simdjson.h>)

#include <simdjson.h>

#include <new>
#include <string>
#include <string_view>

namespace dom = simdjson::dom;

// One walk over the fields of aps: four look-ups by key would each start at the first field again.
static bool is_silent(dom::object aps) noexcept {
    bool wakes = false;
    for (dom::key_value_pair field : aps) {
        const std::string_view key = field.key;
        if (key == "content-available") {
            int64_t number;
            wakes = field.value.get(number) == simdjson::SUCCESS && number == 1;
        } else if (key == "alert" || key == "badge" || key == "sound") {
            return false;
        }
    }
    return wakes;
}

bool simdjson_peer_is_available(void) { return true; }

const char *simdjson_peer_description(void) {
    static const std::string text = "simdjson " + std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
                                    std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
                                    std::to_string(simdjson::SIMDJSON_VERSION_REVISION) + " DOM (" +
                                    simdjson::get_active_implementation()->name() + ")";
    return text.c_str();
}

size_t simdjson_peer_padding(void) { return simdjson::SIMDJSON_PADDING; }

void *simdjson_peer_make_parser(size_t capacity) {
    auto *parser = new (std::nothrow) dom::parser();
    if (parser != nullptr && parser->allocate(capacity) != simdjson::SUCCESS) {
        delete parser;
        return nullptr;
    }
    return parser;
}

void simdjson_peer_free_parser(void *parser) { delete static_cast<dom::parser *>(parser); }

// A buffer that is not padded has to be copied.
static int verdict(void *parser, const uint8_t *bytes, size_t count, bool is_padded) noexcept {
    dom::element root;
    if (static_cast<dom::parser *>(parser)->parse(bytes, count, !is_padded).get(root) != simdjson::SUCCESS) return -1;
    dom::object aps;
    if (root["aps"].get(aps) != simdjson::SUCCESS) return 0;
    return is_silent(aps) ? 1 : 0;
}

int simdjson_peer_is_silent(void *parser, const uint8_t *bytes, size_t count) {
    return verdict(parser, bytes, count, true);
}

int simdjson_peer_payload_is_silent(void *line_parser, void *parser, const uint8_t *bytes, size_t count) {
    dom::element line;
    if (static_cast<dom::parser *>(line_parser)->parse(bytes, count, false).get(line) != simdjson::SUCCESS) return -1;
    std::string_view payload;
    if (line["payload"].get(payload) != simdjson::SUCCESS) return 2;
    return verdict(parser, reinterpret_cast<const uint8_t *>(payload.data()), payload.size(), false);
}

#else

bool simdjson_peer_is_available(void) { return false; }

const char *simdjson_peer_description(void) {
#if __has_include(<simdjson.h>)
    return "simdjson: missed by a cached manifest, run `swift package purge-cache`";
#else
    return "simdjson: libsimdjson-dev is not installed";
#endif
}

size_t simdjson_peer_padding(void) { return 0; }
void *simdjson_peer_make_parser(size_t) { return nullptr; }
void simdjson_peer_free_parser(void *) {}
int simdjson_peer_is_silent(void *, const uint8_t *, size_t) { return -1; }
int simdjson_peer_payload_is_silent(void *, void *, const uint8_t *, size_t) { return -1; }

#endif
