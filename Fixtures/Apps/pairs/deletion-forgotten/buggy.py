"""The mistake: what ended is taken off the screen, and not out of what is stored.

The next launch draws the stored list, and the deleted notification is back.
"""
from correct import App, lab


class BuggyApp(App):
    def keep(self):
        known = self.known
        self.known = {**getattr(self, "kept", known), **known}
        super().keep()
        self.known = known


if __name__ == "__main__":
    lab.run(BuggyApp)
