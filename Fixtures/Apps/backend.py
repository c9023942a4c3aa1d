"""A server that publishes what it is asked to, as soon as it knows a subscription of the user."""
import datetime, json, sys

def say(**line): sys.stdout.write(json.dumps(line) + "\n")

class Server:
    def __init__(self, host, token, stored="[{}, []]", **_):
        self.host, self.token, self.last, self.later, self.posted, self.kept = host, token, 0, [], {}, None
        self.subscriptions, self.waiting = json.loads(stored)  # by user, the newest last; what is not published yet

    def keep(self):
        text = json.dumps([self.subscriptions, self.waiting + self.later + [*self.posted.values()]])
        if text != self.kept: self.kept = say(do="store", text=text) or text

    def publish(self, clock):
        """Posts all that can be posted; the rest waits for a token, or for a device of its user."""
        wishes, self.waiting = self.waiting if self.token else [], [] if self.token else self.waiting
        for wish in wishes:
            if not self.subscriptions.get(wish["user"]):
                self.waiting.append(wish); continue
            body = {"targetHostName": self.host, "appNotificationId": wish["id"]}
            body["payload"] = {"visualContent": {"title": wish["content"]}} if wish["visual"] else {
                "rawContent": wish["content"]}
            if "lifetime" in wish:
                end = datetime.datetime.fromtimestamp((clock + wish["lifetime"]) / 1e6, datetime.timezone.utc)
                body["expirationDateTime"] = end.strftime("%Y-%m-%dT%H:%M:%SZ")
            self.last += 1; self.posted[self.last] = wish
            say(do="post", post=self.last, body=json.dumps(body), headers={
                "Authorization": "Bearer " + self.token, "X-UNS-ID": self.subscriptions[wish["user"]][-1],
                "Content-Type": "application/json", "client-request-id": str(wish["random"])})

    def answered(self, post, status, headers, body, **_):
        wish = self.posted.pop(post)
        if status == 401:  # the token's hour is over
            self.waiting.append(wish); self.token = say(do="askForToken")
        elif status == 403:  # the device is away or gone; another may be there, and each may come back
            ids = self.subscriptions[wish["user"]]; ids.insert(0, ids.pop())
            wish["tried"] = (wish.get("tried", 0) + 1) % len(ids)
            (self.waiting if wish["tried"] else self.later).append(wish)
            if not wish["tried"]: say(do="timer", timer=2, after=3_600_000_000, idle=True)
        elif status == 406 or status >= 500:  # too many at once, or not now
            self.later.append(wish); say(do="timer", timer=1, after=1_000_000 * int(headers.get("Retry-After", 5)))
        elif status != 201:
            say(do="log", text=f"{wish['id']} is refused: {body}")

server = None
for line in sys.stdin:
    event = json.loads(line)
    kind, number = event.get("event"), event.pop("i", None)
    if kind == "started": server = Server(**event)
    elif kind == "publish": server.waiting.append(event)
    elif kind == "subscribed":
        known = server.subscriptions.setdefault(event["user"], [])
        known[:] = [id for id in known if id != event["subscription"]] + [event["subscription"]]
    elif kind == "answer": server.answered(**event)
    elif kind == "accessToken": server.token = event["token"]
    elif kind == "timer": server.waiting, server.later = server.waiting + server.later, []
    if server and kind != "reset": server.publish(event["clock"]); server.keep()
    say(**({"done": number} if number else event))  # the greeting is answered with itself
    sys.stdout.flush()
