"""Frames and header blocks of HTTP/2 as bytes, and a client that sends them and looks at what comes back.

Part of .ci/conformance. Only against 127.0.0.1. Needs Python's standard library alone.
"""
import socket
import struct
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED, PRIORITIZED = 0x1, 0x1, 0x4, 0x8, 0x20
(NO_ERROR, PROTOCOL_ERROR, INTERNAL_ERROR, FLOW_CONTROL_ERROR, SETTINGS_TIMEOUT, STREAM_CLOSED, FRAME_SIZE_ERROR,
 REFUSED_STREAM, CANCEL, COMPRESSION_ERROR, CONNECT_ERROR, ENHANCE_YOUR_CALM) = range(12)
MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE, MAX_FRAME_SIZE = 3, 4, 5


class Failed(Exception):
    """The server did something else than the case expects."""


# Bytes of frames


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def settings(*pairs, flags=0, stream=0):
    return frame(SETTINGS, flags, stream, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def data(stream, payload=b"", flags=END_STREAM):
    return frame(DATA, flags, stream, payload)


def headers(stream, block, flags=END_STREAM | END_HEADERS):
    return frame(HEADERS, flags, stream, block)


def continuation(stream, block, flags=END_HEADERS):
    return frame(CONTINUATION, flags, stream, block)


def reset(stream, code=CANCEL):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


def window(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", increment))


def priority(stream, parent=0, weight=15):
    return frame(PRIORITY, 0, stream, struct.pack(">IB", parent, weight))


def ping(payload=b"conform!", flags=0, stream=0):
    return frame(PING, flags, stream, payload)


# Bytes of header blocks


def integer(value, bits, first=0):
    """An integer of HPACK with a prefix of this many bits."""
    limit = (1 << bits) - 1
    if value < limit:
        return bytes([first | value])
    encoded, value = bytes([first | limit]), value - limit
    while value >= 128:
        encoded, value = encoded + bytes([value & 0x7F | 0x80]), value >> 7
    return encoded + bytes([value])


def text(value):
    return integer(len(value), 7) + value


def literal(name, value, form=0x00):
    """A field with both texts: not indexed, 0x10 for never indexed, 0x40 for the dynamic table."""
    return bytes([form]) + text(name) + text(value)


def fields(*pairs):
    return b"".join(literal(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs)


def request(*more, method="GET", scheme="http", path="/", authority="localhost"):
    """The header block of a request; None leaves a pseudo header out."""
    pseudo = [(":method", method), (":scheme", scheme), (":path", path), (":authority", authority)]
    return fields(*[pair for pair in pseudo if pair[1] is not None], *more)


class Client:
    """One connection to a server, with everything that came back."""

    patience = 1.5

    def __init__(self, port, *pairs, greets=True, tls=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket)
        self.buffer, self.is_closed, self.settings = b"", False, {}
        self.seen = []
        if greets:
            self.send(PREFACE + settings(*pairs))
            self.wait(lambda f: f[0] == SETTINGS and not f[1] & ACK, "the server's SETTINGS")
            self.send(settings(flags=ACK))
            self.wait(lambda f: f[0] == SETTINGS and f[1] & ACK, "an acknowledgement of SETTINGS")

    def close(self):
        self.socket.close()

    def send(self, *pieces):
        try:
            self.socket.settimeout(5)
            self.socket.sendall(b"".join(pieces))
        except OSError:
            pass  # The server may already have ended the connection, and what it said counts.

    def next(self, until):
        """The next frame as (kind, flags, stream, payload); None at the end of the connection."""
        while True:
            if len(self.buffer) >= 9:
                end = 9 + int.from_bytes(self.buffer[:3], "big")
                if len(self.buffer) >= end:
                    kind, flags, stream = self.buffer[3], self.buffer[4], int.from_bytes(self.buffer[5:9], "big")
                    found, self.buffer = (kind, flags, stream & 0x7FFFFFFF, self.buffer[9:end]), self.buffer[end:]
                    self.note(found)
                    return found
            if self.is_closed:
                return None
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.socket.settimeout(left)
            try:
                more = self.socket.recv(65536)
            except ConnectionError:
                more = b""
            self.buffer += more
            self.is_closed = not more

    def note(self, found):
        kind, flags, _, payload = found
        self.seen.append(found)
        if kind == SETTINGS and not flags & ACK:
            for place in range(0, len(payload), 6):
                name, value = struct.unpack_from(">HI", payload, place)
                self.settings[name] = value

    def wait(self, is_wanted, words):
        """The first frame that is wanted, of those to come."""
        until = time.monotonic() + self.patience
        try:
            while found := self.next(until):
                if is_wanted(found):
                    return found
        except TimeoutError:
            raise Failed(f"no {words}: {self.story()}") from None
        raise Failed(f"the connection ended before {words}: {self.story()}")

    def story(self):
        names = "DATA HEADERS PRIORITY RST SETTINGS PUSH PING GOAWAY WINDOW CONTINUATION".split()
        told = [
            names[kind] + (f"({struct.unpack('>I', payload[:4])[0]})" if kind == RST_STREAM else "")
            + (f"({struct.unpack('>I', payload[4:8])[0]})" if kind == GOAWAY else "")
            for kind, _, _, payload in self.seen if kind <= CONTINUATION
        ]
        return " ".join(told[-6:]) + (" end" if self.is_closed else "")

    # What a case can expect

    def connection_error(self, *codes):
        """GOAWAY with one of these codes, or the end of the connection."""
        until = time.monotonic() + self.patience
        try:
            while found := self.next(until):
                if found[0] == GOAWAY:
                    code = struct.unpack(">I", found[3][4:8])[0]
                    if code in codes:
                        return
                    raise Failed(f"GOAWAY with code {code}, not {codes}")
        except TimeoutError:
            raise Failed(f"the connection goes on: {self.story()}") from None

    def stream_error(self, stream, *codes):
        """RST_STREAM with one of these codes, or the same for the whole connection."""
        until = time.monotonic() + self.patience
        try:
            while found := self.next(until):
                kind, _, number, payload = found
                if kind == RST_STREAM and number == stream:
                    code = struct.unpack(">I", payload)[0]
                elif kind == GOAWAY:
                    code = struct.unpack(">I", payload[4:8])[0]
                else:
                    continue
                if code in codes:
                    return
                raise Failed(f"code {code}, not {codes}")
        except TimeoutError:
            raise Failed(f"the stream goes on: {self.story()}") from None

    def response(self, stream):
        """Headers on a stream, and no error before them."""
        found = self.wait(
            lambda f: f[0] in (HEADERS, RST_STREAM) and f[2] == stream or f[0] == GOAWAY, f"response on {stream}")
        if found[0] != HEADERS:
            raise Failed(f"no response: {self.story()}")
        return found

    def whole_response(self, stream):
        """The sizes of the DATA frames of a response, up to its end."""
        sizes, found = [], self.response(stream)
        while not found[1] & END_STREAM:
            found = self.wait(lambda f: f[0] == DATA and f[2] == stream, f"end of the response on {stream}")
            sizes.append(len(found[3]))
        return sizes

    def alive(self, payload=b"still on"):
        """The connection answers a PING."""
        self.send(ping(payload))
        found = self.wait(lambda f: f[0] == GOAWAY or f[0] == PING and f[1] & ACK and f[3] == payload, "answer to PING")
        if found[0] == GOAWAY:
            raise Failed(f"the connection ended: {self.story()}")

    def silent(self, is_unwanted, words):
        """Nothing unwanted comes before the answer to a PING."""
        place = len(self.seen)
        self.alive(b"the end!")
        if any(is_unwanted(found) for found in self.seen[place:]):
            raise Failed(f"{words}: {self.story()}")
