"""list_app.py with a mistake to learn from: it shows what a tap names before it has read what became of it."""
import shouldertap_app as lab
from list_app import ListApp


class HastyApp(ListApp):
    def on_push(self, push, **content):
        for activity in (lab.tap(**content) or {}).get("activities", []):
            lab.say(do="show", id=activity["id"], generation=1, version=1, read=False, state="none")
        super().on_push(push, **content)


lab.run(HastyApp)
