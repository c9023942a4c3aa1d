"""The mistake: the answer that comes last counts, whichever reading it belongs to."""
from correct import App, lab


class BuggyApp(App):
    def is_news(self, change):
        return True


if __name__ == "__main__":
    lab.run(BuggyApp)
