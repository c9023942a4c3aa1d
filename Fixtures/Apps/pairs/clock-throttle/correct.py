"""Reads at a tap unless it did so less than ten seconds ago, and then ten seconds later. It counts in time that has
passed, with a timer, and asks no clock.
"""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from base import ListApp, lab  # noqa: E402


class App(ListApp):
    def hear(self, event):
        self.clock = event["clock"]
        super().hear(event)

    def on_push(self, push, **content):
        super().on_push(push=push, **content)


if __name__ == "__main__":
    lab.run(App)
