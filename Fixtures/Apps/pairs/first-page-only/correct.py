"""Asks for page after page until one is the last."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    """The right app as it is."""


if __name__ == "__main__":
    lab.run(App)
