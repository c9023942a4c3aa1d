"""Takes up to half a second to apply the pages of a reading. It stores the cursor with what it applied, not before."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    def begin(self, account):
        super().begin(account)
        self.waiting = []  # the changes of the pages so far
        self.last_page = None  # with the changes of all pages before it

    def hear(self, event):
        if self.last_page and event["event"] not in ("answer", "signedOut"):
            # What else comes finds the list up to date.
            page, self.last_page = self.last_page, None
            super().page_came(**page)
        super().hear(event)

    def page_came(self, request, changes, cursor, last, full, **_):
        if request != self.fetch:
            return
        self.waiting += changes
        if not last:
            return self.read(cursor)
        changes, self.waiting = self.waiting, []
        self.last_page = {"request": request, "changes": changes, "cursor": cursor, "last": True, "full": full}
        self.timer("apply", lab.SECOND // 2, lambda: None)

    def saved(self, **answer):
        self.waiting, self.last_page = [], None
        super().saved(**answer)

    def page_failed(self, **answer):
        self.waiting = []
        super().page_failed(**answer)


if __name__ == "__main__":
    lab.run(App)
