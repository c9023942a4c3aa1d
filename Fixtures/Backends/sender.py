"""A sender of pushes on httpx, without a known mistake. Each mistake overrides one method of it."""
import json
import os
import time
import uuid

import httpx
import jwt

TOPIC = "com.contoso.app"


class Sender:
    """Sends pushes over one connection, and forgets tokens that are gone."""

    attempts = 4

    def __init__(self):
        self.dead = set()
        self.failed = []
        self.client = self.new_client()
        self.bearer = self.new_bearer()

    def new_client(self):
        return httpx.Client(http2=True, http1=False, verify=os.environ["SHOULDERTAP_CA"], timeout=5)

    def new_bearer(self):
        with open(os.environ["SHOULDERTAP_KEY_FILE"]) as file:
            key = file.read()
        claims = {"iss": os.environ["SHOULDERTAP_TEAM_ID"], "iat": int(time.time())}
        return jwt.encode(claims, key, "ES256", headers={"kid": os.environ["SHOULDERTAP_KEY_ID"]})

    def headers(self, identifier):
        return {
            "authorization": "bearer " + self.bearer, "apns-topic": TOPIC, "apns-push-type": "background",
            "apns-priority": "5", "apns-id": identifier,
        }

    def request(self, token, payload, identifier):
        """One request. Returns its status, or None when the connection broke."""
        url = f"https://{os.environ['SHOULDERTAP_APNS']}/3/device/{token}"
        try:
            return self.client.post(url, content=payload, headers=self.headers(identifier)).status_code
        except httpx.TransportError:
            # The client may hold on to a connection that is over.
            self.client.close()
            self.client = self.new_client()
            return None

    def pause(self, attempt):
        time.sleep(0.03 * 2**attempt)

    def gone(self, token):
        self.dead.add(token)

    def push(self, token, content):
        """Sends a push, and tries again while that may help. Returns whether it was accepted."""
        if token in self.dead:
            return False
        payload = json.dumps({"aps": {"content-available": 1}, "content": content})
        identifier = str(uuid.uuid4())
        for attempt in range(self.attempts):
            status = self.request(token, payload, identifier)
            if status == 410:
                self.gone(token)
                return False
            if status not in (None, 429, 500, 503):
                return status == 200
            if attempt + 1 < self.attempts:
                self.pause(attempt)
        self.failed.append(token)
        return False


def tokens():
    """The push tokens of the devices of the scenario."""
    answer = httpx.get(os.environ["SHOULDERTAP_HTTP"] + "/lab/devices")
    return [device["token"] for device in answer.json()["devices"]]


def send_news(sender):
    """Three rounds of news to all devices."""
    devices = tokens()
    for round in range(3):
        for token in devices:
            sender.push(token, f"news {round}")
