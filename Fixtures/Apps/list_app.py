"""A list of notifications without the SDK. It reads when it is tapped or looked at, and sends what its user does.

Left out, to keep it short: signing out, saves that get lost, a backup that empties the list, and alerts that the system
shows by itself.
"""
import shouldertap_app as lab

ACTS = {
    "open": {"state": "activated", "read": True},
    "dismiss": {"state": "dismissed"},
    "snooze": {"state": "snoozed"},
    "read": {"read": True},
}


class ListApp(lab.App):
    def __init__(self, **launch):
        super().__init__(**launch)
        # The place in the feed, the ids in the list with their generations, and the subscription.
        self.cursor, self.known, self.subscription = self.stored or [None, {}, None]
        self.push_token = None
        self.fetch = None  # the request whose answer counts; an older one may still come
        self.due = []  # a push, or None, for each reason of the reading that is under way
        self.next = []  # the reasons for another one after it
        self.unnamed = set()  # the ids that no page of a full reading has named yet

    # Being woken: a registration and a subscription, each made again once a week.

    def on_pushToken(self, token, **_):
        self.push_token = token
        self.register()

    def register(self):
        if self.push_token:
            self.request("register", self.registered, pushToken=self.push_token)

    def registered(self, **_):
        self.request("subscribe", self.subscribed)
        self.timer("renewal", 7 * lab.DAY, self.register, idle=True)

    def subscribed(self, subscription, **_):
        self.subscription = subscription
        lab.say(do="tellServer", subscription=subscription)
        self.refresh()

    def on_failed(self, **_):
        self.timer("retry", 5 * lab.SECOND, self.register)

    # Reasons to read.

    def on_launched(self, **_):
        self.refresh()

    def on_foreground(self, **_):
        self.register()
        self.refresh()

    def on_push(self, push, **content):
        if lab.tap(**content) is None:
            return self.finish(push, "noData")
        self.refresh(push)

    def refresh(self, push=None):
        """Reads now, or after the reading that is under way."""
        self.next.append(push)
        if not self.due:
            self.read(self.cursor)

    # Reading, page by page.

    def read(self, cursor):
        if cursor is None:
            self.unnamed = set(self.known)
        # Each page has everything that was there when it was asked for.
        self.due, self.next = self.due + self.next, []
        self.fetch = self.request("fetch", self.page_came, self.page_failed, cursor=cursor)

    def page_came(self, request, changes, cursor, last, full, **_):
        if request != self.fetch:
            return
        for change in changes:
            self.take(**change)
        if not last:
            return self.read(cursor)
        if full:
            for id in sorted(self.unnamed):
                self.remove(id)
        self.cursor = cursor
        self.store([self.cursor, self.known, self.subscription])
        self.end_reading("newData")

    def page_failed(self, request, status=None, **_):
        if request == self.fetch and status == 410:
            return self.read(None)  # the cursor is of no use any more
        self.on_failed()
        if request == self.fetch:
            self.end_reading("failed")

    def end_reading(self, result):
        for push in self.due:
            if push is not None:
                self.finish(push, result)
        self.due = []
        if self.next:
            self.read(self.cursor)

    # The list.

    def take(self, kind, id, generation, version, read, state, **_):
        self.unnamed.discard(id)
        if kind in ("deleted", "expired"):
            return self.remove(id)
        is_new = self.known.get(id) != generation
        self.known[id] = generation
        lab.say(do="show", id=id, generation=generation, version=version, read=read, state=state)
        if read or state != "none":
            lab.say(do="withdrawAlert", id=id)
        elif is_new:
            lab.say(do="alert", id=id)

    def remove(self, id):
        self.known.pop(id, None)
        lab.say(do="hide", id=id)

    # The user.

    def on_user(self, act, id, **_):
        if id not in self.known:
            return
        do = "delete" if act == "delete" else "save"
        self.request(
            do, self.saved, id=id, generation=self.known[id], subscription=self.subscription, **ACTS.get(act, {}))

    def saved(self, **_):
        """Reads again at once: a page that is under way is older than what was saved."""
        self.next.append(None)
        self.read(self.cursor)


if __name__ == "__main__":
    lab.run(ListApp)
