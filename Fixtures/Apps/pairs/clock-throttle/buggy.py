"""The mistake: a tap leads to no reading until the device's clock has gone on since the last one.

A clock that was ahead and is set right makes the app deaf until its time comes again.
"""
from correct import App, lab


class BuggyApp(App):
    read_at = 0

    def end_reading(self, result):
        if result == "newData":
            self.read_at = self.clock
        super().end_reading(result)

    def on_push(self, push, **content):
        if self.clock < self.read_at:
            self.owed.add(push)
            return self.finish(push, "noData")
        super().on_push(push=push, **content)


if __name__ == "__main__":
    lab.run(BuggyApp)
