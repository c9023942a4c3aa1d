#!/usr/bin/env python3
"""Opens thousands of connections that do nothing, and measures what an honest client of HTTP/2 feels beside them.

    crowd.py NAME=PORT:PID… [--kind idle] [--count 5000] [--seconds 4] [--tls] [--token FILE]

The kinds: `idle` sends the preface of HTTP/2 and no more, `silent` sends nothing, and `half-open-tls` sends the first
bytes of a TLS handshake. With --tls, the honest client speaks TLS, and so do idle connections. Prints for each server the
honest client's times without and beside the crowd, how many of the crowd were open in the end, and the growth of the
server's memory. Only against 127.0.0.1; count and time are bounded. Needs Python's standard library.
"""
import argparse
import pathlib
import resource
import select
import socket
import ssl
import sys
import time

import attack
from beside import honest, memory, quantile

HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"


def context():
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    made.set_alpn_protocols(["h2"])
    return made


def member(kind, port, tls):
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    if kind == "idle":
        if tls:
            connection = tls.wrap_socket(connection)
        connection.sendall(attack.PREFACE + attack.frame(4))
    elif kind == "half-open-tls":
        connection.sendall(HELLO)
    return connection


def open_count(crowd):
    """The number of connections that the server has not ended."""
    poll = select.poll()
    for connection in crowd:
        connection.setblocking(False)
        poll.register(connection, select.POLLRDHUP)
    return len(crowd) - len(poll.poll(0))


def measure(name, port, pid, options):
    tls = context() if options.tls else None
    calm, before, crowd = honest(port, options.token, options.seconds, tls), memory(pid), []
    start = time.monotonic()
    try:
        for _ in range(options.count):
            crowd.append(member(options.kind, port, tls))
    except OSError as error:
        print(f"{name}: connection {len(crowd) + 1} failed: {error}")
    opening = time.monotonic() - start
    # Before the honest client continues, whose pushes a server may keep.
    select.select([], [], [], 0.5)
    after = memory(pid)
    beside = honest(port, options.token, options.seconds, tls)
    print(f"{name:8} {options.kind}: {len(crowd)} opened in {opening:.1f} s, {open_count(crowd)} still open; "
          f"calm p50 {quantile(calm, .5):.2f} p99 {quantile(calm, .99):.2f} ms; "
          f"beside p50 {quantile(beside, .5):.2f} p99 {quantile(beside, .99):.2f} ms of {len(beside)}; "
          f"memory {before} to {after} KB", flush=True)
    for connection in crowd:
        connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("servers", nargs="+", metavar="NAME=PORT:PID")
    parser.add_argument("--kind", choices=["idle", "silent", "half-open-tls"], default="idle")
    parser.add_argument("--count", type=int, default=5_000, help="connections, at most 20,000")
    parser.add_argument("--seconds", type=float, default=4, help="at most 60")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--token", type=lambda name: pathlib.Path(name).read_text(), default="")
    options = parser.parse_args()
    options.count, options.seconds = min(options.count, 20_000), min(options.seconds, 60)
    options.tls = options.tls or options.kind == "half-open-tls"
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for server in options.servers:
        name, place = server.split("=", 1)
        port, pid = place.split(":")
        measure(name, int(port), int(pid), options)


if __name__ == "__main__":
    sys.exit(main())
