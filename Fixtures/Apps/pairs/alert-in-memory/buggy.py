"""The mistake: what it has alerted of is in memory only, so that each process alerts of all that waits."""
from correct import App, lab


class BuggyApp(App):
    def __init__(self, **launch):
        self.alerted = {}
        super().__init__(**launch)

    def take(self, changes):
        super().take(changes)
        for id in sorted(self.known):
            generation = self.known[id]["generation"]
            if self.alerted.get(id) != generation and not self.is_handled(id):
                self.alerted[id] = generation
                lab.say(do="alert", id=id)


if __name__ == "__main__":
    lab.run(BuggyApp)
