"""list_app.py with a mistake to learn from: it shows what a tap names before it has read what became of it."""
import json, sys

with open(sys.argv[0].replace("hasty_app.py", "list_app.py")) as file: app = file.read()
right = '        self.token = event'
wrong = '        if kind == "push": show_named(**event)\n' + right

def show_named(payload=None, raw=None, data={}, **_):
    tap = json.loads(payload or raw or data["shoulderTap"])
    for activity in tap.get("shoulderTap", tap).get("activities", []):
        say(do="show", id=activity["id"], generation=1, version=1, read=False, state="none")

exec(app.replace(right, wrong))
