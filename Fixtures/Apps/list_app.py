"""A list of notifications without the SDK. It reads when it is tapped or looked at, and sends what its user does.

What the user does is shown at once, and waits in an outbox until a page has it: it survives a crash and a lost answer.
"""
import shouldertap_app as lab

ACTS = {
    "open": {"state": "activated", "read": True},
    "dismiss": {"state": "dismissed"},
    "snooze": {"state": "snoozed"},
    "read": {"read": True},
}


class ListApp(lab.App):
    def __init__(self, account=None, **launch):
        super().__init__(**launch)
        self.push_token = None
        self.owed = set()  # the pushes that are not finished
        self.session = 0  # counts the accounts; an answer for the account before is dropped
        self.begin(account)

    # Accounts.

    def begin(self, account):
        """Continues with what was stored for this account, or with nothing."""
        kept = self.stored if account and self.stored and self.stored["account"] == account else {}
        self.account = account
        self.session += 1
        self.cursor = kept.get("cursor")  # the place in the feed
        self.known = kept.get("known", {})  # by id: what the list shows
        self.outbox = kept.get("outbox", [])  # what the user did and no page has yet
        self.gone = kept.get("gone", [])  # what may still be on the screen, though it is not in the list any more
        # A backup may come from another device, and that has another subscription.
        is_own = kept.get("installation") == self.launch["installation"]
        self.subscription = kept.get("subscription") if is_own else None
        self.delivered = set()  # the alerts that the system has shown by itself
        self.fetch = None  # the request whose answer counts; an older one may still come
        self.due = []  # a push, or None, for each reason of the reading that is under way
        self.next = []  # the reasons for another one after it
        self.unnamed = set()  # the ids that no page of a full reading has named yet
        self.sending = None  # the act that is under way
        self.pause = 5 * lab.SECOND

    def on_signedIn(self, account, **_):
        self.begin(account)
        self.show_all()
        self.register()
        self.refresh()

    def on_signedOut(self, **_):
        for id in sorted(self.delivered.union(self.known)):
            lab.say(do="hide", id=id)
        for push in sorted(self.owed):
            self.finish(push, "noData")
        self.stored = None
        self.store(None)
        self.begin(None)

    def keep(self):
        self.store({
            "account": self.account, "installation": self.launch["installation"], "subscription": self.subscription,
            "cursor": self.cursor, "known": self.known, "outbox": self.outbox, "gone": self.gone})

    def ask(self, do, then, failed=None, **members):
        """A request whose answer counts while the same account is signed in."""
        session = self.session

        def current(callback):
            return lambda **answer: callback(**answer) if session == self.session else None

        return self.request(do, current(then), current(failed or self.on_failed), **members)

    # Being woken: a registration and a subscription, each made again once a week.

    def on_pushToken(self, token, **_):
        self.push_token = token
        self.register()

    def register(self):
        if self.push_token and self.account:
            self.ask("register", self.registered, pushToken=self.push_token)

    def registered(self, **_):
        self.ask("subscribe", self.subscribed)
        self.timer("renewal", 7 * lab.DAY, self.register, idle=True)

    def subscribed(self, subscription, **_):
        self.subscription = subscription
        lab.say(do="tellServer", subscription=subscription)
        self.refresh()

    def on_failed(self, **_):
        """Tries again, each time later: a device may be offline for weeks."""
        self.timer("retry", self.pause, self.retry)
        self.pause = min(2 * self.pause, lab.HOUR)

    def retry(self):
        self.register()
        self.refresh()

    # Reasons to read.

    def on_launched(self, delivered=(), **_):
        self.show_all()
        self.look(delivered)

    def on_foreground(self, delivered=(), **_):
        self.pause = 5 * lab.SECOND
        self.register()
        self.look(delivered)

    def look(self, delivered):
        self.delivered.update(delivered)
        self.withdraw_handled()
        self.refresh()

    def on_push(self, push, **content):
        self.owed.add(push)
        if lab.tap(**content) is None or not self.account:
            return self.finish(push, "noData")
        # The system does not wait for a reading that takes long.
        self.timer(f"limit {push}", 25 * lab.SECOND, lambda: self.finish(push, "failed"), idle=True)
        self.refresh(push)

    def finish(self, push, result):
        if push in self.owed:
            self.owed.remove(push)
            super().finish(push, result)

    def refresh(self, push=None):
        """Reads now, or after the reading that is under way."""
        if not self.account:
            return
        self.next.append(push)
        if not self.due:
            self.read(self.cursor)

    # Reading, page by page.

    def read(self, cursor):
        if cursor is None:
            self.unnamed = set(self.known)
        # Each page has everything that was there when it was asked for.
        self.due, self.next = self.due + self.next, []
        self.fetch = self.ask("fetch", self.page_came, self.page_failed, cursor=cursor)

    def page_came(self, request, changes, cursor, last, full, **_):
        if request != self.fetch:
            return
        self.take(changes)
        if not last:
            return self.read(cursor)
        self.take([{"kind": "deleted", "id": id} for id in sorted(self.unnamed if full else ())])
        self.cursor = cursor
        self.keep()
        self.withdraw_handled(is_complete=True)
        self.pause = 5 * lab.SECOND
        self.end_reading("newData")
        self.send()

    def page_failed(self, request, status=None, **_):
        if request == self.fetch and status == 410:
            return self.read(None)  # the cursor is of no use any more
        self.on_failed()
        if request == self.fetch:
            self.end_reading("failed")

    def end_reading(self, result):
        for push in self.due:
            self.finish(push, result)
        self.due = []
        if self.next:
            self.read(self.cursor)

    # The list.

    def take(self, changes):
        """Stores what a page says before it shows it: what is on the screen is always known."""
        new, self.gone = set(), []
        for change in changes:
            id = change["id"]
            self.unnamed.discard(id)
            if change["kind"] in ("deleted", "expired"):
                self.known.pop(id, None)
                self.gone.append(id)
                self.outbox = [act for act in self.outbox if act["id"] != id]
                continue
            self.outbox = [act for act in self.outbox if act["id"] != id or not self.is_settled(act, **change)]
            self.gone = [other for other in self.gone if other != id]
            if self.known.get(id, {}).get("generation") != change["generation"]:
                new.add(id)
            self.known[id] = {name: change[name] for name in ("generation", "version", "read", "state")}
        self.keep()
        for id in dict.fromkeys(change["id"] for change in changes):
            self.show(id)
            if id in new and not self.is_handled(id):
                lab.say(do="alert", id=id)

    def show_all(self):
        """Shows what was stored: after a reinstallation nothing is on the screen."""
        for id in sorted(self.known) + self.gone:
            self.show(id)

    def seen(self, id):
        """What the list shows of a notification: what the service says, and what the user did since."""
        item = self.known.get(id)
        for act in self.outbox:
            if item and act["id"] == id:
                item = None if act["act"] == "delete" else {**item, **ACTS[act["act"]]}
        return item

    def show(self, id):
        item = self.seen(id)
        if item is None:
            return lab.say(do="hide", id=id)
        lab.say(do="show", id=id, **item)
        if self.is_handled(id):
            lab.say(do="withdrawAlert", id=id)

    def is_handled(self, id):
        item = self.seen(id)
        return item is None or item["read"] or item["state"] != "none"

    def withdraw_handled(self, is_complete=False):
        """Withdraws the system's alerts for what is dealt with, and after a reading for what is gone."""
        for id in sorted(self.delivered):
            if self.is_handled(id) if id in self.known else is_complete:
                self.delivered.discard(id)
                lab.say(do="withdrawAlert", id=id)

    # The user.

    def on_user(self, act, id, **_):
        item = self.seen(id)
        if item is not None:
            self.outbox.append({
                "act": act, "id": id, "generation": item["generation"], "version": item["version"],
                "isTried": False, "saved": None})
            self.keep()
            self.show(id)
            self.send()

    @staticmethod
    def is_settled(act, generation, version, **_):
        """Whether a page has what the user did, or what is newer than an act that may have been saved."""
        if act["saved"] is not None:
            return version >= act["saved"]
        return generation != act["generation"] or act["isTried"] and version > act["version"]

    def send(self):
        """Sends the oldest act that is not saved."""
        act = next((act for act in self.outbox if act["saved"] is None), None)
        if act is None or self.sending:
            return
        self.sending, act["isTried"] = act, True
        self.keep()
        self.ask(
            "delete" if act["act"] == "delete" else "save", self.saved, self.not_saved, id=act["id"],
            generation=act["generation"], subscription=self.subscription, **ACTS.get(act["act"], {}))

    def saved(self, version=0, **_):
        """Reads again at once: a page that is under way is older than what was saved."""
        self.sending["saved"], self.sending = version, None
        self.keep()
        self.next.append(None)
        self.read(self.cursor)
        self.send()

    def not_saved(self, answer, status=None, **_):
        """Reads before it tries again: the act may have been saved, and its answer lost."""
        act, self.sending = self.sending, None
        if answer == "refused" and status not in (401, 404, 429) and status < 500:
            self.outbox = [other for other in self.outbox if other is not act]
            self.keep()
            self.show(act["id"])
            return self.refresh()
        self.on_failed()


if __name__ == "__main__":
    lab.run(ListApp)
