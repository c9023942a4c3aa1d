"""The mistake: it remembers the ids alone. What is published again under the same id never appears."""
from correct import App, lab


class BuggyApp(App):
    def is_over(self, id, generation):
        return id in self.ended


if __name__ == "__main__":
    lab.run(BuggyApp)
