"""The mistake: once it has a subscription the app takes itself for registered, whatever address it gets later."""
from correct import App, lab


class BuggyApp(App):
    def register(self):
        if self.subscription is None:
            super().register()


if __name__ == "__main__":
    lab.run(BuggyApp)
