"""Reads everything each time, and sets its badge to the number of what waits in the list."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    # It never continues from a cursor.
    cursor = property(lambda self: None, lambda self, value: None)
    badge = None

    def end_reading(self, result):
        self.count()
        super().end_reading(result)

    def on_user(self, act, id, **event):
        super().on_user(act=act, id=id, **event)
        self.count()

    def on_signedOut(self, **event):
        super().on_signedOut(**event)
        self.count()

    def count(self):
        self.set_badge(sum(not self.is_handled(id) for id in self.known))

    def set_badge(self, badge):
        if badge != self.badge:
            self.badge = badge
            lab.say(do="badge", count=badge)


if __name__ == "__main__":
    lab.run(App)
