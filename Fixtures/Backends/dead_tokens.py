"""Keeps tokens after a 410, with --bug."""
import sys

from sender import Sender, send_news


class Forgetful(Sender):
    def gone(self, token):
        print("410 for", token[:8], file=sys.stderr)


send_news(Forgetful() if "--bug" in sys.argv else Sender())
