"""Remembers which notifications were deleted, by id and generation, and does not let a late page bring them back."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    def __init__(self, **launch):
        self.ended = {}
        super().__init__(**launch)

    def is_over(self, id, generation):
        return self.ended.get(id, 0) >= generation

    def take(self, changes):
        for change in changes:
            if change["kind"] == "deleted" and "generation" in change:
                self.ended[change["id"]] = change["generation"]
        super().take([
            change for change in changes
            if change["kind"] in ("deleted", "expired") or not self.is_over(change["id"], change["generation"])])


if __name__ == "__main__":
    lab.run(App)
