"""Makes a new apns-id for each attempt, with --bug."""
import sys
import uuid

from sender import Sender, send_news


class Fresh(Sender):
    def request(self, token, payload, identifier):
        return super().request(token, payload, str(uuid.uuid4()))


send_news(Fresh() if "--bug" in sys.argv else Sender())
