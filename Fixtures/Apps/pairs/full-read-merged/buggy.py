"""The mistake: when its cursor is too old the app reads everything, and adds it to what it has.

What expired or was deleted while the device was away for weeks stays in the list for good.
"""
from correct import App, lab


class BuggyApp(App):
    def page_came(self, **page):
        self.unnamed = set()
        super().page_came(**page)


if __name__ == "__main__":
    lab.run(BuggyApp)
