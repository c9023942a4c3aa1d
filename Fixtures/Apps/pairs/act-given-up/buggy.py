"""The mistake: the list has the act already, so an act whose request fails is taken for saved.

This device shows it as dealt with, and all others go on asking for their user.
"""
from correct import App, lab


class BuggyApp(App):
    def not_saved(self, **_):
        act, self.sending = self.sending, None
        item = self.seen(act["id"])
        self.outbox = [other for other in self.outbox if other is not act]
        if item is None:
            self.known.pop(act["id"], None)
        else:
            self.known[act["id"]] = item
        self.keep()
        self.send()


if __name__ == "__main__":
    lab.run(BuggyApp)
