"""The mistake: the badge goes up with each new notification, and down with each act of the user on this device.

What was dealt with on another device stays counted.
"""
from correct import App, lab


class BuggyApp(App):
    def take(self, changes):
        before = set(self.known)
        super().take(changes)
        new = [id for id in self.known if id not in before and not self.is_handled(id)]
        self.set_badge((self.badge or 0) + len(new))

    def on_user(self, act, id, **event):
        waits = id in self.known and not self.is_handled(id)
        super().on_user(act=act, id=id, **event)
        if waits and self.is_handled(id):
            self.set_badge(max(0, (self.badge or 0) - 1))

    def count(self):
        if not self.known:
            self.set_badge(0)


if __name__ == "__main__":
    lab.run(BuggyApp)
