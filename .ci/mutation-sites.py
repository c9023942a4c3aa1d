"""Finds the places where a mechanical mistake can be planted in Swift, and plants some of them behind one number.

The compiler's syntax dump says where the code of functions is. Within it, tokens are enough: the sources are formatted, so
a statement starts a line. A planted mistake asks `mutated(n)`, so that one build holds all of them.
"""
import bisect
import json
import re
import subprocess

TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>#*"""(?:.|\n)*?"""#*|#*"(?:\\.|[^"\\\n])*"#*)'
    r'|(?P<number>0x[0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?)|(?P<word>[#@$`]*[A-Za-z_]\w*`?)'
    r'|(?P<space>\s+)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>[,;])|(?P<op>[-+*/%<>=!&|^~?:.\\]+)|(?P<other>.)',
    re.S)
FLIPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="}
LOGIC = {"&&": "||", "||": "&&"}
SUMS = {"+": "-", "-": "+", "&+": "&-", "&-": "&+"}
WORDS = {"min": "max", "max": "min", "first": "last", "last": "first"}
BREAKS = {"return", "if", "guard", "while", "else", "in", "case", "let", "var", "for", "where", "switch", "try", "throw",
          "default", "await", "is", "as", "func", "defer", "repeat", "do", "catch"}
KEPT = ("let ", "var ", "guard ", "return", "defer ", "break", "continue", "throw ", "#", "case ", "default:", "func ",
        "struct ", "enum ", "typealias ", "static ", "precondition(", "assert(", "preconditionFailure(", "fallthrough",
        "}", ")", "]", "else", "@", "private ", "mutating ", "extension ", "final ", "class ", "indirect ", "self.init",
        "//", ".", "?", ":", "&&", "||", "import ", "nonmutating ", "set ", "get ", "yield ", "_read", "_modify", "init(",
        "assertionFailure(", "catch")


class Site:
    """A place, and the text that takes its place: render(number, text with what is planted in it, plain text)."""

    def __init__(self, file, start, end, operator, line, render, is_closed):
        self.file, self.start, self.end, self.operator, self.line = file, start, end, operator, line
        self.render = render
        # Nothing can be planted inside.
        self.is_closed = is_closed


class File:
    def __init__(self, root, path):
        self.path, self.sites = path, []
        with open(f"{root}/{path}", encoding="utf-8") as file:
            self.text = file.read()
        if not self.text.isascii():
            # Ranges count bytes.
            self.text = "".join(c if ord(c) < 128 else "x" * len(c.encode()) for c in self.text)
            self.is_exact = False
        else:
            self.is_exact = True
        self.starts = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self.tokens = [m for m in TOKEN.finditer(self.text)]
        self.places = [m.start() for m in self.tokens]

    def line(self, place):
        return bisect.bisect_right(self.starts, place)

    def add(self, start, end, operator, render, is_closed=False):
        self.sites.append(Site(self.path, start, end, operator, self.line(start), render, is_closed))

    def between(self, start, end):
        """The tokens that mean something, from one place to another."""
        first, last = bisect.bisect_left(self.places, start), bisect.bisect_left(self.places, end)
        return [m for m in self.tokens[first:last] if m.lastgroup not in ("space", "comment")]


def bodies(dump):
    """The ranges of code, and those of conditions and cases in it, from a syntax dump."""
    found = {"brace_stmt": set(), "if_stmt": set(), "guard_stmt": set(), "while_stmt": set(), "case_stmt": set()}
    stack = [dump]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if node.get("_kind") in found and node.get("range"):
                found[node["_kind"]].add((node["range"]["start"], node["range"]["end"]))
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return found


def plant_statements(file, braces):
    """Deleted statements; `break` and `continue`."""
    for start, end in sorted(braces):
        inner = file.text[start + 1:end]
        if "\n" not in inner:
            continue
        lines = [n for n in range(file.line(start) + 1, file.line(end))]
        texts = {n: file.text[file.starts[n - 1]:file.starts[n] - 1] for n in lines}
        indents = [len(t) - len(t.lstrip()) for t in texts.values() if t.strip()]
        if not indents:
            continue
        base = min(indents)
        heads = [n for n in lines if texts[n].strip() and len(texts[n]) - len(texts[n].lstrip()) == base]
        for place, n in enumerate(heads):
            text = texts[n].strip()
            at = file.starts[n - 1] + base
            if text in ("break", "continue"):
                other = "continue" if text == "break" else "break"
                file.add(at, at + len(text), f"{text} becomes {other}",
                         lambda k, inner, plain, o=other: f"if mutated({k}) {{ {o} }} else {{ {plain} }}")
            if text.startswith(KEPT):
                continue
            stop = end
            for later in heads[place + 1:]:
                if not texts[later].strip().startswith(("}", ")", "]", "else", ".", "?", ":", "&&", "||")):
                    stop = file.starts[later - 1]
                    break
            stop = at + len(file.text[at:stop].rstrip())
            last = file.text[file.starts[file.line(stop) - 1]:stop]
            if "//" in last or "#if" in file.text[at:stop] or file.text[at:stop].rstrip().endswith("#endif"):
                continue
            file.add(at, stop, "statement deleted", lambda k, inner, plain: f"if !mutated({k}) {{ {inner} }}")


def plant_conditions(file, ranges):
    """Negated and dropped conditions."""
    for start, end in ranges:
        tokens, depth, first, conditions = file.between(start, end + 1)[1:], 0, None, []
        for token in tokens:
            text = token.group()
            if depth == 0 and (text in ("{", "else") or text == ","):
                if first is not None:
                    conditions.append((first.start(), previous.end(), first.group()))
                if text != ",":
                    break
                first = None
                continue
            depth += (token.lastgroup == "open") - (token.lastgroup == "close")
            first, previous = first or token, token
        for a, b, word in conditions:
            if word in ("let", "var", "case", "#available"):
                continue
            file.add(a, b, "condition negated", lambda k, inner, plain: f"(mutated({k}) != ({inner}))")
            file.add(a, b, "condition dropped", lambda k, inner, plain: f"(mutated({k}) || ({inner}))")


def plant_cases(file, ranges):
    """Cases of a switch without effect."""
    for start, end in ranges:
        tokens, depth, ternaries = file.between(start, end + 1), 0, 0
        for place, token in enumerate(tokens):
            depth += (token.lastgroup == "open") - (token.lastgroup == "close")
            if depth == 0 and token.group() == ":":
                if place + 1 < len(tokens):
                    a, b = tokens[place + 1].start(), tokens[-1].end()
                    if not file.text[a:b].startswith(("return", "break", "fallthrough", "#")):
                        file.add(a, b, "case without effect", lambda k, inner, plain: f"if !mutated({k}) {{ {inner} }}")
                break


def plant_expressions(file, start, end):
    """Comparisons, sums, logic, numbers and words in the code between two places."""
    runs, stack, run = [], [], []
    skips_case = False
    for token in file.between(start, end):
        kind, text = token.lastgroup, token.group()
        before, after = file.text[token.start() - 1], file.text[token.end():token.end() + 1]
        is_binary = kind == "op" and before.isspace() and after.isspace()
        if kind == "open":
            if text == "{":
                runs.append(run)
                run = []
                stack.append(None)
            else:
                stack.append(run + [token])
                run = []
        elif kind == "close":
            runs.append(run)
            outer = stack.pop() if stack else None
            run = (outer + [token]) if outer is not None else []
        elif text == "case":
            runs.append(run)
            run, skips_case = [], True
        elif kind == "comma" or text in BREAKS or (kind == "op" and not is_binary and text == ":") \
                or (is_binary and text not in FLIPS and text not in LOGIC and text not in SUMS
                    and text not in ("*", "/", "%", "??", "&*")):
            runs.append(run)
            run = []
            if text in (":", "="):
                skips_case = False
        elif not skips_case or is_binary:
            run.append(token)
            plant_token(file, token)
    runs.append(run)
    for run in runs:
        plant_run(file, run)


def plant_token(file, token):
    text, a, b = token.group(), token.start(), token.end()
    after, before = file.text[b:b + 1], file.text[a - 1]
    if token.lastgroup == "number" and text.isdigit() and before not in ".$" and after != ".":
        file.add(a, b, f"{text} off by one", lambda k, inner, plain, n=int(text): f"(mutated({k}) ? {n + 1} : {n})")
    elif text == "true":
        file.add(a, b, "true becomes false", lambda k, inner, plain: f"!mutated({k})")
    elif text == "false":
        file.add(a, b, "false becomes true", lambda k, inner, plain: f"mutated({k})")
    elif text in ("min", "max") and after == "(" and before != ".":
        file.add(a, b, f"{text} becomes {WORDS[text]}",
                 lambda k, inner, plain, w=text: f"(mutated({k}) ? {WORDS[w]} : {w})")


def plant_run(file, run):
    """One chain of operands and operators."""
    depth, operators = 0, []
    for place, token in enumerate(run):
        if token.lastgroup == "open":
            depth += 1
        elif token.lastgroup == "close":
            depth -= 1
        elif depth == 0 and token.lastgroup == "op" and 0 < place < len(run) - 1 \
                and file.text[token.start() - 1].isspace() and file.text[token.end()].isspace():
            operators.append(place)
    logic = [p for p in operators if run[p].group() in LOGIC]
    if logic and len({run[p].group() for p in logic}) == 1:
        a, b = run[0].start(), run[-1].end()
        word = run[logic[0]].group()
        spots = [(run[p].start() - a, run[p].end() - a) for p in logic]

        def other(k, inner, plain, spots=spots, word=word):
            changed, at = "", 0
            for x, y in spots:
                changed, at = changed + plain[at:x] + LOGIC[word], y
            return f"(mutated({k}) ? {changed + plain[at:]} : {inner})"
        file.add(a, b, f"{word} becomes {LOGIC[word]}", other)
        edges = [-1] + logic + [len(run)]
        for left, right in zip(edges, edges[1:]):
            if right - left > 1:
                x, y = run[left + 1].start(), run[right - 1].end()
                file.add(x, y, "operand negated", lambda k, inner, plain: f"(mutated({k}) != ({inner}))")
    for table, ends in ((FLIPS, set(LOGIC) | {"??"}), (SUMS, set(LOGIC) | set(FLIPS) | {"??"})):
        for p in operators:
            word = run[p].group()
            if word not in table:
                continue
            left = max([q for q in operators if q < p and run[q].group() in ends], default=-1) + 1
            # A sum is made from the left.
            bounds = ends | (set(SUMS) if table is SUMS else set())
            right = min([q for q in operators if q > p and run[q].group() in bounds], default=len(run)) - 1
            a, b = run[left].start(), run[right].end()
            x, y = run[p].start() - a, run[p].end() - a
            file.add(a, b, f"{word} becomes {table[word]}",
                     lambda k, inner, plain, x=x, y=y, w=table[word]:
                     f"(mutated({k}) ? {plain[:x]}{w}{plain[y:]} : {inner})")


def plant_swaps(file, start, end):
    """Calls whose first two arguments change places."""
    tokens = file.between(start, end)
    for place, token in enumerate(tokens):
        if token.group() != "(" or place == 0 or tokens[place - 1].lastgroup != "word" \
                or tokens[place - 1].end() != token.start() or tokens[place - 1].group() in WORDS:
            continue
        depth, parts, first = 0, [], place + 1
        for at in range(place, len(tokens)):
            text = tokens[at].group()
            depth += (tokens[at].lastgroup == "open") - (tokens[at].lastgroup == "close")
            if depth == 0 or depth == 1 and text == ",":
                if at > first:
                    parts.append((first, at - 1))
                first = at + 1
                if depth == 0:
                    break
        values = []
        for a, b in parts[:2]:
            if b - a >= 2 and tokens[a + 1].group() == ":":
                a += 2
            values.append((tokens[a].start(), tokens[b].end()))
        if len(values) < 2 or any(file.text[a] in "&{" for a, _ in values):
            continue
        (a, b), (c, d) = values
        one, between, two = file.text[a:b], file.text[b:c], file.text[c:d]
        if one != two and "\n" not in one + two:
            file.add(a, d, "two arguments swapped",
                     lambda k, inner, plain, one=one, two=two, between=between:
                     f"(mutated({k}) ? {two} : {one}){between}(mutated({k}) ? {one} : {two})", is_closed=True)


def read(root, path):
    """A file with all of its sites."""
    file = File(root, path)
    dump = subprocess.run(
        ["swiftc", "-frontend", "-dump-parse", "-dump-ast-format", "json", path], cwd=root, capture_output=True)
    ranges = bodies(json.loads(dump.stdout))
    braces = ranges["brace_stmt"]
    outer = [r for r in braces if not any(o[0] < r[0] and r[1] < o[1] for o in braces)]
    plant_statements(file, braces)
    plant_conditions(file, sorted(ranges["if_stmt"] | ranges["guard_stmt"] | ranges["while_stmt"]))
    plant_cases(file, sorted(ranges["case_stmt"]))
    for start, end in sorted(outer):
        plant_expressions(file, start + 1, end)
        plant_swaps(file, start + 1, end)
    if not file.is_exact:
        file.sites = [s for s in file.sites if "x" * 2 not in file.text[s.start:s.end]]
    file.sites = [s for s in file.sites if not is_about_memory(file, s)]
    file.sites.sort(key=lambda s: (s.start, -s.end, s.operator))
    number_twins(file.sites)
    return file


def is_about_memory(file, site):
    """Whether the place only says how much memory to reserve or to keep. No output depends on that."""
    line = file.text[file.starts[site.line - 1]:site.start]
    return "reserveCapacity(" in line or file.text.startswith("reserveCapacity(", site.start) \
        or line.endswith("keepingCapacity: ") \
        or site.operator == "statement deleted" and ".reserveCapacity(" in file.text[site.start:site.end].split("\n")[0]


def number_twins(sites):
    """Numbers the places of one line that have the same operator, so that each has a name of its own."""
    twins = {}
    for site in sites:
        twins.setdefault((site.line, site.operator), []).append(site)
    for group in twins.values():
        if len(group) > 1:
            for number, site in enumerate(group, start=1):
                site.operator += f" #{number}"


def planted(text, chosen):
    """The text with the sites of `chosen`, a list of (number, site); also what could not be planted into another."""
    chosen = sorted(chosen, key=lambda pair: (pair[1].start, -pair[1].end))
    left_out, kept, around = [], [], []
    for number, site in chosen:
        while around and around[-1].end <= site.start:
            around.pop()
        if around and (site.end > around[-1].end or around[-1].is_closed):
            left_out.append(number)
            continue
        around.append(site)
        kept.append((number, site))

    def render(start, end, sites):
        out, at = "", start
        while sites:
            number, site = sites[0]
            inside = [pair for pair in sites[1:] if pair[1].end <= site.end and pair[1].start < site.end]
            rest = [pair for pair in sites[1:] if pair not in inside]
            out += text[at:site.start] + site.render(
                number, render(site.start, site.end, inside), text[site.start:site.end])
            at, sites = site.end, rest
        return out + text[at:end]

    return render(0, len(text), kept), left_out
