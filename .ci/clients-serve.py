"""Python's push clients against `shouldertap serve`: .ci/clients-serve.py TOOL PYTHON

PYTHON is that of an environment with the clients, which .ci/clients makes.
"""
import base64
import http.client
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import time

TOPIC, KEY, TEAM = "com.example.app", "KEY1234567", "TEAM123456"


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, **more).stdout


def provider_token(key_file):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")
    signed = part({"alg": "ES256", "kid": KEY}) + b"." + part({"iss": TEAM, "iat": int(time.time())})
    signature = run("openssl", "dgst", "-sha256", "-sign", key_file, input=signed)
    return (signed + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


def serve(tool, folder):
    """Starts the server, and waits until it is ready."""
    words = [tool, "serve", "--apns", "127.0.0.1:0", "--http", "127.0.0.1:0", "--ready-file", str(folder / "served.json"),
             "--key", f"{KEY}:{TEAM}:{folder}/key.p8", "--ca-out", str(folder / "ca.pem")]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        if (folder / "served.json").exists():
            return process, json.loads((folder / "served.json").read_text())
        select.select([], [], [], 0.05)
    raise SystemExit("the server does not start")


def ask(port, path, body):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
    answer = connection.getresponse()
    found = json.loads(answer.read())
    if answer.status != 201:
        raise SystemExit(f"{path} was answered with {answer.status}: {found}")
    return found


def main():
    tool, python = sys.argv[1:3]
    here = pathlib.Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(folder / "key.p8"))
        process, served = serve(tool, folder)
        try:
            control, ready = served["http"]["port"], {"apns": served["apns"]["port"], "key": KEY, "team": TEAM}
            for role in ("device", "gone", "foreign", "leaving"):
                bundle = "com.example.other" if role == "foreign" else TOPIC
                device = ask(control, "/lab/users/ada/devices", {"name": role, "platform": "iOS", "bundle": bundle})
                ready[role] = device["token"]
            ask(control, "/lab/answers", {"token": ready["gone"], "status": 410})
            ask(control, "/lab/answers", {"token": ready["leaving"], "action": "goaway"})
            made = ask(control, "/lab/certificates", {"bundle": TOPIC})
            (folder / "both.pem").write_text(made["key"] + made["certificate"])
            (folder / "ready.json").write_text(json.dumps(ready))
            (folder / "token").write_text(provider_token(str(folder / "key.p8")))
            status = subprocess.run(
                [python, str(here / "clients.py"), name, str(ready["apns"])],
                env={**os.environ, "SSL_CERT_FILE": str(folder / "ca.pem")}).returncode
        finally:
            process.send_signal(signal.SIGTERM)
            ended = process.wait(60)
        return status or ended


if __name__ == "__main__":
    sys.exit(main())
