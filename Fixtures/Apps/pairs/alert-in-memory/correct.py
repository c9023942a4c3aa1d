"""Reads everything each time, and alerts of what is new. It stores what it has alerted of."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    # It never continues from a cursor.
    cursor = property(lambda self: None, lambda self, value: None)


if __name__ == "__main__":
    lab.run(App)
