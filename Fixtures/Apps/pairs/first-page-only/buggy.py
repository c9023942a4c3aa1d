"""The mistake: one page is read for each tap and each look, and the rest is left for the next occasion."""
from correct import App, lab


class BuggyApp(App):
    def page_came(self, last, **page):
        super().page_came(last=True, **page)


if __name__ == "__main__":
    lab.run(BuggyApp)
