"""A copy of the tree with mistakes in it, each behind a call of mutated(_:), so that one build serves all of them.

The environment variable SHOULDERTAP_MUTATION is the number of the mistake that a process makes. Without it, a process
makes none.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SWITCH = '''#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of the mistake that this process makes.
private let planted: Int = getenv("SHOULDERTAP_MUTATION").flatMap { Int(String(cString: $0)) } ?? 0

@inline(never) package func mutated(_ number: Int) -> Bool { planted == number }
'''


class Copy:
    """A copy of what the tool and its tests are built from, in a folder that keeps it for the next build."""

    def __init__(self, folder):
        self.folder = folder
        words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "Package.swift", "Sources", "Tests"]
        listed = subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout.decode()
        names = sorted({name for name in listed.split("\0") if os.path.isfile(f"{ROOT}/{name}")})
        self.contents = {name: self.original(name) for name in names}
        self.contents["Package.swift"] = self.contents["Package.swift"].replace(
            b"        .treatAllWarnings(as: .error),\n", b"")
        self.contents["Sources/Basics/Mutation.swift"] = SWITCH.encode()

    @staticmethod
    def original(name):
        with open(f"{ROOT}/{name}", "rb") as file:
            return file.read()

    def plant(self, name, text):
        """Gives a file a text that calls mutated(_:)."""
        if not re.search(r"^(?:\w+ )?import Basics$", text, re.M):
            text = "import Basics; " + text
        self.contents[name] = text.encode()

    def save(self):
        """Writes what is new, and removes what is gone: an unchanged file is not compiled again."""
        for top in ("Sources", "Tests"):
            for where, _, files in os.walk(f"{self.folder}/{top}"):
                for path in (f"{where}/{file}" for file in files):
                    if os.path.relpath(path, self.folder) not in self.contents:
                        os.remove(path)
        for name, content in self.contents.items():
            path = f"{self.folder}/{name}"
            if os.path.exists(path):
                with open(path, "rb") as file:
                    if file.read() == content:
                        continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)

    def build(self):
        """Builds the tool. Returns its path, or the places of what does not compile."""
        self.save()
        words = ["swift", "build", "-c", "release", "--product", "shouldertap", "--package-path", self.folder]
        built = subprocess.run(words, capture_output=True, text=True)
        if built.returncode == 0:
            return f"{self.folder}/.build/release/shouldertap", set()
        places = re.findall(rf"{re.escape(self.folder)}/(\S+?):(\d+):\d+: error:", built.stdout + built.stderr)
        if not places:
            sys.exit(f"error: the copy does not compile:\n{built.stdout[-3000:]}{built.stderr[-1000:]}")
        return None, {(name, int(line)) for name, line in places}
