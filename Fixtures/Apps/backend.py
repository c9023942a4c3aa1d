"""A server that publishes what it is asked to, as soon as it knows a subscription of the user."""
import datetime

import shouldertap_app as lab


class Server(lab.Backend):
    def __init__(self, host, token, **started):
        super().__init__(**started)
        self.host = host
        self.token = token
        # The subscriptions of each user, the newest last, and the notifications that are not published yet.
        self.subscriptions, self.waiting = self.stored or [{}, []]
        self.later = []  # those that wait for a timer
        self.posted = []  # those that wait for an answer

    def hear(self, event):
        super().hear(event)
        self.publish(event["clock"])
        self.store([self.subscriptions, self.waiting + self.later + self.posted])

    # What the server is told.

    def on_publish(self, id, user, content, visual, random, lifetime=None, **_):
        self.waiting.append(
            {"id": id, "user": user, "content": content, "visual": visual, "random": random, "lifetime": lifetime})

    def on_subscribed(self, user, subscription, **_):
        known = self.subscriptions.setdefault(user, [])
        if subscription in known:
            known.remove(subscription)
        known.append(subscription)

    def on_accessToken(self, token, **_):
        self.token = token

    # Publishing.

    def publish(self, clock):
        """Posts what can be posted. The rest waits for a token, or for a device of its user."""
        if not self.token:
            return
        wishes, self.waiting = self.waiting, []
        for wish in wishes:
            if self.subscriptions.get(wish["user"]):
                self.posted.append(wish)
                self.post(self.body(wish, clock), self.headers(wish), self.answer_to(wish))
            else:
                self.waiting.append(wish)

    def headers(self, wish):
        return {
            "Authorization": "Bearer " + self.token,
            "X-UNS-ID": self.subscriptions[wish["user"]][-1],
            # A repeated post with the same id changes nothing, so a restart publishes nothing twice.
            "client-request-id": str(wish["random"]),
        }

    def body(self, wish, clock):
        content = wish["content"]
        payload = {"visualContent": {"title": content}} if wish["visual"] else {"rawContent": content}
        body = {"targetHostName": self.host, "appNotificationId": wish["id"], "payload": payload}
        if wish["lifetime"] is not None:
            end = datetime.datetime.fromtimestamp((clock + wish["lifetime"]) / lab.SECOND, datetime.timezone.utc)
            body["expirationDateTime"] = end.strftime("%Y-%m-%dT%H:%M:%SZ")
        return body

    # Answers of the service.

    def answer_to(self, wish):
        def answered(status, headers, body, **_):
            self.posted.remove(wish)
            if status == 401:  # the hour of the token is over
                self.waiting.append(wish)
                self.token = None
                lab.say(do="askForToken")
            elif status == 403:
                self.try_another_device(wish)
            elif status == 406 or status >= 500:  # too many at once, or not now
                self.later.append(wish)
                seconds = int(headers.get("Retry-After", 5))
                self.timer("retry", seconds * lab.SECOND, self.try_again)
            elif status != 201:
                self.log(f"{wish['id']} is refused: {body}")

        return answered

    def try_another_device(self, wish):
        """The device of the subscription is away or gone. After the last one the server waits for an hour."""
        ids = self.subscriptions[wish["user"]]
        ids.insert(0, ids.pop())
        wish["tried"] = (wish.get("tried", 0) + 1) % len(ids)
        if wish["tried"]:
            self.waiting.append(wish)
        else:
            self.later.append(wish)
            self.timer("absence", lab.HOUR, self.try_again, idle=True)

    def try_again(self):
        self.waiting, self.later = self.waiting + self.later, []


if __name__ == "__main__":
    lab.run(Server)
