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
        self.asked, self.due, self.next, self.unnamed, self.token = {}, [], [], set(), None
    def ask(self, what, **members):
        self.asked[what] = max(self.asked.values(), default=0) + 1; say(do=what, request=self.asked[what], **members)
    def read(self, cursor):
        self.unnamed = self.unnamed if cursor else set(self.known)  # what a full read has not named yet
        self.due, self.next = self.due + self.next, []  # each page has all that stood when it was asked for
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
        self.end("newData") if last else self.read(cursor)
    def end(self, result):
        for push in self.due: push is None or say(do="finished", push=push, result=result)
        self.due = []
    def hear(self, event):
        kind, mine = event.get("answer", event["event"]), event.get("request") == self.asked.get("fetch")
        if kind == "push" and not is_tap(**event): return say(do="finished", push=event["push"], result="noData")
        if kind in ("push", "launched", "foreground", "subscribed", "saved"): self.next.append(event.get("push"))
        self.token = event["token"] if kind == "pushToken" else self.token
        if kind in ("pushToken", "timer", "foreground") and self.token: self.ask("register", pushToken=self.token)
        if kind == "user" and event["id"] in self.known:
            self.ask("delete" if event["act"] == "delete" else "save", id=event["id"],
                     generation=self.known[event["id"]], subscription=self.name, **ACTS[event["act"]])
        elif kind == "registered": self.ask("subscribe"); say(do="timer", timer=2, after=WEEK, idle=True)
        elif kind == "subscribed": self.name = event["subscription"]; say(do="tellServer", subscription=self.name)
        elif kind == "page" and mine: self.page(**event)
        elif kind == "refused" and mine and event["status"] == 410: self.read(None)
        elif kind in ("lost", "refused"):
            say(do="timer", timer=1, after=5_000_000)
            if mine: self.end("failed")
        if self.next and (not self.due or kind == "saved"): self.read(self.cursor)  # a save outdates what is on its way

apps = {}
for line in sys.stdin:
    event = json.loads(line); device = event.get("user"), event.get("device")
    if event.get("event") == "launched": apps[device] = App(**event)
    if device in apps: apps[device].hear(event)
    say(**({"done": event["i"]} if "i" in event else event)); sys.stdout.flush()  # a greeting goes back as it came
