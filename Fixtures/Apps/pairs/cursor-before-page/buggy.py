"""The mistake: the cursor is stored when its page comes, and the changes are applied some moments later.

An app that dies in between never reads those changes again.
"""
from correct import App, lab


class BuggyApp(App):
    def page_came(self, request, changes, cursor, last, full, **page):
        if request == self.fetch and last:
            self.cursor = cursor
            self.keep()
        super().page_came(request=request, changes=changes, cursor=cursor, last=last, full=full, **page)


if __name__ == "__main__":
    lab.run(BuggyApp)
