"""A sender for the tests of the clients: the verb `push`. Returns its exit status."""
import os
import subprocess


def push(token, wait=True):
    """Sends a push. Without `wait`, returns the process."""
    key = ":".join(os.environ["SHOULDERTAP_" + name] for name in ("KEY_ID", "TEAM_ID", "KEY_FILE"))
    process = subprocess.Popen(
        [os.environ["TOOL"], "push", "--device", token, "--topic", "com.example.app", "--to",
         os.environ["SHOULDERTAP_APNS"], "--ca", os.environ["SHOULDERTAP_CA"], "--key", key, "-"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    process.stdin.write(b'{"aps":{"content-available":1}}')
    process.stdin.close()
    return process.wait() if wait else process
