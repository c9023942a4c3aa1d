"""Keeps its list as a file of its own beside the cursor, and draws it again at each launch.

What ended is taken out of the file as well as off the screen.
"""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    def keep(self):
        self.kept = {**self.known}
        super().keep()


if __name__ == "__main__":
    lab.run(App)
