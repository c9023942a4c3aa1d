#!/usr/bin/env python3
"""Judges servers of HTTP/2 without TLS by the rules of RFC 9113 and RFC 7541.

    conformance.py NAME=PORT…             every case for each server, side by side
    conformance.py --list                 the names of the cases
    conformance.py --only TEXT NAME=PORT… the cases with this text in their name

Only against 127.0.0.1. Needs Python's standard library alone. An error of the whole connection counts where one of the
stream is asked for. Prints the cases that a server fails, and how many each passes. Exits with 1 when the first server
fails a case that another one passes.
"""
import struct
import sys
import time

from h2wire import *

CASES = []


def case(name, expectation, *arguments):
    """Adds a case: a function that takes a client, and what it needs."""
    CASES.append((name, lambda port: with_client(port, lambda client: expectation(client, *arguments))))


def with_client(port, body, *pairs, greets=True):
    client = Client(port, *pairs, greets=greets)
    try:
        body(client)
    finally:
        client.close()


# Most cases send some frames and expect one of four things.


def ends_connection(client, pieces, *codes):
    client.send(pieces)
    client.connection_error(*codes)


def ends_stream(client, pieces, stream, *codes):
    client.send(pieces)
    client.stream_error(stream, *codes)


def is_answered(client, pieces, stream=1):
    client.send(pieces)
    client.response(stream)
    client.alive()


def is_ignored(client, pieces):
    client.send(pieces)
    client.alive()


def protocol(name, pieces, *codes):
    case(name, ends_connection, pieces, *(codes or (PROTOCOL_ERROR,)))


def stream_ends(name, pieces, *codes, stream=1):
    case(name, ends_stream, pieces, stream, *(codes or (PROTOCOL_ERROR,)))


def answered(name, pieces, stream=1):
    case(name, is_answered, pieces, stream)


def ignored(name, pieces):
    case(name, is_ignored, pieces)


GET = request()
POST = request(method="POST")
OPEN = headers(1, POST, END_HEADERS)
MALFORMED = (PROTOCOL_ERROR,)


# RFC 9113 §3.4: the preface


def bad_preface(port):
    def body(client):
        client.send(b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n" + settings())
        try:
            while client.next(time.monotonic() + 4):
                pass
        except TimeoutError:
            raise Failed("the connection goes on") from None
    with_client(port, body, greets=False)


def preface_without_settings(port):
    def body(client):
        client.send(PREFACE + ping())
        client.connection_error(PROTOCOL_ERROR)
    with_client(port, body, greets=False)


def split_preface(port):
    def body(client):
        for piece in (PREFACE[:5], PREFACE[5:20], PREFACE[20:] + settings()[:4], settings()[4:]):
            client.send(piece)
            time.sleep(0.01)
        client.wait(lambda f: f[0] == SETTINGS and not f[1] & ACK, "SETTINGS")
        client.alive()
    with_client(port, body, greets=False)


CASES += [
    ("3.4 a wrong preface ends the connection", bad_preface),
    ("3.4 the first frame after the preface is SETTINGS", preface_without_settings),
    ("3.4 a preface in pieces is read", split_preface),
]

# §4.1: the format of frames

for kind in (0x0B, 0x42, 0xFF):
    ignored(f"4.1 an unknown frame of type {kind:#x} is ignored", frame(kind, 0xFF, 0, b"12345678"))
answered("4.1 an unknown frame on an open stream is ignored", OPEN + frame(0xFA, 0xFF, 1, b"1") + data(1))
ignored("4.1 unknown flags of PING are ignored", ping(b"flagged!", 0xFE))
ignored("4.1 unknown flags of SETTINGS are ignored", settings(flags=0xFE))
ignored("4.1 unknown flags of WINDOW_UPDATE are ignored", frame(WINDOW_UPDATE, 0xFF, 0, struct.pack(">I", 1)))
answered("4.1 unknown flags of DATA are ignored", OPEN + data(1, b"", END_STREAM | 0xF6))
answered("4.1 unknown flags of HEADERS are ignored", headers(1, GET, END_STREAM | END_HEADERS | 0xD2))
answered("4.1 the reserved bit of a stream is ignored", frame(HEADERS, END_STREAM | END_HEADERS, 0x80000001, GET))
ignored("4.1 the reserved bit of stream 0 is ignored", frame(PING, 0, 0x80000000, b"reserved"))
ignored("4.1 the reserved bit of a window is ignored", frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 0x80000001)))

# §4.2: sizes of frames

answered("4.2 a DATA frame of 16,384 bytes is taken", OPEN + data(1, bytes(16_384)))
stream_ends("4.2 a DATA frame of 16,385 bytes is too large", OPEN + data(1, bytes(16_385)), FRAME_SIZE_ERROR)
protocol("4.2 a HEADERS frame of 16,385 bytes is too large",
         headers(1, GET + bytes(16_385 - len(GET))), FRAME_SIZE_ERROR)
protocol("4.2 a SETTINGS frame of 16,386 bytes is too large", frame(SETTINGS, 0, 0, bytes(16_386)), FRAME_SIZE_ERROR)
protocol("4.2 an unknown frame of 16,385 bytes is too large", frame(0x42, 0, 0, bytes(16_385)), FRAME_SIZE_ERROR)
for size in (1, 5, 7):
    protocol(f"4.2 SETTINGS of {size} bytes", frame(SETTINGS, 0, 0, bytes(size)), FRAME_SIZE_ERROR)
for size in (0, 7, 9):
    protocol(f"4.2 PING of {size} bytes", frame(PING, 0, 0, bytes(size)), FRAME_SIZE_ERROR)
for size in (3, 5):
    protocol(f"4.2 RST_STREAM of {size} bytes", OPEN + frame(RST_STREAM, 0, 1, bytes(size)), FRAME_SIZE_ERROR)
for size in (4, 6):
    stream_ends(f"4.2 PRIORITY of {size} bytes", OPEN + frame(PRIORITY, 0, 1, bytes(size)), FRAME_SIZE_ERROR)
for size in (0, 3, 5):
    protocol(f"4.2 WINDOW_UPDATE of {size} bytes", frame(WINDOW_UPDATE, 0, 0, bytes(size)), FRAME_SIZE_ERROR)
protocol("4.2 GOAWAY of 7 bytes", frame(GOAWAY, 0, 0, bytes(7)), FRAME_SIZE_ERROR)
protocol("4.2 HEADERS with a priority of 4 bytes",
         headers(1, bytes(4), END_STREAM | END_HEADERS | PRIORITIZED), FRAME_SIZE_ERROR, PROTOCOL_ERROR)

# §4.3 and §6.10: header blocks in several frames

answered("6.10 a block in two frames", headers(1, GET[:7], END_STREAM) + continuation(1, GET[7:]))
answered("6.10 a block in four frames", headers(1, GET[:1], END_STREAM) + continuation(1, GET[1:2], 0)
         + continuation(1, b"", 0) + continuation(1, GET[2:]))
answered("6.10 a body after CONTINUATION", headers(1, POST[:3], 0) + continuation(1, POST[3:]) + data(1, b"x"))
BEGUN = headers(1, GET[:7], END_STREAM)
for name, piece in {
    "DATA": data(1), "HEADERS": headers(1, GET), "HEADERS of another stream": headers(3, GET), "PRIORITY": priority(1),
    "RST_STREAM": reset(1), "SETTINGS": settings(), "PING": ping(), "GOAWAY": frame(GOAWAY, 0, 0, bytes(8)),
    "WINDOW_UPDATE": window(0, 1), "an unknown frame": frame(0x42),
    "CONTINUATION of another stream": continuation(3, GET),
}.items():
    protocol(f"6.10 {name} inside of a header block", BEGUN + piece)
protocol("6.10 CONTINUATION on stream 0", BEGUN + continuation(0, GET[7:]))
protocol("6.10 CONTINUATION after END_HEADERS", headers(1, POST, END_HEADERS) + continuation(1, b""))
protocol("6.10 CONTINUATION after DATA", OPEN + data(1, b"", 0) + continuation(1, b""))
protocol("6.10 CONTINUATION on an idle stream", continuation(1, GET))

# §5.1: states of streams

CLOSED = STREAM_CLOSED, PROTOCOL_ERROR
protocol("5.1 DATA on an idle stream", data(1, b"x"), *CLOSED)
protocol("5.1 RST_STREAM on an idle stream", reset(1))
protocol("5.1 WINDOW_UPDATE on an idle stream", window(1, 100))
ignored("5.1 PRIORITY on an idle stream", priority(3))
stream_ends("5.1 DATA after the end of the request", headers(1, GET) + data(1, b"x"), STREAM_CLOSED)
stream_ends("5.1 HEADERS after the end of the request", headers(1, GET) + headers(1, GET), *CLOSED)
protocol("5.1 CONTINUATION after the end of the request", headers(1, GET) + continuation(1, GET), *CLOSED)
answered("5.1 WINDOW_UPDATE after the end of the request", headers(1, GET) + window(1, 5))
answered("5.1 PRIORITY after the end of the request", headers(1, GET) + priority(1))
ignored("5.1 RST_STREAM after the end of the request", headers(1, GET) + reset(1))
stream_ends("5.1 DATA after RST_STREAM", OPEN + reset(1) + data(1, b"x"), STREAM_CLOSED)
stream_ends("5.1 HEADERS after RST_STREAM", OPEN + reset(1) + headers(1, GET), *CLOSED)
protocol("5.1 CONTINUATION after RST_STREAM", OPEN + reset(1) + continuation(1, GET), *CLOSED)
ignored("5.1 PRIORITY after RST_STREAM", OPEN + reset(1) + priority(1))
ignored("5.1 RST_STREAM after RST_STREAM", OPEN + reset(1) + reset(1))
ignored("5.1 WINDOW_UPDATE after RST_STREAM", OPEN + reset(1) + window(1, 5))


def after_response(piece, *codes):
    """A piece on a stream that is closed in both directions; without a code it is ignored."""
    def body(client):
        client.send(headers(1, GET))
        client.whole_response(1)
        client.send(piece)
        if codes:
            client.stream_error(1, *codes)
        else:
            client.alive()
    return lambda port: with_client(port, body)


CASES += [
    ("5.1 DATA after the response", after_response(data(1, b"x"), *CLOSED)),
    ("5.1 HEADERS after the response", after_response(headers(1, GET), *CLOSED)),
    ("5.1 CONTINUATION after the response", after_response(continuation(1, GET), *CLOSED)),
    ("5.1 WINDOW_UPDATE after the response", after_response(window(1, 5))),
    ("5.1 RST_STREAM after the response", after_response(reset(1))),
    ("5.1 PRIORITY after the response", after_response(priority(1))),
]

protocol("5.1.1 a stream with an even number", headers(2, GET))
protocol("5.1.1 HEADERS on stream 0", headers(0, GET))
protocol("5.1.1 a number below one that was used", headers(5, GET) + headers(3, GET), *CLOSED)
answered("5.1.1 numbers may be left out", headers(1, GET) + headers(101, GET), 101)
answered("5.1.1 the last number of all", headers(0x7FFFFFFF, GET), 0x7FFFFFFF)
answered("5.1.1 streams at the same time", headers(1, POST, END_HEADERS) + headers(3, GET) + data(1), 1)


def too_many_streams(client):
    limit = client.settings.get(MAX_CONCURRENT_STREAMS, 100)
    last = 2 * limit + 1
    client.send(b"".join(headers(number, POST, END_HEADERS) for number in range(1, last + 1, 2)))
    client.stream_error(last, REFUSED_STREAM, PROTOCOL_ERROR)


case("5.1.2 one stream more than there may be", too_many_streams)

# §6.1 to §6.4: DATA, HEADERS, PRIORITY, RST_STREAM

protocol("6.1 DATA on stream 0", data(0, b"x"))
protocol("6.1 padding as long as the payload", OPEN + data(1, b"\x04abcd"[:4], END_STREAM | PADDED))
protocol("6.1 padding longer than the payload", OPEN + data(1, b"\xffab", END_STREAM | PADDED))
protocol("6.1 padding without its length", OPEN + data(1, b"", END_STREAM | PADDED), PROTOCOL_ERROR, FRAME_SIZE_ERROR)
answered("6.1 padding is not part of the body",
         headers(1, request(("content-length", "2"), method="POST"), END_HEADERS)
         + data(1, b"\x03ab\0\0\0", END_STREAM | PADDED))
answered("6.1 nothing but padding", OPEN + data(1, b"\x05" + bytes(5), PADDED) + data(1))
answered("6.1 empty DATA ends a stream", OPEN + data(1, b""))
answered("6.2 padded HEADERS", headers(1, b"\x04" + GET + bytes(4), END_STREAM | END_HEADERS | PADDED))
answered("6.2 HEADERS with a priority",
         headers(1, struct.pack(">IB", 0, 200) + GET, END_STREAM | END_HEADERS | PRIORITIZED))
answered("6.2 padded HEADERS with a priority",
         headers(1, b"\x02" + struct.pack(">IB", 0, 1) + GET + bytes(2),
                 END_STREAM | END_HEADERS | PADDED | PRIORITIZED))
protocol("6.2 padding longer than the block", headers(1, b"\xff" + GET[:20], END_STREAM | END_HEADERS | PADDED))
protocol("6.2 padding without its length", headers(1, b"", END_STREAM | END_HEADERS | PADDED),
         PROTOCOL_ERROR, FRAME_SIZE_ERROR)
protocol("6.3 PRIORITY on stream 0", priority(0))
answered("6.3 PRIORITY of an open stream", OPEN + priority(1, 0, 255) + data(1))
ignored("6.3 PRIORITY of many idle streams", b"".join(priority(number, number - 2) for number in range(3, 101, 2)))
protocol("6.4 RST_STREAM on stream 0", reset(0))
ignored("6.4 RST_STREAM with an unknown code", OPEN + reset(1, 0xBEEF))
answered("6.4 other streams live on after RST_STREAM", OPEN + headers(3, GET) + reset(1), 3)

# §6.5 to §6.8: SETTINGS, PUSH_PROMISE, PING, GOAWAY

protocol("6.5 an acknowledgement with a payload", settings((1, 1), flags=ACK), FRAME_SIZE_ERROR)
protocol("6.5 SETTINGS on a stream", settings(stream=1))
protocol("6.5.2 ENABLE_PUSH of 2", settings((2, 2)))
protocol("6.5.2 INITIAL_WINDOW_SIZE of 2^31", settings((4, 1 << 31)), FLOW_CONTROL_ERROR)
protocol("6.5.2 MAX_FRAME_SIZE of 16,383", settings((5, 16_383)))
protocol("6.5.2 MAX_FRAME_SIZE of 2^24", settings((5, 1 << 24)))
answered("6.5.2 the largest values", settings((1, 65_536), (3, 0xFFFFFFFF), (4, 0x7FFFFFFF), (5, (1 << 24) - 1))
         + headers(1, GET))
answered("6.5.2 the smallest values", settings((1, 0), (2, 0), (3, 0), (5, 16_384), (6, 0xFFFFFFFF)) + headers(1, GET))
ignored("6.5.2 an unknown setting", settings((0xFF, 1), (0xBEEF, 7)))


def acknowledged(client):
    client.send(settings((4, 100)), settings((4, 200)), settings())
    for _ in range(3):
        client.wait(lambda f: f[0] == SETTINGS and f[1] & ACK and not f[3], "acknowledgement")


case("6.5.3 each SETTINGS is acknowledged", acknowledged)
protocol("6.6 PUSH_PROMISE of a client", OPEN + frame(PUSH_PROMISE, END_HEADERS, 1, struct.pack(">I", 2) + GET))


def pinged(client):
    client.send(ping(b"\0\1\2\3\xfc\xfd\xfe\xff"))
    client.wait(lambda f: f[0] == PING and f[1] & ACK and f[3] == b"\0\1\2\3\xfc\xfd\xfe\xff", "the same payload")


case("6.7 PING is answered with its payload", pinged)
case("6.7 an answer to PING is not answered", lambda client: (
    client.send(ping(b"answered", ACK)),
    client.silent(lambda f: f[0] == PING and f[3] == b"answered", "an answer to an answer")))
protocol("6.7 PING on a stream", ping(stream=1))
answered("6.7 PING between headers and body", OPEN + ping() + data(1, b"x"))
protocol("6.8 GOAWAY on a stream", frame(GOAWAY, 0, 1, bytes(8)))
answered_after_goaway = OPEN + frame(GOAWAY, 0, 0, bytes(8) + b"bye") + data(1, b"x")
case("6.8 an open request is answered after GOAWAY", lambda client: (
    client.send(answered_after_goaway), client.response(1)))

# §6.9: flow control

protocol("6.9 an increment of 0 for the connection", window(0, 0))
stream_ends("6.9 an increment of 0 for a stream", OPEN + window(1, 0))
protocol("6.9.1 a window of the connection over 2^31-1", window(0, 0x7FFFFFFF), FLOW_CONTROL_ERROR)
stream_ends("6.9.1 a window of a stream over 2^31-1", OPEN + window(1, 0x7FFFFFFF), FLOW_CONTROL_ERROR)
protocol("6.9.2 a setting that takes a window over 2^31-1",
         OPEN + window(1, 0x7FFF0000) + settings((4, 0x7FFFFFFF)), FLOW_CONTROL_ERROR)
ignored("6.9.1 the largest window", window(0, 0x7FFFFFFF - 65_535))

# A path that every server answers with a body.
NOWHERE = request(path="/nowhere")


def small_window(port):
    def body(client):
        client.send(headers(1, NOWHERE))
        client.response(1)
        first = client.wait(lambda f: f[0] == DATA and f[2] == 1, "DATA")
        if len(first[3]) != 1:
            raise Failed(f"{len(first[3])} bytes into a window of 1")
        client.silent(lambda f: f[0] == DATA and f[3], "more than the window takes")
        client.send(window(1, 2))
        second = client.wait(lambda f: f[0] == DATA and f[2] == 1, "DATA")
        if len(second[3]) > 2:
            raise Failed(f"{len(second[3])} bytes into a window of 2")
    with_client(port, body, (4, 1))


def no_window(port):
    def body(client):
        client.send(headers(1, NOWHERE))
        client.response(1)
        client.silent(lambda f: f[0] == DATA and f[3], "DATA without a window")
        client.send(settings((4, 65_535)))
        client.wait(lambda f: f[0] == DATA and f[2] == 1 and f[3], "DATA once the setting has opened the window")
    with_client(port, body, (4, 0))


def negative_window(port):
    def body(client):
        client.send(headers(1, NOWHERE))
        client.response(1)
        client.wait(lambda f: f[0] == DATA and f[2] == 1, "DATA")
        client.send(settings((4, 0)), window(1, 2))
        client.silent(lambda f: f[0] == DATA and f[3], "DATA into a window below 0")
        client.send(window(1, 100))
        client.wait(lambda f: f[0] == DATA and f[2] == 1 and f[3], "DATA once the window is above 0")
    with_client(port, body, (4, 3))


def given_back(client):
    """Bodies larger than the first window get through only if the server gives windows back."""
    client.send(OPEN)
    for _ in range(8):
        client.send(data(1, bytes(8_000), 0))
    found = client.wait(lambda f: f[0] in (WINDOW_UPDATE, HEADERS, RST_STREAM), "WINDOW_UPDATE or a refusal")
    if found[0] == GOAWAY:
        raise Failed("GOAWAY")


CASES += [
    ("6.9 a window of 1 is kept to", small_window),
    ("6.9.2 a window of 0 opens by a setting", no_window),
    ("6.9.2 a window below 0 is kept to", negative_window),
]
case("6.9 windows are given back", given_back)

# §8.1: requests and trailers

answered("8.1 a request with trailers", OPEN + data(1, b"x", 0) + headers(1, fields(("x-end", "1"))))
stream_ends("8.1 trailers that do not end the stream", OPEN + data(1, b"x", 0)
            + headers(1, fields(("x-end", "1")), END_HEADERS))
stream_ends("8.1 a pseudo header in trailers", OPEN + data(1, b"x", 0) + headers(1, fields((":path", "/"))))
stream_ends("8.1 HEADERS that do not end an open request", OPEN + headers(1, POST, END_HEADERS))
for size, body in (("1", b""), ("1", b"ab"), ("4", b"abc")):
    stream_ends(f"8.1.1 a content-length of {size} for {len(body)} bytes",
                headers(1, request(("content-length", size), method="POST"), END_HEADERS) + data(1, body))
stream_ends("8.1.1 a content-length without a body", headers(1, request(("content-length", "1"), method="POST")))
answered("8.1.1 the right content-length in two frames",
         headers(1, request(("content-length", "3"), method="POST"), END_HEADERS) + data(1, b"ab", 0) + data(1, b"c"))
for value in ("x", "-1", "1a"):
    stream_ends(f"8.1.1 a content-length of '{value}'", headers(1, request(("content-length", value), method="POST")))
stream_ends("8.1.1 two content-lengths", headers(
    1, request(("content-length", "1"), ("content-length", "2"), method="POST"), END_HEADERS) + data(1, b"a"))

# §8.2: fields

for name in ("X-Upper", "x upper", "x:y", "x\ty", "x\0", "x\x7f", "x\xe4", ""):
    stream_ends(f"8.2.1 a field named {name!r}", headers(1, request((name, "1"))))
for value in ("a\0b", "a\rb", "a\nb", " a", "a ", "\ta"):
    stream_ends(f"8.2.1 a value of {value!r}", headers(1, request(("x-value", value))))
answered("8.2.1 a value with other bytes", headers(1, request(("x-value", "a b\t\xe4"))))
answered("8.2.1 an empty value", headers(1, request(("x-value", ""))))
for name, value in (("connection", "close"), ("keep-alive", "1"), ("proxy-connection", "close"),
                    ("transfer-encoding", "chunked"), ("upgrade", "h2c"), ("te", "gzip")):
    stream_ends(f"8.2.2 the field {name}: {value}", headers(1, request((name, value))))
answered("8.2.2 the field te: trailers", headers(1, request(("te", "trailers"))))
answered("8.2.3 cookies in several fields", headers(1, request(("cookie", "a=b"), ("cookie", "c=d"))))

# §8.3: pseudo headers

for name in ("method", "scheme", "path"):
    stream_ends(f"8.3.1 a request without :{name}", headers(1, request(**{name: None})))
    stream_ends(f"8.3.1 a request with :{name} twice",
                headers(1, fields((f":{name}", "/" if name == "path" else "http")) + GET))
stream_ends("8.3.1 an empty :path", headers(1, request(path="")))
stream_ends("8.3.1 a :path without a slash", headers(1, request(path="nowhere")))
stream_ends("8.3.1 a :method with a space", headers(1, request(method="GET /")))
answered("8.3.1 a request without :authority", headers(1, request(("host", "localhost"), authority=None)))
answered("8.3.1 OPTIONS *", headers(1, request(method="OPTIONS", path="*")))
stream_ends("8.3 :status in a request", headers(1, fields((":status", "200")) + GET))
stream_ends("8.3 an unknown pseudo header", headers(1, fields((":own", "1")) + GET))
stream_ends("8.3 a pseudo header after other fields", headers(1, fields(("x-a", "1")) + GET))
stream_ends("8.3 no fields at all", headers(1, b""))
stream_ends("8.5 CONNECT with a path", headers(1, request(method="CONNECT")))

# RFC 7541: HPACK

COMPRESSION = (COMPRESSION_ERROR,)


def compression(name, block):
    protocol(f"HPACK {name}", headers(1, block), *COMPRESSION)


answered("HPACK 6.1 indexed fields", headers(1, b"\x82\x86\x84\x41" + text(b"localhost")))
answered("HPACK 6.2.2 names from the static table", headers(1, b"\x82\x86\x84\x01" + text(b"localhost")))
answered("HPACK 6.2.3 fields that are never indexed", headers(1, GET + literal(b"x-a", b"1", 0x10)))
compression("6.1 the index 0", GET + b"\x80")
compression("6.1 an index beyond both tables", GET + b"\xbe")
compression("6.1 an index far beyond both tables", GET + integer(5_000, 7, 0x80))
compression("6.2.1 a name beyond both tables", GET + integer(62, 6, 0x40) + text(b"1"))
compression("6.2.2 a name far beyond both tables", GET + integer(1_000, 4) + text(b"1"))
compression("5.1 an integer without an end", GET + b"\xff" + b"\xff" * 20)
compression("5.1 an integer over 32 bits", GET + b"\xff" + b"\xff" * 5 + b"\x0f")
compression("5.1 an integer that is cut off", GET + b"\x00\x7f\x80")
compression("5.2 a text longer than the block", GET + b"\x00" + integer(200, 7) + b"short")
compression("5.2 a field that is cut off after its name", GET + b"\x00" + text(b"x-a"))
compression("5.2 a name without its value", GET + b"\x40")
answered("HPACK 5.2 a text in Huffman's code", headers(1, GET + b"\x00" + text(b"x-a") + b"\x81\x1f"))
compression("5.2 padding of zeros", GET + b"\x00" + text(b"x-a") + b"\x81\x18")
compression("5.2 padding of more than 7 bits", GET + b"\x00" + text(b"x-a") + b"\x82\x1f\xff")
compression("5.2 the end of text in Huffman's code", GET + b"\x00" + text(b"x-a") + b"\x84\xff\xff\xff\xff")
answered("HPACK 6.3 a smaller table", headers(1, b"\x20" + GET))
answered("HPACK 6.3 two changes of the table", headers(1, b"\x20" + integer(4_096, 5, 0x20) + GET))
compression("6.3 a table larger than the setting", integer(4_097, 5, 0x20) + GET)
compression("6.3 a far larger table", integer(1 << 30, 5, 0x20) + GET)
compression("4.2 a change of the table after a field", GET + b"\x20")

INDEXED = literal(b"x-kept", b"kept", 0x40)
answered("HPACK 2.3.2 a field from the dynamic table", headers(1, GET + INDEXED) + headers(3, GET + b"\xbe"), 3)
answered("HPACK 2.3.2 the same inside of one block", headers(1, GET + INDEXED + b"\xbe"))
answered("HPACK 2.3.2 a name from the dynamic table",
         headers(1, GET + INDEXED) + headers(3, GET + integer(62, 6, 0x40) + text(b"other")), 3)
protocol("HPACK 4.3 a field that a smaller table dropped",
         headers(1, GET + INDEXED) + headers(3, b"\x20" + GET + b"\xbe"), *COMPRESSION)
protocol("HPACK 4.4 a field that larger ones pushed out", headers(1, GET + INDEXED) + headers(
    3, GET + literal(b"x-large", b"l" * 3_000, 0x40) + literal(b"x-large", b"m" * 1_000, 0x40))
    + headers(5, GET + integer(64, 7, 0x80)), *COMPRESSION)
protocol("HPACK 4.4 a field larger than the table empties it",
         headers(1, GET + INDEXED + literal(b"x-large", b"l" * 4_096, 0x40) + b"\xbe"), *COMPRESSION)
answered("HPACK 2.2 tables belong to the connection, also of requests that are reset",
         headers(1, POST + INDEXED, END_HEADERS) + reset(1) + headers(3, GET + b"\xbe"), 3)
answered("HPACK 2.2 a malformed request keeps the table",
         headers(1, GET + fields(("X", "1")) + INDEXED) + headers(3, GET + b"\xbe"), 3)
protocol("HPACK a broken block of a closed stream", headers(1, GET) + headers(1, b"\x80"), *COMPRESSION, *CLOSED)


def judge(port):
    """The cases that a server fails, with the reason."""
    failures = {}
    for name, run in CASES:
        try:
            run(port)
        except (Failed, OSError) as failure:
            failures[name] = str(failure) or type(failure).__name__
    return failures


def main(words):
    global CASES
    if words[:1] == ["--list"]:
        print("\n".join(name for name, _ in CASES))
        return 0
    if words[:1] == ["--only"]:
        CASES = [entry for entry in CASES if words[1] in entry[0]]
        words = words[2:]
    if not words or not all("=" in word for word in words):
        print(__doc__)
        return 64
    servers = {name: int(port) for name, port in (word.split("=", 1) for word in words)}
    results = {name: judge(port) for name, port in servers.items()}
    for name, _ in CASES:
        for server, failures in results.items():
            if name in failures:
                print(f"{server:10} fails {name}: {failures[name]}")
    for server, failures in results.items():
        print(f"{server:10} passes {len(CASES) - len(failures)} of {len(CASES)}")
    first, others = next(iter(results)), [failures for name, failures in list(results.items())[1:]]
    behind = [name for name in results[first] if any(name not in failures for failures in others)]
    if behind or (not others and results[first]):
        print(f"{first} fails what another server passes: {len(behind)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
