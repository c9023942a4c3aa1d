"""The mistake: an alert is withdrawn by the process that drew it, and the system's own alerts are left alone."""
from correct import App, lab


class BuggyApp(App):
    drawn = frozenset()

    def hear(self, event):
        say = lab.say

        def careless(**action):
            if action["do"] == "alert":
                self.drawn |= {action["id"]}
            if action["do"] != "withdrawAlert" or action["id"] in self.drawn:
                say(**action)

        lab.say = careless
        super().hear(event)
        lab.say = say


if __name__ == "__main__":
    lab.run(BuggyApp)
