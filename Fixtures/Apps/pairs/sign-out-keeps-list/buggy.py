"""The mistake: signing out forgets the account, and leaves the alerts and the list on the screen."""
from correct import App, lab


class BuggyApp(App):
    def on_signedOut(self, **_):
        for push in sorted(self.owed):
            self.finish(push, "noData")
        self.stored = None
        self.store(None)
        self.begin(None)


if __name__ == "__main__":
    lab.run(BuggyApp)
