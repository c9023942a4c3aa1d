"""A copy of the tree with mistakes in it, each behind a call of mutated(_:), so that one build serves all of them.

    python3 .ci/planting.py FOLDER      copies the tree into the folder, with the patches of Tests/Mutants in it, and the
                                        mechanical mistakes of Fixtures/Mutation/canary.txt, numbered from 1
    python3 .ci/planting.py --list      prints the name, promise and mistake of each patch
    python3 .ci/planting.py --canary    prints the number, seed and place of each mechanical mistake

The environment variable SHOULDERTAP_MUTATION says which mistake a process makes: the name of a patch, or a number where
a script plants by numbers. Without it, a process makes none.
"""
import importlib.util
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATCHES = "Tests/Mutants"
CANARY = "Fixtures/Mutation/canary.txt"
CANARY_HEAD = "# Mechanical mistakes that generic.yaml finds: FILE | OPERATOR | LINE | SEED, written by .ci/mutation --canary N."
SWITCH = '''#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The patches of Tests/Mutants.
package enum Mutant: String {
%s
}

/// The mistake that this process makes.
private let planted: (number: Int, mutant: Mutant?) = {
    guard let word = getenv("SHOULDERTAP_MUTATION").map({ String(cString: $0) }) else { return (0, nil) }
    if let mutant = Mutant(rawValue: word) { return (0, mutant) }
    guard let number = Int(word) else { fatalError("SHOULDERTAP_MUTATION: there is no mistake '\\(word)'") }
    return (number, nil)
}()

@inline(never) package func mutated(_ number: Int) -> Bool { planted.number == number }

@inline(never) package func mutated(_ mutant: Mutant) -> Bool { planted.mutant == mutant }
'''


def files(root):
    """The files below Sources and Tests, in the order of their names."""
    folders = [each for top in ("Sources", "Tests") for each in os.walk(f"{root}/{top}")]
    return sorted(os.path.relpath(f"{folder}/{name}", root) for folder, _, names in folders for name in names)


class Copy:
    """A copy of what the tool and its tests are built from, in a folder that keeps it for the next build."""

    def __init__(self, folder):
        self.folder = folder
        names = ["Package.swift", *files(ROOT)]
        self.contents = {name: self.original(name) for name in names}
        self.contents["Package.swift"] = self.contents["Package.swift"].replace(
            b"        .treatAllWarnings(as: .error),\n", b"")
        cases = [f'    case {camel(patch.name)} = "{patch.name}"' for patch in patches()]
        self.contents["Sources/Basics/Mutation.swift"] = (SWITCH % "\n".join(cases)).encode()

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
        for name in files(self.folder):
            if name not in self.contents:
                os.remove(f"{self.folder}/{name}")
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


class Misfit(Exception):
    """A hunk that does not apply, or a patch that cannot be read."""


class Patch:
    """A file of Tests/Mutants: a line `P1: The mistake.`, and a unified diff."""

    def __init__(self, name, text):
        self.name, self.hunks = name, []
        head, *lines = text.split("\n")
        titled = re.fullmatch(r"(P\d+): (.+\.)", head)
        if not titled:
            raise Misfit(f"{PATCHES}/{name}.patch:1: the first line is not of the form `P1: The mistake.`")
        self.promise, self.mistake = titled.groups()
        file, left = None, iter(lines)
        for line in left:
            begun = re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@", line)
            if line.startswith("+++ b/"):
                file = line[6:]
            elif begun:
                start, old, new = (int(number or 1) for number in begun.groups())
                self.hunks.append(Hunk(name, file, start, old, new, left))
        if not self.hunks:
            raise Misfit(f"{PATCHES}/{name}.patch: it has no hunk")


class Hunk:
    def __init__(self, name, file, start, old, new, left):
        """Takes as many lines as the head says: `old` of the file as it is, `new` of the file with the mistake."""
        self.name, self.file, self.start, self.lines = name, file, start, []
        while old > 0 or new > 0:
            # Editors take the blank of an empty line.
            line = next(left, "@") or " "
            if line[0] not in " +-":
                raise Misfit(f"{self}: it has fewer lines than its head says")
            old -= line[0] != "+"
            new -= line[0] != "-"
            self.lines.append(line)

    def __str__(self):
        return f"{PATCHES}/{self.name}.patch: hunk @@ -{self.start}"

    def place(self, lines):
        """The index of its first line in the text of its file."""
        old = [line[1:] for line in self.lines if line[0] != "+"]
        at = self.start - 1
        if lines[at:at + len(old)] == old:
            return at
        found = [place for place in range(len(lines)) if lines[place:place + len(old)] == old]
        if len(found) != 1:
            raise Misfit(f"{self}: its lines are {len(found)} times in {self.file}, not once")
        return found[0]


def camel(name):
    first, *others = name.split("-")
    return first + "".join(word.capitalize() for word in others)


def patches():
    """All patches, by name."""
    names = sorted(name[:-6] for name in os.listdir(f"{ROOT}/{PATCHES}") if name.endswith(".patch"))
    return [Patch(name, Copy.original(f"{PATCHES}/{name}.patch").decode()) for name in names]


def merged(text, hunks):
    """The text with all hunks in it. Each fits the text as it is, so that none depends on another."""
    lines = text.split("\n")
    added, removed = {}, {}
    for hunk in hunks:
        place = hunk.place(lines)
        for line in hunk.lines:
            if line[0] == "+":
                added.setdefault(place, []).append(line[1:])
                continue
            if line[0] == "-":
                if place in removed:
                    raise Misfit(f"{hunk}: {removed[place]} removes {hunk.file}:{place + 1} too")
                removed[place] = hunk
            place += 1
    whole = []
    for place in range(len(lines) + 1):
        whole += added.get(place, [])
        whole += lines[place:place + 1] if place not in removed else []
    return "\n".join(whole)


def planted(folder):
    """The tree with all patches in it, to be saved in the folder."""
    copy, hunks = Copy(folder), {}
    for patch in patches():
        for hunk in patch.hunks:
            if hunk.file not in copy.contents:
                raise Misfit(f"{hunk}: there is no file {hunk.file}")
            hunks.setdefault(hunk.file, []).append(hunk)
    for name, of_file in hunks.items():
        copy.plant(name, merged(copy.contents[name].decode(), of_file))
    return copy


def sites_module():
    spec = importlib.util.spec_from_file_location("mutation_sites", f"{ROOT}/.ci/mutation-sites.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def canary():
    """The rows of the canary: file, operator, line of source, seed."""
    rows = [line.split(" | ") for line in Copy.original(CANARY).decode().split("\n") if line and line[0] != "#"]
    for number, row in enumerate(rows, start=1):
        if len(row) != 4:
            raise Misfit(f"{CANARY}: mistake {number} is not of the form FILE | OPERATOR | LINE | SEED")
    return rows


def plant_canary(copy):
    """Plants the mechanical mistakes. Each is in a file without a patch."""
    sites, chosen = sites_module(), {}
    for number, (name, operator, line, _) in enumerate(canary(), start=1):
        place = f"{CANARY}: mistake {number}"
        again = "choose others with .ci/mutation --canary"
        if name not in copy.contents or copy.contents[name] != copy.original(name):
            raise Misfit(f"{place}: {name} is gone or has a patch; {again}")
        file, known = chosen.setdefault(name, (sites.read(ROOT, name), []))
        lines = file.text.split("\n")
        found = [site for site in file.sites if site.operator == operator and lines[site.line - 1].strip() == line]
        if len(found) != 1:
            raise Misfit(f"{place}: '{line}' with '{operator}' is {len(found)} times in {name}, not once; {again}")
        known.append((number, found[0]))
    for name, (file, known) in chosen.items():
        text, left_out = sites.planted(file.text, known)
        if left_out:
            raise Misfit(f"{CANARY}: mistakes {left_out} overlap with others; choose others with .ci/mutation --canary")
        copy.plant(name, text)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        if sys.argv[1] == "--canary":
            for number, (name, operator, line, seed) in enumerate(canary(), start=1):
                print(f"{number} {seed.strip()} {name}: {operator}: {line}")
            return
        if sys.argv[1] != "--list":
            copy = planted(os.path.abspath(sys.argv[1]))
            plant_canary(copy)
            return copy.save()
        for patch in sorted(patches(), key=lambda each: (int(each.promise[1:]), each.name)):
            print(f"{patch.name:<22} {patch.promise:<3}  {patch.mistake}")
    except Misfit as misfit:
        sys.exit(f"error: {misfit}")


if __name__ == "__main__":
    main()
