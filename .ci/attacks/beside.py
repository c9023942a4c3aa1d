#!/usr/bin/env python3
"""Measures what an honest client of HTTP/2 feels beside an attacker, and how much memory the server takes.

    beside.py NAME=PORT:PID… [--attack rapid-reset] [--seconds 4] [--token FILE]

The attacker of attack.py begins again as soon as it is cut off. The honest client sends one push after the other on one
connection. Prints for each server the honest client's times without and beside the attack, how long the attacker lives,
and the growth of the server's memory. Only against 127.0.0.1; the time is bounded. Needs Python's standard library.
"""
import argparse
import multiprocessing
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import attack
from h2wire import DATA, END_HEADERS, PREFACE, Client, Failed, data, headers, request, settings, window

BODY = b'{"aps":{"content-available":1},"text":"' + b"0" * 159 + b'"}'


def assault(name, port, until, lives):
    """Attacks until the time is over, and tells how long each connection lived."""
    while time.monotonic() < until:
        options = argparse.Namespace(port=port, tls=False)
        start = time.monotonic()
        try:
            connection = attack.connect(options)
            connection.sendall(PREFACE + settings())
            batch = b""
            for piece in attack.FLOODS[name](100_000):
                batch += piece
                if len(batch) > 16_000:
                    connection.sendall(batch)
                    batch = b""
                    if time.monotonic() > until:
                        break
            connection.sendall(batch)
            attack.drain(connection, min(until, time.monotonic() + 2))
        except OSError:
            pass
        lives.put(time.monotonic() - start)


def honest(port, token, seconds, tls=None):
    """The times of pushes, one after the other, in milliseconds."""
    client = Client(port, tls=tls)
    fields = [("authorization", "bearer " + token), ("apns-topic", "com.example.app"), ("apns-push-type", "background"),
              ("apns-priority", "5")]
    block = request(*fields, method="POST", path="/3/device/" + "ab" * 32)
    times, stream, until = [], 1, time.monotonic() + seconds
    client.patience = 20
    while time.monotonic() < until:
        start = time.monotonic()
        client.send(headers(stream, block, END_HEADERS) + data(stream, BODY))
        client.response(stream)
        times.append((time.monotonic() - start) * 1_000)
        received = sum(len(found[3]) for found in client.seen if found[0] == DATA)
        if received:
            client.send(window(0, received))
        client.seen.clear()
        stream += 2
    client.close()
    return sorted(times)


def memory(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def quantile(times, share):
    return times[min(len(times) - 1, int(len(times) * share))]


def measure(name, port, pid, options):
    calm = honest(port, options.token, options.seconds / 2)
    before = memory(pid)
    lives, until = multiprocessing.Queue(), time.monotonic() + options.seconds
    attacker = multiprocessing.Process(target=assault, args=(options.attack, port, until, lives))
    attacker.start()
    try:
        beside = honest(port, options.token, options.seconds)
    except Failed as failure:
        beside = [float("inf")]
        print(f"{name}: the honest client failed: {failure}")
    times = []
    attacker.join(10)
    while not lives.empty():
        times.append(lives.get())
    print(f"{name:8} {options.attack}: calm p50 {quantile(calm, .5):.2f} p99 {quantile(calm, .99):.2f} ms; "
          f"beside p50 {quantile(beside, .5):.2f} p99 {quantile(beside, .99):.2f} ms of {len(beside)}; "
          f"attacker lives {statistics.median(times) if times else 0:.2f} s, {len(times)} times; "
          f"memory {before} to {memory(pid)} KB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("servers", nargs="+", metavar="NAME=PORT:PID")
    parser.add_argument("--attack", choices=attack.FLOODS, default="rapid-reset")
    parser.add_argument("--seconds", type=float, default=4, help="at most 60")
    parser.add_argument("--token", type=lambda name: pathlib.Path(name).read_text(), default="")
    options = parser.parse_args()
    options.seconds = min(options.seconds, 60)
    for server in options.servers:
        name, place = server.split("=", 1)
        port, pid = place.split(":")
        measure(name, int(port), int(pid), options)


if __name__ == "__main__":
    main()
