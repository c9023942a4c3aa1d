"""Reads once more when a tap comes during a reading: the tap may be about what is not on its pages."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    """The right app as it is."""


if __name__ == "__main__":
    lab.run(App)
