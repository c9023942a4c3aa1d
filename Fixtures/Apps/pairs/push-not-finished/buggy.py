"""The mistake: a push is finished where its reading succeeds, and nowhere else."""
from correct import App, lab


class BuggyApp(App):
    def finish(self, push, result):
        if result != "failed":
            super().finish(push, result)


if __name__ == "__main__":
    lab.run(BuggyApp)
