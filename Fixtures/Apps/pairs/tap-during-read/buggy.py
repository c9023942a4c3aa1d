"""The mistake: a tap that comes during a reading is finished with it, and leads to no reading of its own."""
from correct import App, lab


class BuggyApp(App):
    def refresh(self, push=None):
        if self.account and self.due:
            self.due.append(push)
        else:
            super().refresh(push)


if __name__ == "__main__":
    lab.run(BuggyApp)
