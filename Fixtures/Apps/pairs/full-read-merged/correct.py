"""Takes a full reading for the whole truth: what none of its pages names is gone."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    """The right app as it is."""


if __name__ == "__main__":
    lab.run(App)
