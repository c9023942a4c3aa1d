import Testing

/// README as its readers and `.ci/run` use it.
struct Readme {
    static let mostLines = 150
    static let guides = ["What makes a push silent", "Reading a verdict", "Adding a profile of your own"]

    let lines: [Substring]

    init(_ text: String) { self.lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines inside fences of a language.
    func fenced(_ language: String) -> [String] {
        var inside = false
        return self.lines.compactMap { line in
            if line.hasPrefix("```") {
                inside = line == "```\(language)"
                return nil
            }
            return inside && !line.isEmpty ? String(line) : nil
        }
    }

    /// The commands that `.ci/run` takes from itself: lines of the form `name='…'`.
    static func commands(of script: String) -> [String] {
        ["tests", "main"].compactMap { name in
            let start = "readme_\(name)='"
            let line = script.split(separator: "\n").first { $0.hasPrefix(start) && $0.hasSuffix("'") }
            return line.map { String($0.dropFirst(start.count).dropLast()) }
        }
    }

    func findings(script: String) -> [Finding] {
        var findings: [Finding] = []
        let (shown, run) = (self.fenced("sh"), Self.commands(of: script))
        if shown.count != 2 || Set(shown) != Set(run) {
            findings.append(
                Self.finding(
                    "the commands are not those of .ci/run: shown \(shown), run \(run)",
                    "Make the two lines in ```sh fences and readme_main, readme_tests in .ci/run equal."))
        }
        let console = self.fenced("console")
        if !console.contains(where: { $0.hasPrefix("$ shouldertap ") }) {
            findings.append(Self.finding("no transcript", "Show a ```console fence with `$ shouldertap …` lines."))
        }
        for line in console where line.hasPrefix("$ ") && !line.hasPrefix("$ shouldertap ") {
            findings.append(Self.finding("“\(line)” is not checked by .ci/transcript", "Show shouldertap only."))
        }
        let last = self.lines.last == "" ? self.lines.count - 1 : self.lines.count
        if last > Self.mostLines {
            let what = "\(last) lines, the most is \(Self.mostLines)"
            findings.append(Self.finding(what, "Move the detail into a guide of the catalog."))
        }
        return findings
            + Self.guides.filter { guide in !self.lines.contains { $0.contains(guide) } }.map {
                Self.finding("the guide “\($0)” is not named", "Say where the guides are.")
            }
    }

    private static func finding(_ what: String, _ remedy: String) -> Finding {
        Finding(path: "README.md", line: 1, what: what, remedy: remedy)
    }
}

@Suite("README")
struct ReadmeTests {
    @Test("README is short, its commands are those of .ci/run, and it names the guides")
    func readme() throws {
        let text = try #require(Project.text(of: "README.md"))
        let script = try #require(Project.text(of: ".ci/run"))
        expectNone(Readme(text).findings(script: script))
    }

    @Test(
        ".ci/run goes through every script that checks something",
        arguments: [".ci/api", ".ci/consumers", ".ci/transcript", ".ci/golden", ".ci/fuzz"])
    func scripts(_ name: String) throws {
        let script = try #require(Project.text(of: ".ci/run"))
        #expect(Project.exists(name) && script.contains(name))
    }

    @Test(
        "Every named folder of fixtures exists",
        arguments: ["README.md", ".ci/run", ".ci/golden", ".ci/fuzz"])
    func fixtures(_ name: String) throws {
        let text = try #require(Project.text(of: name))
        let named = Set(text.matches(of: /Fixtures(?:\/[A-Za-z0-9_-]+)+/).map { String($0.output) })
        #expect(!named.isEmpty)
        // A file may be named without its ending here, for the dot may as well end a sentence.
        let known = Project.paths(under: "Fixtures")
        for path in named {
            #expect(known.contains { $0.hasPrefix(path + "/") || $0.hasPrefix(path + ".") }, "\(path) is not there")
        }
    }

    static let guides = Readme.guides.joined(separator: "\n")
    static let console = "```console\n$ shouldertap --version\n1\n```\n"
    static let good = "```sh\na && b\n```\n```sh\nc\n```\n" + console + guides
    static let script = "readme_main='a && b'\nreadme_tests='c'\n"

    @Test("A correct README has no findings")
    func inOrder() { #expect(Readme(Self.good).findings(script: Self.script) == []) }

    @Test(
        "A wrong README is reported",
        arguments: [
            good.replacing("a && b", with: "a"), good.replacing(console, with: ""), good.replacing("Reading", with: ""),
            good.replacing("--version\n", with: "--version\n$ cat a\n"), good + String(repeating: "\n", count: 150),
        ])
    func faults(_ text: String) { #expect(Readme(text).findings(script: Self.script).count == 1) }
}
