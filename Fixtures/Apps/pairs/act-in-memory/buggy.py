"""The mistake: what the user did and the service has not answered is in memory only, and the list is stored as if it
had been answered.

An app that dies before the answer shows on this device what no other device ever learns.
"""
from correct import App, lab


class BuggyApp(App):
    def keep(self):
        known, outbox = self.known, self.outbox
        self.known = {id: self.seen(id) for id in known if self.seen(id)}
        self.outbox = []
        super().keep()
        self.known, self.outbox = known, outbox


if __name__ == "__main__":
    lab.run(BuggyApp)
