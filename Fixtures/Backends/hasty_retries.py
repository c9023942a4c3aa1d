"""Retries without a pause, with --bug."""
import sys

from sender import Sender, send_news


class Hasty(Sender):
    def pause(self, attempt):
        pass


send_news(Hasty() if "--bug" in sys.argv else Sender())
