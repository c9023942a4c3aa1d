"""list_app.py with a mistake to learn from: it shows what a tap names before it has read what became of it."""
import json, sys

with open(sys.argv[0].replace("hasty_app.py", "list_app.py")) as file: app = file.read()
right = '            self.owed.append(event["push"])\n'
wrong = right + '            show_named(tap)\n'

def show_named(tap):
    named = tap.get("shoulderTap", tap)
    named = json.loads(named) if isinstance(named, str) else named
    for activity in named.get("activities", []):
        say(do="show", id=activity["id"], generation=1, version=1, read=False, state="none")

exec(app.replace(right, wrong))
