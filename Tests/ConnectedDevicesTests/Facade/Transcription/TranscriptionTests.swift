import TestSupport
import Testing

/// How a name of the original is spelt here, and where it is exercised.
struct TranscribedName {
    let original: String
    let ours: String
    /// A file of these tests and a function in it.
    let test: String

    /// The symbol itself is there so that a row without one does not compile.
    init(_ original: String, _ ours: String, _ test: String, _ symbol: Any) {
        self.original = original
        self.ours = ours
        self.test = test
    }

    /// The last name in ours: of `Reader.readBatch(maxSize:completion:)` it is `readBatch`.
    var baseName: String {
        let path = self.ours.prefix { $0 != "(" }
        return String(path.split(separator: ".").last ?? "")
    }

    var typeName: String { String(self.ours.prefix { $0 != "(" && $0 != "." }) }
}

/// A table of the article.
struct TranscribedSection {
    let heading: String
    let rows: [TranscribedName]
}

@Suite("The table from MCD names to ours")
struct TranscriptionTests {
    static var sections: [TranscribedSection] {
        Self.platformSections + Self.feedSections + Self.notificationSections + Self.formerSections
    }

    private static func text(_ path: String) -> String? {
        ProjectFiles.bytes(ProjectFiles.root + "/" + path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("the article has the same table, section by section and row by row")
    func article() throws {
        let article = try #require(Article("FromMCDToSwift", of: "ConnectedDevices"))
        for section in Self.sections {
            let rows = article.rows(under: "## " + section.heading)
            #expect(rows.map { $0.flatMap(Article.code) } == section.rows.map { [$0.original, $0.ours] })
        }
        let headings = lines(of: article.text).filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
        #expect(headings.map(String.init) == Self.guide + Self.sections.map(\.heading))
    }

    /// The sections before the tables.
    private static let guide = [
        "Overview", "The nine steps of a new notification", "Porting, sample by sample",
        "Decisions that the original leaves open",
    ]

    @Test("the guide has nine steps and nine samples, and its listings are those of the sample app")
    func listings() throws {
        let article = try #require(Article("FromMCDToSwift", of: "ConnectedDevices"))
        #expect(article.rows(under: "## \(Self.guide[1])").count == 9)
        #expect(lines(of: article.text).count { $0.hasPrefix("### ") } == 9)
        let app = try #require(Self.text("Fixtures/Apps/RomeApp/Sources/RomeApp/RomeApp.swift"))
        let blocks = article.blocks(of: "swift")
        #expect(blocks.count == 8)
        for listing in blocks.flatMap({ $0.split(separator: "").map(Array.init) }) {
            #expect(Article.contains(lines(of: app), listing), "\(listing.joined(separator: "\n"))")
        }
    }

    @Test("the landing page lists every public type")
    func curation() throws {
        let landing = try #require(Article("ConnectedDevices", of: "ConnectedDevices")).text
        let types = Article.publicTypes(of: "ConnectedDevices")
        #expect(types.count > 40)
        for type in types { #expect(landing.contains("- ``\(type)``\n"), "\(type)") }
    }

    @Test("every original occurs once, and begins with MCD")
    func unique() {
        let originals = Self.sections.flatMap(\.rows).map(\.original)
        #expect(Set(originals).count == originals.count)
        #expect(originals.count == 134)
        #expect(originals.allSatisfy { $0.hasPrefix("MCD") })
    }

    @Test("every type and every member is declared in the module")
    func declared() throws {
        let folder = "Sources/ConnectedDevices"
        let files = ProjectFiles.tree(under: ProjectFiles.root + "/" + folder).filter { $0.hasSuffix(".swift") }
        let names = Set(
            files.compactMap { Self.text(folder + "/" + $0) }.flatMap(lines(of:)).compactMap(Self.declaration))
        for row in Self.sections.flatMap(\.rows) {
            let isTypeThere = names.contains("type \(row.typeName)")
            let isMemberThere = row.baseName == row.typeName || names.contains("member \(row.baseName)")
            #expect(isTypeThere && isMemberThere, "\(row.ours)")
        }
    }

    /// What a line declares for other modules: `type UserDataFeed` or `member startSync`.
    private static func declaration(_ line: String) -> String? {
        let words = line.split(separator: " ").map(String.init)
        let kinds = ["class", "struct", "enum", "typealias", "func", "var", "let"]
        guard words.first == "public", let place = words.firstIndex(where: kinds.contains), place + 1 < words.count
        else { return nil }
        let name = words[place + 1].prefix { $0.isLetter || $0.isNumber }
        return (kinds.firstIndex(of: words[place]) ?? 0) < 4 ? "type \(name)" : "member \(name)"
    }

    @Test("every row is exercised by a test that names it, or by all tests of its file")
    func exercised() throws {
        let folder = "Tests/ConnectedDevicesTests"
        for row in Self.sections.flatMap(\.rows) {
            let parts = row.test.split(separator: ".").map(String.init)
            let text = Self.text("\(folder)/Facade/\(parts[0]).swift") ?? Self.text("\(folder)/\(parts[0]).swift")
            let file = try #require(text, "\(row.test) for \(row.original)")
            let tests = file.split(separator: "\n    @Test").map(String.init)
            let test = try #require(
                tests.dropFirst().first { $0.contains("    func \(parts[1])(") }, "\(row.test) for \(row.original)")
            #expect(Self.uses(row.baseName, in: tests[0] + test), "\(row.ours) in \(row.test)")
        }
    }

    /// Whether a type is named, or a member of something: `.name` or `name(`.
    private static func uses(_ name: String, in text: String) -> Bool {
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        let isType = name.first?.isUppercase ?? false
        return text.ranges(of: name).contains { range in
            let before = text[..<range.lowerBound].last
            let behind = text[range.upperBound...].first
            return !isPart(before) && !isPart(behind) && (isType || before == "." || behind == "(")
        }
    }
}
