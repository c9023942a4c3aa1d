"""Checks of `shouldertap serve` from outside: python3 .ci/serve.py TOOL"""
import base64
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid

import h2wire

TOOL = os.path.abspath(sys.argv[1])
BUNDLE = "com.example.app"
FOLDER = tempfile.mkdtemp()
passed = failed = 0


def check(name, condition, seen=None):
    """Counts a check, and shows it when it fails."""
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}" + (f", seen: {seen!r}"[:600] if seen is not None else ""), flush=True)


def path(name):
    return os.path.join(FOLDER, name)


class Server:
    """A running server, from its start to its exit status."""

    def __init__(self, *words, ready=True):
        Server.count = getattr(Server, "count", 0) + 1
        self.file = path(f"ready{Server.count}.json")
        self.log = open(path(f"out{Server.count}"), "w+")
        words = list(words) + (["--ready-file", self.file] if ready else [])
        self.process = subprocess.Popen([TOOL, "serve", *words], stdout=self.log, stderr=subprocess.STDOUT)
        self.ready = self.wait() if ready else {}

    def wait(self):
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            if os.path.exists(self.file):
                return json.load(open(self.file))
            time.sleep(0.02)
        raise SystemExit(f"the server did not start: {self.output()}")

    def output(self):
        self.log.seek(0)
        return self.log.read()

    def ask(self, method, target, body=None, headers=None, listener="http", raw=None):
        """A request over HTTP/1.1. Returns the status and the JSON or text of the answer."""
        place = self.ready[listener]
        connection = http.client.HTTPConnection(place["host"], place["port"], timeout=70)
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        connection.request(method, target, data, headers or {})
        answer = connection.getresponse()
        text = answer.read().decode()
        self.headers = dict((name.lower(), value) for name, value in answer.getheaders())
        connection.close()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, text

    def curl(self, *words):
        command = ["curl", "--silent", "--show-error", "--max-time", "30", "--cacert", self.ready["ca"], *words]
        return subprocess.run(command, capture_output=True, text=True)

    def push(self, token, payload=None, listener="apns", headers=None, words=(), **fields):
        """A push by curl over HTTP/2. Returns the status, the headers and the JSON of the answer."""
        place = self.ready[listener]
        scheme = "https" if listener in ("apns", "https", "away") else "http"
        all_headers = {
            "authorization": "bearer " + fields.get("bearer", KEY.token()), "apns-topic": BUNDLE,
            "apns-push-type": "background", "apns-priority": "5", **(headers or {}),
        }
        command = ["--include", "--http2" if scheme == "https" else "--http2-prior-knowledge", *words]
        for name, value in all_headers.items():
            if value is not None:
                command += ["-H", f"{name}: {value}"]
        body = SILENT if payload is None else payload
        command += ["--data-binary", body, f"{scheme}://{place['host']}:{place['port']}/3/device/{token}"]
        result = self.curl(*command)
        if result.returncode:
            return None, {"exit": result.returncode}, result.stderr
        head, _, text = result.stdout.replace("\r\n", "\n").partition("\n\n")
        lines = head.split("\n")
        found = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split()[1]), found, json.loads(text) if text.strip() else None

    def device(self, user, name, world=None, **more):
        query = f"?world={world}" if world else ""
        status, device = self.ask(
            "POST", f"/lab/users/{user}/devices{query}", {"name": name, "platform": "iOS", "bundle": BUNDLE, **more})
        check(f"device {name} of {user} is created", status == 201, (status, device))
        return device

    def until(self, name, target, wanted, seconds=20):
        """Asks until an answer is as wanted."""
        end = time.monotonic() + seconds
        while True:
            status, answer = self.ask("GET", target)
            if status == 200 and wanted(answer):
                return check(name, True) or answer
            if time.monotonic() > end:
                return check(name, False, answer) or answer
            time.sleep(0.05)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(60)


class Key:
    """A provider key in files, and the tokens that it signs."""

    def __init__(self, name):
        self.file, self.public = path(name + ".p8"), path(name + ".pub")
        run = lambda *words: subprocess.run(["openssl", *words], check=True, capture_output=True)
        run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", self.file)
        run("pkey", "-in", self.file, "-pubout", "-out", self.public)

    def token(self, key="KEY1234567", team="TEAM123456", issued=None):
        part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")
        signed = part({"alg": "ES256", "kid": key}) + b"." + part({"iss": team, "iat": int(issued or time.time())})
        done = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.file], input=signed, check=True, capture_output=True)
        return (signed + b"." + base64.urlsafe_b64encode(done.stdout).rstrip(b"=")).decode()


KEY = Key("key")
OTHER = Key("other")
SILENT = '{"aps":{"content-available":1}}'
LISTENERS = [word for kind in ("apns", "https", "http", "h2c") for word in (f"--{kind}", "127.0.0.1:0")]
KEYS = ["--key", f"KEY1234567:TEAM123456:{KEY.file}"]


def tap(device):
    envelope = {"v": 1, "scenario": "userNotifications", "host": BUNDLE, "subscription": device["subscription"]}
    return json.dumps({"aps": {"content-available": 1}, "shoulderTap": envelope})


def start():
    """The contract of the ready file, the banner and the listeners."""
    server = Server(*LISTENERS, *KEYS)
    ready = server.ready
    check("the ready file has its fields", set(ready) == {"apns", "https", "http", "h2c", "ca", "controlToken", "pid"})
    check("each listener has host and port", all(
        set(ready[kind]) == {"host", "port"} and ready[kind]["host"] == "127.0.0.1" and ready[kind]["port"] > 0
        for kind in ("apns", "https", "http", "h2c")), ready)
    check("the process is told", ready["pid"] == server.process.pid)
    check("loopback needs no token", ready["controlToken"] is None)
    check("the CA is a certificate", "BEGIN CERTIFICATE" in open(ready["ca"]).read())
    banner = server.output()
    check("the banner has every address", all(f":{ready[kind]['port']}" in banner for kind in ("apns", "https", "http", "h2c")))
    check("the banner has the CA", ready["ca"] in banner)
    command = next(line for line in banner.split("\n") if line.startswith("  curl "))
    pasted = subprocess.run(["bash", "-c", command.strip() + " --silent"], capture_output=True, text=True)
    check("the curl line works when pasted", '"token":"' in pasted.stdout, pasted)
    names = subprocess.run(
        f"openssl s_client -connect 127.0.0.1:{ready['apns']['port']} </dev/null 2>/dev/null | openssl x509 -noout -ext subjectAltName",
        shell=True, capture_output=True, text=True).stdout
    check("the certificate names this machine", all(
        name in names for name in ("DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1")), names)
    for listener, scheme, words in (
        ("https", "https", ["--http2"]), ("https", "https", ["--http1.1"]), ("http", "http", ["--http1.1"]),
        ("h2c", "http", ["--http2-prior-knowledge"]),
    ):
        port = ready[listener]["port"]
        answer = server.curl(*words, f"{scheme}://localhost:{port}/healthz").stdout
        check(f"healthz over {listener} {words[0]}", answer.strip() == '{"status":"ok"}', answer)
    answer = server.curl("--http2", f"https://localhost:{ready['apns']['port']}/healthz").stdout
    check("the APNs port has nothing but pushes", "reason" in answer, answer)
    check("SIGTERM ends with 0", server.stop() == 0, server.output())
    check("the CA of the server is removed", not os.path.exists(ready["ca"]))
    server = Server("--http", "127.0.0.1:0", "--ca-out", path("ca.pem"))
    check("listeners that were not asked for are absent", set(server.ready) == {"http", "ca", "controlToken", "pid"})
    check("the CA is where it was asked for", server.ready["ca"] == path("ca.pem"))
    check("SIGINT ends with 0", server.stop(signal.SIGINT) == 0)
    check("a CA that was asked for stays", os.path.exists(path("ca.pem")))


def refusals():
    """What keeps a server from starting: one sentence each, and its exit status."""
    def ends(name, wanted, words, *says):
        result = subprocess.run([TOOL, "serve", *words], capture_output=True, text=True, timeout=60)
        lines = result.stderr.strip().split("\n")
        good = result.returncode == wanted and len(lines) == (2 if wanted == 64 else 1)
        check(name, good and all(word in result.stderr for word in says), (result.returncode, result.stderr))

    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    http_word = ["--http", "127.0.0.1:0"]
    ends("a port in use", 69, ["--http", "127.0.0.1:%d" % taken.getsockname()[1]], "port in use")
    ends("an unreadable key", 66, [*http_word, "--key", "K:T:" + path("nothing.p8")], "nothing.p8", "No such file")
    open(path("bad.p8"), "w").write("this is no key\n")
    ends("a bad key", 65, [*http_word, "--key", "K:T:" + path("bad.p8")], "bad.p8")
    ends("a bad authority", 65, [*http_word, "--client-ca", path("bad.p8")], "bad.p8")
    ends("a bad certificate", 65, [*http_word, "--cert", path("bad.p8"), "--cert-key", KEY.file], "bad.p8")
    ends("an unreadable scenario", 66, [*http_word, "--scenario", path("nothing.yaml")], "nothing.yaml")
    ends("a bad scenario", 65, [*http_word, "--scenario", path("bad.p8")], "bad.p8")
    ends("a full disk for the ready file", 74, [*http_word, "--ready-file", "/dev/full"], "/dev/full", "No space left")
    ends("a full disk for the capture", 74, [*http_word, "--capture", "/dev/full"], "/dev/full", "No space left")
    ends("a bad address", 64, ["--http", "nowhere"], "--http")
    ends("a bad key word", 64, [*http_word, "--key", "onlyone"], "KEYID:TEAMID:FILE")
    ends("an unknown option", 64, ["--htpp", "127.0.0.1:0"], "did you mean '--http'")
    ends("an unknown limit", 64, [*http_word, "--limit", "speed=9"], "--limit")
    page = subprocess.run([TOOL, "serve", "--help"], capture_output=True, text=True).stdout.split("\n")
    check("the help page fits", len(page) <= 24 and all(len(line) <= 80 for line in page))


def flow():
    """Three devices, a notification, a dismissal, and a push from outside."""
    server = Server(*LISTENERS, *KEYS, "--capture", path("capture.jsonl"), "--log", path("log.jsonl"))
    devices = [server.device("alice", name) for name in ("phone", "tablet", "laptop")]
    keys = {"id", "user", "name", "token", "subscription"}
    check("a device has its fields", all(keys <= set(device) for device in devices))
    check("tokens are 64 hex digits", all(re.fullmatch("[0-9a-f]{64}", device["token"]) for device in devices))
    check("tokens differ", len({device["token"] for device in devices}) == 3)
    check("devices have subscriptions", all(device["subscription"] for device in devices))
    check("devices are ready when they are answered", all(device["ready"] for device in devices))
    status, answer = server.ask("POST", "/lab/users/alice/notifications", {"id": "n1", "content": "lunch?"})
    check("a notification is published", status == 201 and answer["id"] == "n1", (status, answer))
    for device in devices:
        seen = server.until(f"{device['name']} is called back", f"/lab/devices/{device['id']}", lambda d: (
            d["taps"] >= 1 and d["fetches"] >= 1 and d["callbacks"] >= 1 and d["tray"] == ["n1"]))
        check("the counters stand together", seen["counters"]["taps"] == seen["taps"])
    status, answer = server.ask("POST", f"/lab/devices/{devices[0]['id']}/actions", {"action": "dismiss", "notification": "n1"})
    check("a notification is dismissed", status == 200, (status, answer))
    for device in devices:
        server.until(f"the dismissal reaches {device['name']}", f"/lab/devices/{device['id']}", lambda d: (
            d["tray"] == [] and d["notifications"][0]["state"] == "dismissed"))

    before = {device["id"]: server.ask("GET", f"/lab/devices/{device['id']}")[1] for device in devices}
    status, headers, answer = server.push(devices[1]["token"], tap(devices[1]), headers={"apns-id": "aBcdef01-2345-6789-abcd-ef0123456789"})
    check("a push by curl is accepted", status == 200 and answer is None, (status, headers, answer))
    check("its id is returned as it was sent", headers.get("apns-id") == "aBcdef01-2345-6789-abcd-ef0123456789", headers)
    identifier = devices[1]["id"]
    server.until("the push wakes its device, whose app reads", f"/lab/devices/{identifier}", lambda d: (
        d["taps"] == before[identifier]["taps"] + 1 and d["fetches"] > before[identifier]["fetches"]))
    for other in (devices[0]["id"], devices[2]["id"]):
        check("the push wakes no other device", server.ask("GET", f"/lab/devices/{other}")[1]["taps"] == before[other]["taps"])
    for listener in ("https", "h2c"):
        check(f"a push over {listener} is accepted", server.push(devices[0]["token"], listener=listener)[0] == 200)
    status, answer = server.ask("GET", "/lab/pushes?await=3&timeout=5s")
    check("pushes are listed", status == 200 and answer["complete"] and answer["count"] == 3, (status, answer))
    first = answer["pushes"][0]
    check("a push has the verdict of the parser", first["isTap"] and first["kind"] == "shoulderTap" and first["device"] == identifier, first)
    check("no provider token is shown", "bearer" not in json.dumps(answer))
    check("SIGTERM ends with 0 after traffic", server.stop() == 0)

    stats = subprocess.run([TOOL, "capture", "stats", path("capture.jsonl")], capture_output=True, text=True)
    check("capture stats reads the capture", stats.returncode == 0, (stats.stdout, stats.stderr))
    replay = subprocess.run([TOOL, "replay", path("capture.jsonl")], capture_output=True, text=True)
    check("replay reads the capture", replay.returncode == 0 and "shoulder tap" in replay.stdout, (replay.stdout, replay.stderr))
    text = open(path("capture.jsonl")).read() + open(path("log.jsonl")).read()
    check("neither capture nor log has a provider token", "bearer" not in text and KEY.token()[:60] not in text)
    log = open(path("log.jsonl")).read()
    check("the log is JSON lines", all(json.loads(line)["event"] for line in log.strip().split("\n")))
    check("the log shortens device tokens", devices[1]["token"] not in log and devices[1]["token"][:8] in log)


def senders():
    """Provider keys, topics, certificates and the spelling of tokens."""
    server = Server(*LISTENERS, *KEYS, "--key", f"PUB1234567:TEAM123456:{OTHER.public}")
    device = server.device("bob", "phone")
    reason = lambda result: (result[0], (result[2] or {}).get("reason"))
    push = lambda *words, **fields: reason(server.push(*words, **fields))
    check("a public key is as good", push(device["token"], bearer=OTHER.token(key="PUB1234567")) == (200, None))
    check("an unknown token", push("ab" * 32) == (400, "BadDeviceToken"))
    check("an odd token", push("xyz") == (400, "BadDeviceToken"))
    check("no provider token", push(device["token"], headers={"authorization": None}) == (403, "MissingProviderToken"))
    check("a wrong signature", push(device["token"], bearer=OTHER.token()) == (403, "InvalidProviderToken"))
    check("an old provider token", push(device["token"], bearer=KEY.token(issued=time.time() - 7200)) == (403, "ExpiredProviderToken"))
    check("another app's topic", push(device["token"], headers={"apns-topic": "com.example.other"}) == (400, "DeviceTokenNotForTopic"))
    check("no topic", push(device["token"], headers={"apns-topic": None}) == (400, "MissingTopic"))
    check("a bad priority", push(device["token"], headers={"apns-priority": "7"}) == (400, "BadPriority"))
    check("a payload that is too large", push(device["token"], '{"aps":{},"x":"' + "y" * 4096 + '"}') == (413, "PayloadTooLarge"))
    check("an empty payload", push(device["token"], "") == (400, "PayloadEmpty"))
    status, certificate = server.ask("POST", "/lab/certificates", {"bundle": BUNDLE})
    check("a certificate is made", status == 201 and "BEGIN" in certificate["key"], certificate)
    open(path("client.pem"), "w").write(certificate["certificate"])
    open(path("client.key"), "w").write(certificate["key"])
    words = ["--cert", path("client.pem"), "--key", path("client.key")]
    check("a certificate sends pushes", push(device["token"], headers={"authorization": None}, words=words) == (200, None))
    check("a certificate is for its topics", push(
        device["token"], headers={"authorization": None, "apns-topic": "com.example.other"}, words=words) == (400, "TopicDisallowed"))
    status, answer = server.ask("POST", f"/lab/devices/{device['id']}/actions", {"action": "rotateToken"})
    check("a rotated token is another one", status == 200 and answer["token"] != device["token"])
    check("the new token works", push(answer["token"]) == (200, None))
    server.stop()

    server = Server(*LISTENERS, "--any-key", "--topic", BUNDLE, "--any-device")
    check("--any-key warns once", server.output().count("warning:") == 1)
    check("--any-key accepts any key", push("cd" * 32, bearer=OTHER.token(key="WHATEVER")) == (200, None))
    check("--topic limits topics", push("cd" * 32, headers={"apns-topic": "com.example.other"}) == (400, "TopicDisallowed"))
    status, answer = server.ask("GET", "/lab/pushes?token=" + "CD" * 32)
    check("--any-device records the push", answer["count"] == 2 and answer["pushes"][0]["status"] == 200, answer)
    server.stop()
    server = Server(*LISTENERS, *KEYS, "--strict")
    device = server.device("bob", "phone")
    check("--strict refuses undocumented priorities", push(device["token"], headers={"apns-priority": "10"})[0] == 400)
    server.stop()


def answers():
    """Scripted answers."""
    server = Server(*LISTENERS, *KEYS)
    one, two = server.device("carol", "phone"), server.device("carol", "tablet")
    def script(**fields):
        status, answer = server.ask("POST", "/lab/answers", fields)
        check(f"a script {fields}", status == 201, (status, answer))
        return answer
    script(token=one["token"], status=429, count=2, retryAfter="30s")
    found = [server.push(one["token"]) for _ in range(3)]
    check("a status with a count", [result[0] for result in found] == [429, 429, 200], found)
    check("its usual reason", found[0][2] == {"reason": "TooManyRequests"} and found[0][1]["retry-after"] == "30", found[0])
    script(device=two["id"], reason="Shutdown", count=1)
    check("a reason by device", (server.push(two["token"])[0], server.push(one["token"])[0]) == (503, 200))
    script(topic=BUNDLE, status=410, count=1)
    status, _, answer = server.push(one["token"])
    check("a 410 has a timestamp", status == 410 and answer["timestamp"] > 1_700_000_000_000, answer)
    script(topic=BUNDLE, status=410, lag="1h", count=1)
    check("a 410 with lag comes later", server.push(one["token"])[0] == 200)
    server.ask("DELETE", "/lab/answers")
    script(delay="300ms", count=1)
    start = time.monotonic()
    check("a delay", server.push(one["token"])[0] == 200 and time.monotonic() - start >= 0.3)
    script(action="reset", count=1)
    check("a reset", server.push(one["token"])[1].get("exit") == 92)
    script(action="drop", count=1)
    result = server.push(one["token"])
    check("a drop", result[1].get("exit") in (16, 18, 52, 55, 56), result)
    script(action="silence", count=1)
    check("silence", server.push(one["token"], words=["--max-time", "1"])[1].get("exit") == 28)
    script(action="goaway", count=1)
    check("a push before GOAWAY is answered", server.push(one["token"])[0] == 200)
    script(status=500, probability=0.5, seed=7)
    server.push(one["token"])
    listed = server.ask("GET", "/lab/answers")[1]["answers"]
    check("scripts count what they met", listed[0]["met"] == 1 and listed[0]["used"] in (0, 1), listed[0])
    check("a script is removed", server.ask("DELETE", "/lab/answers/" + listed[0]["id"])[0] == 204)
    check("an unknown script", server.ask("DELETE", "/lab/answers/a999")[0] == 404)
    for body in ({}, {"status": 299}, {"status": 418}, {"reason": "NoSuchReason"}, {"action": "dance"},
                 {"status": 500, "probability": 1.5}, {"status": 500, "device": "d999"}, {"stat": 500}):
        status, answer = server.ask("POST", "/lab/answers", body)
        check(f"the script {body} is refused with a remedy", status in (400, 404) and answer["remedy"], (status, answer))
    outcomes = [push["outcome"] for push in server.ask("GET", "/lab/pushes")[1]["pushes"]]
    check("pushes tell what their senders got", {"accepted", "refused", "reset", "drop", "silence"} <= set(outcomes), outcomes)
    server.stop()


def states():
    """What devices are in: force quit, offline, low power, and back."""
    server = Server(*LISTENERS, *KEYS)
    device = server.device("dora", "phone")
    target = f"/lab/devices/{device['id']}"
    for state, member, value in (
        ("background", "state", "background"), ("suspended", "state", "suspended"), ("forceQuit", "state", "force-quit"),
        ("foreground", "state", "foreground"), ("low-power", "lowPower", True), ("normal-power", "lowPower", False),
        ("locked", "locked", True), ("unlocked", "locked", False), ("offline", "online", False),
    ):
        status, answer = server.ask("PATCH", target, {"state": state})
        check(f"the state {state}", status == 200 and answer[member] == value, (status, answer))
    taps = server.ask("GET", target)[1]["taps"]
    check("a push to a device that is offline is accepted", server.push(device["token"], tap(device), headers={"apns-expiration": str(int(time.time()) + 3600)})[0] == 200)
    server.until("it is stored", "/lab/events?limit=1000", lambda events: any(e["kind"] == "tapStored" for e in events["events"]))
    check("and does not arrive", server.ask("GET", target)[1]["taps"] == taps)
    server.ask("PATCH", target, {"state": "online"})
    server.until("it arrives when the device is online again", target, lambda d: d["taps"] == taps + 1)
    check("an unknown state is refused", server.ask("PATCH", target, {"state": "upside-down"})[0] == 400)
    check("an unknown device is not found", server.ask("PATCH", "/lab/devices/d999", {"state": "online"})[0] == 404)
    for action in ("reinstall", "crash", "signOut", "signIn"):
        check(f"the action {action}", server.ask("POST", target + "/actions", {"action": action})[0] == 200)
    check("an action without its notification", server.ask("POST", target + "/actions", {"action": "dismiss"})[0] == 400)
    check("an action on what is not there", server.ask("POST", target + "/actions", {"action": "delete", "notification": "nothing"})[0] == 409)
    server.stop()


def worlds():
    """Isolated worlds, virtual clocks, and the reset."""
    server = Server(*LISTENERS, *KEYS, "--clock", "virtual")
    for name in ("one", "two"):
        status, world = server.ask("POST", "/lab/worlds", {"name": name, "seed": 7})
        check(f"world {name} is opened", status == 201 and world["clock"] == "virtual" and world["seed"] == 7, world)
    check("a name is taken once", server.ask("POST", "/lab/worlds", {"name": "one"})[0] == 409)
    check("worlds are listed", {"default", "one", "two"} <= {w["name"] for w in server.ask("GET", "/lab/worlds")[1]["worlds"]})
    device = server.device("eve", "phone", world="one")
    check("other worlds do not see a user", server.ask("GET", "/lab/users?world=two")[1] == {"users": []})
    check("a push belongs to the world of its token", server.push(device["token"], tap(device))[0] == 200)
    counts = [server.ask("GET", f"/lab/pushes?world={name}")[1]["count"] for name in ("one", "two", "default")]
    check("other worlds do not see a push", counts == [1, 0, 0], counts)
    target = f"/lab/devices/{device['id']}"
    check("in virtual time nothing happens by itself", server.ask("GET", target)[1]["taps"] == 0)
    before = server.ask("GET", "/lab/clock?world=one")[1]
    status, after = server.ask("POST", "/lab/clock/advance?world=one", {"by": "1h"})
    check("a virtual clock is moved", status == 200 and after["time"] - before["time"] == 3_600_000_000, (before, after))
    check("what was due has happened", server.ask("GET", target)[1]["taps"] == 1)
    server.ask("POST", "/lab/users/eve/notifications?world=one", {"id": "n1", "title": "Lunch?"})
    check("a world is settled", server.ask("POST", "/lab/settle?world=one", {})[0] == 200)
    shown = server.ask("GET", target)[1]
    check("after that everybody knows", [n["id"] for n in shown["notifications"]] == ["n1"], shown)
    status, verdict = server.ask("GET", "/lab/verdict?world=one")
    check("the judges are content", status == 200 and verdict["verdict"] == "pass" and verdict["complete"], verdict)
    check("a world is closed", server.ask("DELETE", "/lab/worlds/two")[0] == 204)
    check("and is gone", server.ask("GET", "/lab/worlds/two")[0] == 404)
    check("reset", server.ask("DELETE", "/lab")[0] == 204)
    check("after a reset there is nothing", server.ask("GET", "/lab/devices")[1] == {"devices": []})
    check("nor is the token known", server.push(device["token"])[2] == {"reason": "BadDeviceToken"})
    server.stop()
    server = Server(*LISTENERS, *KEYS, "--scenario", os.path.abspath("Fixtures/Scenarios/dismiss-everywhere.yaml"))
    listed = server.ask("GET", "/lab/devices")[1]["devices"]
    check("a scenario brings its devices", len(listed) >= 2, listed)
    check("a real clock is not moved", server.ask("POST", "/lab/clock/advance", {"by": "1s"})[0] == 409)
    check("nor settled", server.ask("POST", "/lab/settle", {})[0] == 409)
    server.stop()


def events():
    """Events by long poll and as a stream; pushes that are awaited."""
    server = Server(*LISTENERS, *KEYS)
    device = server.device("fred", "phone")
    status, answer = server.ask("GET", "/lab/events?after=0&limit=2")
    check("events are numbered from one", [event["n"] for event in answer["events"]] == [1, 2] and answer["last"] == 2, answer)
    server.until("the device is ready", "/lab/events?limit=1000", lambda e: e["events"][-1]["kind"] == "syncStatus")
    last = server.ask("GET", "/lab/events")[1]["last"]
    timer = threading.Timer(0.3, lambda: server.push(device["token"], tap(device)))
    timer.start()
    start = time.monotonic()
    status, answer = server.ask("GET", f"/lab/events?after={last}&timeout=20s")
    check("a long poll ends with the first event", answer["events"] and time.monotonic() - start < 15, answer)
    timer.join()
    start = time.monotonic()
    status, answer = server.ask("GET", "/lab/pushes?await=9&timeout=300ms")
    check("awaiting pushes ends with its time", status == 200 and not answer["complete"] and 0.3 <= time.monotonic() - start < 10, answer)
    timer = threading.Timer(0.3, lambda: server.push(device["token"]))
    timer.start()
    status, answer = server.ask("GET", f"/lab/pushes?await=2&timeout=20s&device={device['id']}")
    check("awaiting pushes ends with the last of them", answer["complete"] and answer["count"] == 2, answer)
    timer.join()
    check("pushes are filtered", [server.ask("GET", f"/lab/pushes?{query}")[1]["count"] for query in (
        "status=200", "status=410", f"topic={BUNDLE}", "topic=x", "after=1", f"token={device['token']}")] == [2, 0, 2, 0, 1, 2])
    place = server.ready["http"]
    with socket.create_connection((place["host"], place["port"]), timeout=20) as stream:
        stream.sendall(b"GET /lab/events?after=0 HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n")
        text = ""
        while "event: pushArrived" not in text:
            piece = stream.recv(65536).decode()
            if not piece:
                break
            text += piece
        check("events are streamed", "content-type: text/event-stream" in text.lower() and "id: 1\n" in text, text[:300])
        seen = len(text)
        server.ask("POST", "/lab/users/fred/notifications", {"id": "late"})
        text = ""
        while "late" not in text:
            text += stream.recv(65536).decode()
        check("the stream goes on", "data: {" in text)
    waiting = threading.Thread(target=lambda: server.ask("GET", "/lab/pushes?await=99&timeout=60s"))
    waiting.start()
    time.sleep(0.3)
    start = time.monotonic()
    check("SIGTERM answers those who wait", server.stop() == 0 and time.monotonic() - start < 8)
    waiting.join()


def gate():
    """Errors with remedies, hosts, origins, the token, and the description."""
    server = Server(*LISTENERS, *KEYS)
    def refused(name, status, *words, **fields):
        found, answer = server.ask(*words, **fields)
        good = found == status and isinstance(answer, dict) and answer.get("error")
        check(name, good, (found, answer))
        return answer
    answer = refused("no JSON", 400, "POST", "/lab/users/x/devices", raw=b"{nope")
    check("it says where", "byte 1" in answer["error"] and answer["remedy"], answer)
    refused("no object", 400, "POST", "/lab/users/x/devices", raw=b"[]")
    refused("a member twice", 400, "POST", "/lab/users/x/devices", raw=b'{"name":"a","name":"b"}')
    answer = refused("an unknown member", 400, "POST", "/lab/users/x/devices", {"nmae": "phone"})
    check("it names the known ones", "name, platform, bundle" in answer["remedy"], answer)
    refused("a missing member", 400, "POST", "/lab/users/x/devices", {})
    refused("a wrong platform", 400, "POST", "/lab/users/x/devices", {"name": "a", "platform": "Palm"})
    refused("an unknown parameter", 400, "GET", "/lab/pushes?awiat=3")
    refused("a wrong parameter", 400, "GET", "/lab/pushes?timeout=soon")
    refused("an unknown world", 404, "GET", "/lab/users?world=mars")
    refused("an unknown user", 404, "POST", "/lab/users/nobody/notifications", {})
    refused("an unknown path", 404, "GET", "/lab/nothing")
    refused("another method", 405, "PUT", "/lab/worlds")
    check("a body that is too long", server.ask("POST", "/lab/users/x/devices", raw=b" " * 70_000)[0] == 413)
    refused("a name that others can point here", 403, "GET", "/lab/users", headers={"Host": "evil.example"})
    refused("a page of another site", 403, "GET", "/lab/users", headers={"Origin": "http://evil.example"})
    for host in ("localhost", "127.0.0.1:80", "[::1]:80"):
        check(f"the host {host}", server.ask("GET", "/lab/users", headers={"Host": host})[0] == 200)
    check("a page of its own", server.ask("GET", "/lab/users", headers={"Origin": "http://localhost:3000"})[0] == 200)
    check("a user is created", server.ask("POST", "/lab/users", {"name": "gina"})[0] == 201)
    refused("a user twice", 409, "POST", "/lab/users", {"name": "gina"})
    check("a user is shown", server.ask("GET", "/lab/users/gina")[1]["devices"] == [])
    server.device("gina", "watch", app="none")
    refused("a device twice", 409, "POST", "/lab/users/gina/devices", {"name": "watch"})
    check("devices of a user", len(server.ask("GET", "/lab/users/gina/devices")[1]["devices"]) == 1)
    check("a summary", server.ask("GET", "/lab")[1]["worlds"] == ["default"])
    status, metrics = server.ask("GET", "/metrics")
    check("metrics", "shouldertap_devices 1\n" in metrics and "# TYPE shouldertap_pushes_total counter" in metrics, metrics)
    status, document = server.ask("GET", "/lab/openapi.json")
    rows = [(method, target) for target, item in document["paths"].items() for method in item]
    check("the description has every row", status == 200 and len(rows) >= 30, len(rows))
    for method, target in rows:
        if method == "get" and "{" not in target:
            check(f"{target} answers as described", server.ask("GET", target)[0] == 200)
    server.stop()
    server = Server("--http", "0.0.0.0:0", "--any-key")
    token = server.ready["controlToken"]
    check("beyond loopback there is a token", isinstance(token, str) and len(token) >= 32, token)
    server.ready["http"]["host"] = "127.0.0.1"
    check("without it nobody is let in", server.ask("GET", "/lab/users")[0] == 401)
    status, answer = server.ask("GET", "/lab/users", headers={"Authorization": "Bearer " + "0" * 32})
    check("nor with another", status == 401, (status, answer))
    check("with it one is", server.ask("GET", "/lab/users", headers={"Authorization": "Bearer " + token})[0] == 200)
    check("health needs none", server.ask("GET", "/healthz")[0] == 200)
    server.stop()


class Sender:
    """A connection with a hundred open pushes, until the server ends it."""

    OPEN = 100

    def __init__(self, port, tokens, bearer):
        self.client, self.tokens, self.bearer = h2wire.Client(port), tokens, bearer
        self.ids, self.open, self.answered, self.last, self.next, self.block = {}, set(), {}, None, 1, {}

    def send(self):
        pieces = []
        while len(self.open) < self.OPEN and self.last in (None, 0x7FFFFFFF):
            stream, self.next = self.next, self.next + 2
            self.ids[stream] = str(uuid.uuid4())
            block = h2wire.request(
                ("authorization", "bearer " + self.bearer), ("apns-topic", BUNDLE), ("apns-push-type", "background"),
                ("apns-priority", "5"), ("apns-id", self.ids[stream]), method="POST",
                path="/3/device/" + self.tokens[stream // 2 % len(self.tokens)])
            pieces += [h2wire.headers(stream, block, h2wire.END_HEADERS), h2wire.data(stream, SILENT.encode())]
            self.open.add(stream)
        self.client.send(*pieces)

    def run(self):
        self.send()
        while found := self.client.next(time.monotonic() + 30):
            kind, flags, stream, payload = found
            self.client.seen.clear()
            if kind == h2wire.GOAWAY:
                self.last = int.from_bytes(payload[:4], "big") & 0x7FFFFFFF
            if kind == h2wire.HEADERS:
                # The static table has :status 200 in one byte.
                self.block[stream] = payload[:1] == b"\x88"
            if kind == h2wire.RST_STREAM:
                self.open.discard(stream)
            elif kind in (h2wire.HEADERS, h2wire.DATA) and flags & h2wire.END_STREAM:
                self.answered[stream] = self.block[stream]
                self.open.discard(stream)
                self.send()


def shutdown():
    """SIGTERM while four connections have a hundred open pushes each, some of them with late answers."""
    capture = path("shutdown.jsonl")
    server = Server(*LISTENERS, *KEYS, "--capture", capture)
    tokens = [server.device("ida", f"phone {number}", app="none")["token"] for number in range(8)]
    server.ask("POST", "/lab/answers", {"delay": "300ms", "probability": 0.1, "seed": 4})
    senders = [Sender(server.ready["h2c"]["port"], tokens, KEY.token()) for _ in range(4)]
    threads = [threading.Thread(target=sender.run) for sender in senders]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 60
    while time.monotonic() < end and any(len(sender.answered) < 500 for sender in senders):
        time.sleep(0.01)
    check("SIGTERM under load ends with 0", server.stop() == 0, server.output())
    for thread in threads:
        thread.join()
    captured = set()
    for line in open(capture):
        captured |= {field["value"] for field in json.loads(line).get("headers", []) if field["name"] == "apns-id"}
    for sender in senders:
        accepted = {sender.ids[stream] for stream, is_good in sender.answered.items() if is_good}
        check("the sender had pushes under way", len(accepted) >= 500 and sender.last not in (None, 0x7FFFFFFF), sender.last)
        check("each accepted push is in the capture", accepted <= captured, len(accepted - captured))
        missing = [stream for stream in sender.ids if stream <= sender.last and stream not in sender.answered]
        check("each stream up to the last one of GOAWAY is answered", not missing, (sender.last, missing[:5]))
    result = subprocess.run([TOOL, "replay", capture], capture_output=True, text=True)
    check("the capture is whole", result.returncode == 0, result.stderr)


def apps():
    """An app over the line protocol, and none."""
    server = Server(*LISTENERS, *KEYS, "--app", "python3 Fixtures/Apps/list_app.py")
    device = server.device("hans", "phone")
    server.ask("POST", "/lab/users/hans/notifications", {"id": "n1", "content": "lunch?"})
    server.until("an app of the user's shows it", f"/lab/devices/{device['id']}", lambda d: [n["id"] for n in d["notifications"]] == ["n1"])
    check("SIGTERM ends with 0 with an app", server.stop() == 0)
    server = Server(*LISTENERS, *KEYS, "--app", "none")
    start = time.monotonic()
    device = server.device("hans", "phone")
    check("without an app nothing is waited for", time.monotonic() - start < 2 and device["subscription"] is None)
    check("pushes are accepted", server.push(device["token"])[0] == 200)
    server.until("and arrive", f"/lab/devices/{device['id']}", lambda d: d["counters"]["pushes"] == 1)
    server.stop()
    open(path("slow.py"), "w").write(
        "import sys, time\nsys.path.insert(0, 'Fixtures/Apps')\nimport shouldertap_app as lab\n\n"
        "class Slow(lab.App):\n    def on_foreground(self, **_):\n        time.sleep(600)\n\nlab.run(Slow)\n")
    server = Server(*LISTENERS, *KEYS, "--app", f"exec python3 {path('slow.py')}")
    server.ask("POST", "/lab/worlds", {"name": "other"})
    slow, other = server.device("hans", "phone"), server.device("hans", "phone", "other", app="none")
    server.ask("PATCH", f"/lab/devices/{slow['id']}", {"state": "background"})
    answers = []
    opening = threading.Thread(target=lambda: answers.append(
        server.ask("PATCH", f"/lab/devices/{slow['id']}", {"state": "foreground"})))
    opening.start()
    check("a push is answered beside an app that hangs", server.push(other["token"])[0] == 200)
    opening.join()
    check("an app that hangs is ended after two seconds", answers[0][0] == 503 and "2000 ms" in answers[0][1]["error"], answers)
    check("its world has failed", "2000 ms" in server.ask("GET", "/lab/worlds/default")[1]["failure"])
    server.stop()
    server = Server(*LISTENERS, *KEYS, "--app", "exit 3")
    status, answer = server.ask("POST", "/lab/users/hans/devices", {"name": "phone"})
    check("an app that ends is reported", status == 503 and "exit status 3" in answer["error"], (status, answer))
    check("and the world says so", "exit status 3" in server.ask("GET", "/lab/worlds/default")[1]["failure"])
    check("and the verdict", server.ask("GET", "/lab/verdict")[1]["verdict"] == "fail")
    server.stop()


class Tunnel:
    """A raw client of the proxy."""

    def __init__(self, server, text=b""):
        place = server.ready["proxy"]
        self.socket = socket.create_connection((place["host"], place["port"]), timeout=60)
        self.socket.sendall(text if isinstance(text, bytes) else f"CONNECT {text} HTTP/1.1\r\n\r\n".encode())

    def head(self):
        """Reads the proxy's answer up to its empty line."""
        text = b""
        while not text.endswith(b"\r\n\r\n") and (byte := self.socket.recv(1)):
            text += byte
        return text.decode()

    def rest(self):
        text = b""
        try:
            while data := self.socket.recv(65536):
                text += data
        except ConnectionError:
            pass
        return text


def proxy():
    """The proxy: push services are served, others pass, and none does with --offline."""
    log = path("proxy.log")
    server = Server(*LISTENERS, *KEYS, "--proxy", "127.0.0.1:0", "--log", log, "--limit", "tunnels=8")
    device = server.device("pia", "phone")
    address = f"http://127.0.0.1:{server.ready['proxy']['port']}"
    way = ("--suppress-connect-headers", "--proxy", address)
    check("the banner names it", f"  proxy  {address}\n" in server.output(), server.output())
    for host in ("api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com"):
        for port in (443, 2197):
            server.ready["away"] = {"host": host, "port": port}
            status, _, answer = server.push(device["token"], listener="away", words=way)
            check(f"curl pushes to {host}:{port}", status == 200, (status, answer))
    place = server.ready["http"]
    result = server.curl("--proxy", address, "--proxytunnel", f"http://127.0.0.1:{place['port']}/healthz")
    check("others pass", result.returncode == 0 and "ok" in result.stdout, result.stdout + result.stderr)
    tunnel = Tunnel(server, "localhost:1")
    head, words = tunnel.head(), tunnel.rest().decode()
    check("a host without a listener", head.startswith("HTTP/1.1 502 ") and "cannot connect to localhost:1: " in words, head + words)
    # One that echoes, half-closed, with more than the buffers hold.
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def echo():
            end = listener.accept()[0]
            while data := end.recv(65536):
                end.sendall(data)
            end.close()
        thread = threading.Thread(target=echo)
        thread.start()
        tunnel, sent = Tunnel(server, "127.0.0.1:%d" % listener.getsockname()[1]), os.urandom(1 << 24)
        check("a tunnel opens", tunnel.head() == "HTTP/1.1 200 Connection established\r\n\r\n")
        def send():
            tunnel.socket.sendall(sent)
            tunnel.socket.shutdown(socket.SHUT_WR)
        sender = threading.Thread(target=send)
        sender.start()
        check("16 MiB come back through it", tunnel.rest() == sent)
        sender.join(), thread.join()
    # Abuse: garbage, slow and huge heads, half-open tunnels, and a thousand requests.
    for text, status in ((b"\0" * 9, 400), (b"\x16\x03\x01", 400), (b"CONNECT x HTTP/1.1\r\n\r\n", 400),
                         (b"CONNECT a:1 HTTP/1.1\r\nx: " + b"y" * 9000, 431), (b"GET http://a/ HTTP/1.1\r\n\r\n", 501),
                         (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), (b"G" * 100_000, 431)):
        head = Tunnel(server, text).head()
        check(f"{text[:20]} gets {status}", head.startswith(f"HTTP/1.1 {status} "), head)
    target = f"127.0.0.1:{place['port']}"
    half_open = [Tunnel(server, b"CONNECT") for _ in range(50)]
    crowd = [Tunnel(server, target) for _ in range(1000)]
    answers = [tunnel.head()[9:12] for tunnel in crowd]
    check("eight of a thousand get a tunnel", (answers.count("200"), answers.count("503")) == (8, 992), answers[:20])
    for tunnel in crowd + half_open:
        tunnel.socket.close()
    end = time.monotonic() + 30
    while Tunnel(server, target).head()[9:12] != "200" and time.monotonic() < end:
        time.sleep(0.05)
    check("and later there is room again", time.monotonic() < end)
    check("the server still serves", server.push(device["token"], listener="away", words=way)[0] == 200)
    check("SIGTERM ends with 0", server.stop() == 0)
    rows = [json.loads(line) for line in open(log) if '"proxy"' in line]
    check("each decision is logged", {row["status"] for row in rows} == {200, 400, 431, 501, 502, 503, 505}, len(rows))

    server = Server("--proxy", "127.0.0.1:0", "--http", "127.0.0.1:0", "--offline", "--any-key", "--any-device", "--log", log)
    check("the banner says offline", "(offline)" in server.output())
    for target in ("example.com:443", f"127.0.0.1:{server.ready['http']['port']}", "localhost:1", "[::1]:1", "api.push.apple.com:80"):
        tunnel = Tunnel(server, target)
        head, words = tunnel.head(), tunnel.rest().decode()
        check(f"{target} is refused", head.startswith("HTTP/1.1 403 ") and words.startswith(target + " is not"), head + words)
        check("and logged", words.strip() in open(log).read())
    server.ready["away"] = {"host": "api.push.apple.com", "port": 443}
    way = (*way[:2], f"http://127.0.0.1:{server.ready['proxy']['port']}")
    check("pushes are served", server.push("00" * 32, listener="away", words=way)[0] == 200)
    server.stop()
    server = Server("--proxy", "0.0.0.0:0", "--http", "127.0.0.1:0", "--any-key")
    check("an open proxy makes a control token", isinstance(server.ready["controlToken"], str), server.ready)
    server.stop()
    for words in (["--offline"], ["--offline", "--http", "127.0.0.1:0"], ["--proxy", "here"]):
        ended = subprocess.run([TOOL, "serve", *words], capture_output=True, text=True)
        check(f"{words} is a usage error", ended.returncode == 64 and "--proxy" in ended.stderr, ended.stderr)


try:
    wanted = sys.argv[2:]
    for part in (start, refusals, flow, senders, answers, states, worlds, events, gate, shutdown, apps, proxy):
        if wanted and part.__name__ not in wanted:
            continue
        before, begun = passed + failed, time.monotonic()
        part()
        print(f"{part.__name__:10}{passed + failed - before:4} checks {time.monotonic() - begun:6.1f} s", flush=True)
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
print(f"{passed} checks passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
