"""The mistake: what is stored is not marked with its account.

A backup of the time before shows the notifications of whoever was signed in then, to the account of now.
"""
from correct import App, lab


class BuggyApp(App):
    def begin(self, account):
        if self.stored:
            self.stored["account"] = account
        super().begin(account)

    def on_launched(self, **event):
        if self.stored and not self.account:
            self.known = self.stored["known"]
        super().on_launched(**event)


if __name__ == "__main__":
    lab.run(BuggyApp)
