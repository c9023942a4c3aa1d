"""A list of notifications, without the SDK: it reads when it is tapped or looked at, and sends what its user does."""
import json, sys
ACTS = {"open": {"state": "activated", "read": True}, "dismiss": {"state": "dismissed"},
        "snooze": {"state": "snoozed"}, "read": {"read": True}, "delete": {}}; WEEK = 604_800_000_000  # in µs
def say(**line): sys.stdout.write(json.dumps(line) + "\n")
def is_tap(payload=None, raw=None, data={}, **_):
    try:
        tap = json.loads(payload or raw or data["shoulderTap"])
        return tap.get("shoulderTap", tap)["scenario"] == "userNotifications"
    except (ValueError, KeyError, TypeError, AttributeError): return False  # somebody else's, or spoiled

class App:
    def __init__(self, stored="[null, {}, null]", **_):
        self.cursor, self.known, self.name = json.loads(stored)  # how far it has read; ids with generations; who it is
        self.asked, self.owed, self.unnamed, self.token = {}, [], set(), None
    def ask(self, what, **members):
        self.asked[what] = max(self.asked.values(), default=0) + 1; say(do=what, request=self.asked[what], **members)
    def read(self, cursor):
        self.unnamed = self.unnamed if cursor else set(self.known)  # what a full read has not named yet
        self.ask("fetch", cursor=cursor)
    def show(self, kind, id, generation, version, read, state, content=None):
        self.unnamed.discard(id)
        before, self.known[id] = self.known.get(id), generation
        if kind in ("deleted", "expired"): return self.known.pop(id), say(do="hide", id=id)
        say(do="show", id=id, generation=generation, version=version, read=read, state=state)
        if read or state != "none": say(do="withdrawAlert", id=id)
        elif before != generation: say(do="alert", id=id)
    def page(self, changes, cursor, last, full, **_):
        for change in changes: self.show(**change)
        for id in sorted(self.unnamed) if full and last else []: self.show("deleted", id, 0, 0, False, "none")
        self.cursor = (self.cursor, cursor)[last]; say(do="store", text=json.dumps([self.cursor, self.known, self.name]))
        if not last: return self.read(cursor)
        while self.owed: say(do="finished", push=self.owed.pop(), result="newData")
    def hear(self, event):
        kind, mine = event.get("answer", event["event"]), event.get("request") == self.asked.get("fetch")
        if kind in ("launched", "foreground", "subscribed", "saved"): self.read(self.cursor)
        self.token = event["token"] if kind == "pushToken" else self.token
        if kind in ("pushToken", "timer", "foreground") and self.token: self.ask("register", pushToken=self.token)
        if kind == "push":
            self.owed.append(event["push"])
            self.read(self.cursor) if is_tap(**event) else say(do="finished", push=self.owed.pop(), result="noData")
        elif kind == "user" and event["id"] in self.known:
            what, generation = "delete" if event["act"] == "delete" else "save", self.known[event["id"]]
            self.ask(what, id=event["id"], generation=generation, subscription=self.name, **ACTS[event["act"]])
        elif kind == "registered": self.ask("subscribe"); say(do="timer", timer=2, after=WEEK, idle=True)
        elif kind == "subscribed": self.name = event["subscription"]; say(do="tellServer", subscription=self.name)
        elif kind == "page" and mine: self.page(**event)
        elif kind == "refused" and mine and event["status"] == 410: self.read(None)
        elif kind in ("lost", "refused"):
            say(do="timer", timer=1, after=5_000_000)
            while mine and self.owed: say(do="finished", push=self.owed.pop(), result="failed")

apps = {}
for line in sys.stdin:
    event = json.loads(line)
    device = event.get("user"), event.get("device")
    if event.get("event") == "launched": apps[device] = App(**event)
    if device in apps: apps[device].hear(event)
    say(**({"done": event["i"]} if "i" in event else event))  # the greeting is answered with itself
    sys.stdout.flush()
