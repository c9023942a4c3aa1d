"""Runs an app or a server under test in ShoulderTap's lab. It needs nothing but the standard library.

    import shouldertap_app as lab

    class Notes(lab.App):
        def on_push(self, push, **content):
            if lab.tap(**content) is None:
                return self.finish(push, "noData")
            self.request("fetch", lambda changes, **_: self.finish(push, "newData"), cursor=None)

    lab.run(Notes)

A class has a method `on_NAME` for each event that it handles. The members of the event are its arguments; end them with
`**_`. The article *The line protocol* of LabWire lists the events, the actions and their members. Copy this file beside
your app.
"""
import json
import sys

SECOND, HOUR, DAY = 1_000_000, 3_600_000_000, 86_400_000_000  # the protocol counts microseconds


def say(**action):
    """Writes one line: an action of the protocol, such as `say(do="hide", id="n1")`."""
    sys.stdout.write(json.dumps(action) + "\n")


def tap(payload=None, data=None, raw=None, **_):
    """The envelope of a shoulder tap, or None for every other push."""
    try:
        content = json.loads(payload or raw or data["shoulderTap"])
        envelope = content.get("shoulderTap", content)
        return envelope if envelope["scenario"] == "userNotifications" else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


class Program:
    """A process of an app or a server. The lab makes a new one after a crash, with what the last one stored."""

    def __init__(self, stored=None, **_):
        self.stored = None if stored is None else json.loads(stored)
        self._kept = stored
        self._callbacks = {}  # by the number of a request or a post
        self._last = 0
        self._timers = {}  # by name: the number and the callback

    def hear(self, event):
        """Hands an event to its callback, or to the method that is named after it."""
        members = dict(event)
        kind = members.pop("event")
        if kind == "timer":
            for number, then in list(self._timers.values()):
                if number == members["timer"]:
                    then()
        elif kind == "answer":
            number = members.get("request", members.get("post"))
            then, failed = self._callbacks.pop(number, (lambda **_: None,) * 2)
            is_failure = members.get("answer") in ("lost", "refused")
            (failed if is_failure else then)(**members)
        else:
            getattr(self, "on_" + kind, lambda **_: None)(**members)

    def timer(self, name, after, then, idle=False):
        """Calls `then` after so many microseconds, in place of the timer with the same name.

        Mark periodic timers `idle`: the lab does not wait for them before it settles.
        """
        number = self._timers[name][0] if name in self._timers else len(self._timers) + 1
        self._timers[name] = (number, then)
        say(do="timer", timer=number, after=after, idle=idle)

    def store(self, value):
        """Keeps a value for the next process, in place of the last one; `stored` has it there."""
        text = json.dumps(value)
        if text != self._kept:
            self._kept = text
            say(do="store", text=text)

    def log(self, text):
        """Writes a sentence into the history."""
        say(do="log", text=text)

    def _number(self, then, failed):
        self._last += 1
        self._callbacks[self._last] = (then, failed)
        return self._last


class App(Program):
    """An app on one device. `launch` has the members of the event `launched`."""

    def __init__(self, **launch):
        super().__init__(**launch)
        self.launch = launch

    def request(self, do, then, failed=None, **members):
        """Asks the service. `then` gets the members of a good answer, `failed` or `on_failed` those of any other."""
        number = self._number(then, failed or self.on_failed)
        say(do=do, request=number, **members)
        return number

    def on_failed(self, **_):
        """Called when a request was refused or lost and has no callback for that."""

    def finish(self, push, result):
        """Reports that a push has been handled: `newData`, `noData` or `failed`."""
        say(do="finished", push=push, result=result)


class Backend(Program):
    """The app's own server. It is made with the members of the event `started`."""

    def post(self, body, headers, then):
        """Posts to the service. `then` gets `status`, `headers` and `body` of the answer."""
        number = self._number(then, then)
        say(do="post", post=number, body=json.dumps(body), headers={"Content-Type": "application/json", **headers})
        return number


def run(program):
    """Speaks with the lab until it closes the input. Makes an app for each device, or one server."""
    alive = {}
    for line in sys.stdin:
        event = json.loads(line)
        number = event.pop("i", None)
        place = (event.get("user"), event.get("device")) if issubclass(program, App) else None
        if number is None:
            say(**event)  # the greeting goes back as it came
        elif event["event"] == "reset":
            alive.clear()
        else:
            if event["event"] in ("launched", "started"):
                alive[place] = program(**event)
            if place in alive:
                alive[place].hear(event)
        if number is not None:
            say(done=number)
        sys.stdout.flush()
