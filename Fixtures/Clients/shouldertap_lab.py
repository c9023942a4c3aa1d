"""Drives the control API of `shouldertap serve` from tests. It needs nothing but the standard library.

    import pytest
    from shouldertap_lab import Lab

    @pytest.fixture
    def lab():
        lab = Lab().open()  # each test has a world of its own, so tests can run in parallel
        yield lab
        lab.close()

    def test_every_device_shows_the_notification(lab):
        phone, tablet = lab.user("mum").device("phone"), lab.user("mum").device("tablet", platform="Android")
        lab.publish("mum", id="n1", content="lunch?")
        lab.wait_until(lambda: phone.tray() == tablet.tray() == ["n1"])

`Lab()` reads SHOULDERTAP_HTTP and SHOULDERTAP_CONTROL_TOKEN, as `shouldertap with` sets them. Timeouts are in seconds;
other times are texts such as "2h". `GET /lab/openapi.json` describes the answers. Copy this file beside your tests.
"""
import http.client
import json
import os
import time
import urllib.error
import urllib.request
from urllib.parse import quote, urlencode


class LabError(Exception):
    """A failed request: the `status` of the answer (0 if there was none), the server's `message` and its `remedy`."""

    def __init__(self, request, status, message, remedy):
        place = f"{request.get_method()} {request.selector}"
        super().__init__(f"{place}: {status or 'no answer'}: {message}; {remedy}".removesuffix("; "))
        self.status, self.message, self.remedy = status, message, remedy


class Lab:
    """A world of a running server. Without a name it is the default world, which all clients share."""

    def __init__(self, address=None, token=None, world="default"):
        address = address or os.environ.get("SHOULDERTAP_HTTP") or "http://127.0.0.1:8080"
        self.address = (address if "://" in address else "http://" + address).rstrip("/")
        self.token, self.world = token or os.environ.get("SHOULDERTAP_CONTROL_TOKEN"), world
        # Requests go to the server directly, even if the environment names a proxy.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def open(self, world=None, clock=None, seed=None):
        """Opens a world that shares nothing with the others and returns its lab. The clock is "real" or "virtual"."""
        made = self._ask("POST", "/lab/worlds", {"name": world, "clock": clock, "seed": seed}, world=None)
        return Lab(self.address, self.token, made["name"])

    def close(self):
        """Closes the world and forgets everything in it."""
        self._ask("DELETE", f"/lab/worlds/{quote(self.world, '')}", world=None)

    def reset(self):
        """Forgets everything in the world. Its clock starts again."""
        old = self.show()
        self._ask("DELETE", "/lab")
        if self.world != "default":
            self.open(self.world, old["clock"], old["seed"])

    def show(self):
        """Returns the clock and the seed of the world, and how many users, devices, pushes and events it has."""
        return self._ask("GET", f"/lab/worlds/{quote(self.world, '')}", world=None)

    def user(self, name):
        """Returns a user. The server creates it with its first device."""
        return User(self, name)

    def devices(self):
        """Returns all devices of the world, including those of the server's scenario."""
        return [Device(self, state) for state in self._ask("GET", "/lab/devices")["devices"]]

    def publish(self, user, **notification):
        """Publishes a notification to a user: with any of content, id, title, lifetime and bundle."""
        return self._ask("POST", f"/lab/users/{quote(getattr(user, 'name', user), '')}/notifications", notification)

    def pushes(self, to=None, **more):
        """Returns all pushes, or those to a device or a token. `more` may have after, topic and status."""
        target = {"device": to.id} if isinstance(to, Device) else {"token": to}
        return self._ask("GET", "/lab/pushes", **{**target, "limit": 10_000, **more})["pushes"]

    def wait_for_push(self, to=None, count=1, timeout=10, **more):
        """Returns the pushes when at least `count` have arrived. To count only new ones, say after=NUMBER."""
        end = time.monotonic() + timeout
        while True:
            left = max(0, end - time.monotonic())
            found = self.pushes(to, **{**more, "await": count, "timeout": _time(min(left, 60))})
            if len(found) >= count:
                return found
            if left == 0:
                place = getattr(to, "name", to or "any device")
                raise TimeoutError(f"{len(found)} of {count} pushes to {place} arrived within {timeout} s")

    def wait_until(self, condition, timeout=10):
        """Calls a function again whenever something happens, until its result is true. Returns that result."""
        end, last = time.monotonic() + timeout, self.show()["events"]
        while not (result := condition()):
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"no true result within {timeout} s; the last one was {result!r}")
            last = self._ask("GET", "/lab/events", after=last, timeout=_time(min(left, 1)))["last"]
        return result

    def events(self, after=0, timeout=0):
        """Returns at most 1,000 events with a number above `after`. With a timeout, waits for the first."""
        return self._ask("GET", "/lab/events", after=after, timeout=_time(timeout))["events"]

    def answer(self, device=None, **script):
        """Scripts the answers to pushes: `lab.answer(device=phone, status=429, retryAfter="30s", count=3)`."""
        return self._ask("POST", "/lab/answers", {"device": getattr(device, "id", device), **script})

    def answer_next(self, status, **script):
        """Scripts the answer to the next push, to any device or to one: `lab.answer_next(410, device=phone)`."""
        return self.answer(**{"status": status, "count": 1, **script})

    def remove_answers(self):
        """Removes all scripts."""
        self._ask("DELETE", "/lab/answers")

    def settle(self):
        """Lets a world with a virtual clock run until nothing is under way. Returns the clock."""
        return self._ask("POST", "/lab/settle", {})

    def advance(self, by):
        """Moves a virtual clock on, with everything that happens meanwhile. Returns the clock."""
        return self._ask("POST", "/lab/clock/advance", {"by": _time(by)})

    def verdict(self):
        """Returns the verdict on all promises. Its member `violations` lists the broken ones."""
        return self._ask("GET", "/lab/verdict")

    def _ask(self, method, path, body=None, **query):
        query = {"world": self.world, **query}
        target = self.address + path + "?" + urlencode({key: query[key] for key in query if query[key] is not None})
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            body = json.dumps({key: body[key] for key in body if body[key] is not None}).encode()
        request = urllib.request.Request(target, body, {"content-type": "application/json", **headers}, method=method)
        try:
            with self._opener.open(request, timeout=90) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            answer = json.loads(text) if text.startswith("{") else {}
            raise LabError(request, error.code, answer.get("error", text), answer.get("remedy", "")) from None
        except (OSError, http.client.HTTPException) as error:
            raise LabError(request, 0, error, f"check the server at {self.address}") from error


class User:
    """A user of a world."""

    def __init__(self, lab, name):
        self.lab, self.name = lab, name

    def device(self, name, **more):
        """Creates a device whose app is set up. `more` may have platform, bundle, and app="none" for no app."""
        state = self.lab._ask("POST", f"/lab/users/{quote(self.name, '')}/devices", {"name": name, **more})
        return Device(self.lab, state)


class Device:
    """A simulated device. `state` is the server's latest answer about it, and `token` its push token."""

    def __init__(self, lab, state):
        self.lab, self.id, self.name = lab, state["id"], state["name"]
        self._keep(state)

    def _keep(self, state):
        self.state, self.token = state, state["token"]
        return state

    def show(self):
        """Asks for the device: its tray, its notifications, its counters and its states."""
        return self._keep(self.lab._ask("GET", f"/lab/devices/{self.id}"))

    def notifications(self):
        """Asks for the notifications that the app knows, each with id, state, read and inTray."""
        return self.show()["notifications"]

    def tray(self):
        """Asks for the ids of the notifications on the screen."""
        return self.show()["tray"]

    def set(self, state):
        """Puts the device into a state, such as "offline", "online", "force-quit", "locked" or "unlocked"."""
        return self._keep(self.lab._ask("PATCH", f"/lab/devices/{self.id}", {"state": state}))

    def act(self, action, notification=None):
        """Has the user act: "dismiss" with the id of a notification, or "rotateToken", "reinstall", "crash"."""
        body = {"action": action, "notification": notification}
        return self._keep(self.lab._ask("POST", f"/lab/devices/{self.id}/actions", body))


def _time(value):
    """Writes a time as the server reads it. A number is in seconds."""
    return value if isinstance(value, str) else f"{round(value * 1000)}ms" if value < 999 else f"{round(value)}s"
