"""Sends an act again when it got no answer, after it has read whether the act arrived."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    """The right app as it is."""


if __name__ == "__main__":
    lab.run(App)
