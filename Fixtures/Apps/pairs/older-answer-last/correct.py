"""Reads at once for each tap, also while it reads: several readings are under way, and answers overtake each other.

It compares the version of each change with what it knows of the notification, also of one that is gone.
"""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import lab  # noqa: E402


class App(lab.App):
    def __init__(self, account=None, **launch):
        super().__init__(**launch)
        self.account = account
        self.session = 0
        self.token = None
        self.subscription = None
        self.owed = set()
        self.readings = 0
        self.begin()

    def begin(self):
        kept = self.stored if self.account and self.stored and self.stored["account"] == self.account else {}
        self.session += 1
        self.delivered = set()  # the alerts that the system has shown by itself
        self.drawn = set()  # an app that was installed again has an empty screen
        self.cursor, self.cursor_of = kept.get("cursor"), 0
        self.items = kept.get("items", {})  # by id: the last change that counts, also of what is gone

    def keep(self):
        self.store({"account": self.account, "cursor": self.cursor, "items": self.items})

    def ask(self, do, then, failed=None, **members):
        session = self.session

        def current(callback):
            return lambda **answer: callback(**answer) if session == self.session else None

        self.request(do, current(then), current(failed or self.again), **members)

    def again(self, **_):
        self.timer("again", 60 * lab.SECOND, self.start)

    # Being woken.

    def on_pushToken(self, token, **_):
        self.token = token
        self.register()

    def register(self):
        if self.token and self.account:
            self.ask("register", lambda **_: self.ask("subscribe", self.subscribed), pushToken=self.token)
            self.timer("renewal", 7 * lab.DAY, self.register, idle=True)

    def subscribed(self, subscription, **_):
        self.subscription = subscription
        lab.say(do="tellServer", subscription=subscription)
        self.read()

    def start(self):
        self.register()
        self.read()

    def on_launched(self, delivered=(), **_):
        self.on_foreground(delivered)

    def on_foreground(self, delivered=(), **_):
        self.delivered.update(delivered)
        self.withdraw(self.delivered.intersection(self.items))
        self.start()

    def withdraw(self, ids):
        """Withdraws the system's alerts for what does not wait for the user."""
        for id in sorted(ids):
            if id in self.delivered and not self.waits(id):
                self.delivered.discard(id)
                lab.say(do="withdrawAlert", id=id)

    def on_push(self, push, **content):
        if lab.tap(**content) is None or not self.account:
            return self.finish(push, "noData")
        self.owed.add(push)
        self.timer(f"limit {push}", 25 * lab.SECOND, lambda: self.done(push, "failed"), idle=True)
        self.read(push)

    def done(self, push, result):
        if push in self.owed:
            self.owed.remove(push)
            self.finish(push, result)

    def on_signedIn(self, account, **_):
        self.account = account
        self.begin()
        self.start()

    def on_signedOut(self, **_):
        for id in sorted(self.delivered.union(self.items)):
            lab.say(do="hide", id=id)
        for push in sorted(self.owed):
            self.done(push, "noData")
        self.account = self.stored = None
        self.store(None)
        self.begin()

    # Reading.

    def read(self, push=None):
        if self.account:
            self.readings += 1
            # What a full reading does not name, and is not newer than it, is gone.
            self.ask_page(self.readings, push, self.cursor, {id: item["version"] for id, item in self.items.items()})

    def ask_page(self, number, push, cursor, unnamed):
        delivered = set(self.delivered)

        def came(changes, cursor, last, full, **_):
            self.merge(changes)
            for change in changes:
                unnamed.pop(change["id"], None)
            if not last:
                return self.ask_page(number, push, cursor, unnamed)
            if full:
                self.merge([
                    {**self.items[id], "kind": "deleted", "id": id} for id, version in sorted(unnamed.items())
                    if self.items[id]["version"] == version])
            if number > self.cursor_of:
                self.cursor, self.cursor_of = cursor, number
            self.keep()
            self.draw([id for id in self.items if id not in self.drawn])
            self.withdraw(delivered)
            self.done(push, "newData")

        def failed(status=None, **_):
            if status == 410:
                known = {id: item["version"] for id, item in self.items.items()}
                return self.ask_page(number, push, None, known)
            self.again()
            self.done(push, "failed")

        self.ask("fetch", came, failed, cursor=cursor)

    def is_news(self, change):
        """Whether a change is newer than what is known of its notification."""
        item = self.items.get(change["id"])
        return item is None or change["version"] > item["version"] or (
            change["version"] == item["version"] and self.is_over(change) and not self.is_over(item))

    @staticmethod
    def is_over(item):
        return item["kind"] in ("deleted", "expired")

    def waits(self, id):
        item = self.items.get(id)
        return item is not None and not self.is_over(item) and not item["read"] and item["state"] == "none"

    def merge(self, changes):
        fresh, new = [], []
        for change in changes:
            if self.is_news(change):
                known = self.items.get(change["id"])
                if known is None or known["generation"] != change["generation"]:
                    new.append(change["id"])
                self.items[change["id"]] = {
                    "kind": change["kind"], "generation": change["generation"], "version": change["version"],
                    "read": change.get("read", False), "state": change.get("state", "none")}
                fresh.append(change["id"])
        self.keep()
        self.draw(dict.fromkeys(fresh))
        for id in dict.fromkeys(new):
            if self.waits(id):
                lab.say(do="alert", id=id)

    def draw(self, ids):
        for id in ids:
            self.drawn.add(id)
            item = self.items[id]
            if self.is_over(item):
                lab.say(do="hide", id=id)
            else:
                shown = {name: item[name] for name in ("generation", "version", "read", "state")}
                lab.say(do="show", id=id, **shown)
                if not self.waits(id):
                    lab.say(do="withdrawAlert", id=id)

    # The user.

    def on_user(self, act, id, **_):
        item = self.items.get(id)
        if item is None or self.is_over(item):
            return
        states = {
            "open": {"state": "activated", "read": True}, "dismiss": {"state": "dismissed"},
            "snooze": {"state": "snoozed"}, "read": {"read": True}, "delete": {}}
        self.ask(
            "delete" if act == "delete" else "save", lambda **_: self.read(), id=id, generation=item["generation"],
            subscription=self.subscription, **states[act])


if __name__ == "__main__":
    lab.run(App)
