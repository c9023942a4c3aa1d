import Foundation
import Testing

@Suite("The top level")
struct TopLevelTests {
    @Test("The top level has only allowed entries")
    func topLevel() { expectNone(TopLevelRules.strays(TopLevelRules.paths())) }

    @Test("Required files exist", arguments: ["README.md", "LICENSE", ".swift-format", ".gitignore"])
    func needed(_ path: String) { #expect(Project.exists(path), "\(path) is missing") }

    @Test("No file names a path of a machine, or its author")
    func wording() {
        let texts = TopLevelRules.paths().filter { !$0.hasPrefix("LICENSE") }.compactMap { path in
            Project.text(of: path).map { (path, $0) }
        }
        expectNone(texts.flatMap(TopLevelRules.wording))
    }

    @Test("A stray file is reported", arguments: ["Notes.txt", "Scripts/run.sh", "readme.md"])
    func stray(_ path: String) {
        #expect(TopLevelRules.strays([path, "Sources/A/B.swift", ".ci/run", "LICENSE"]).map(\.path) == [path])
    }

    @Test("A path of a machine is reported", arguments: ["/wo" + "rk/main", "/ho" + "me/", "/tm" + "p/a"])
    func machinePath(_ word: String) {
        #expect(TopLevelRules.wording("README.md", "a\nsee \(word)").map(\.line) == [2])
    }

    @Test("A word about the author is reported", arguments: ["sub" + "agent", "as an " + "AI", "Language" + " model"])
    func author(_ word: String) {
        #expect(TopLevelRules.wording("Tests/A.swift", word).count == 1)
    }
}

enum TopLevelRules {
    static let allowed: Set<String> = [
        "Package.swift", "Sources", "Tests", "Fixtures", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md",
    ]

    /// The files that git keeps, or without git whatever lies there.
    static func paths() -> [String] {
        if let listing = try? Tool.run(["git", "ls-files", "-z"]), !listing.isEmpty {
            return listing.split(separator: "\0").map(String.init)
        }
        print("note: git does not answer here, so Tidy looks at every file in the folder")
        let top = (try? FileManager.default.contentsOfDirectory(atPath: Project.root.path)) ?? []
        return top.filter { !$0.hasPrefix(".") || $0 == ".ci" }.sorted().flatMap { name in
            let below = Project.paths(under: name)
            return below.isEmpty ? [name] : below
        }
    }

    static func strays(_ paths: [String]) -> [Finding] {
        paths.filter { path in
            let top = path.prefix { $0 != "/" }
            return !top.hasPrefix(".") && !Self.allowed.contains(String(top))
        }
        .map {
            let remedy = "Put it under Sources, Tests or Fixtures, or into a catalog as a guide."
            return Finding(path: $0, line: 1, what: "a stray at the top level", remedy: remedy)
        }
    }

    // Spelt in two halves, or this file would find itself.
    private static let machinePaths = ["/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/"]
    private static let authors = ["sub" + "agent", "as an " + "ai ", "as an " + "ai,", "language" + " model"]

    static func wording(_ path: String, _ text: String) -> [Finding] {
        // Tests may name the folder for things that are thrown away.
        let paths = Self.machinePaths + (path.hasPrefix("Tests/") ? [] : ["/tm" + "p/"])
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let low = line.lowercased() + " "
            let word = paths.first { line.contains($0) } ?? Self.authors.first { low.contains($0) }
            guard let word else { return nil }
            let remedy = "Say it without; the project speaks of itself alone."
            return Finding(path: path, line: index + 1, what: "“\(word)” in a file of the project", remedy: remedy)
        }
    }
}
