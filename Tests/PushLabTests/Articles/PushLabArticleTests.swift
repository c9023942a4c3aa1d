import PushLab
import TestSupport
import Testing

@Suite("The documentation of the lab agrees with the lab")
struct PushLabArticleTests {
    private static let articles = [
        "Concepts", "Histories", "ManySeeds", "Promises", "Reports", "ScenarioFiles", "Traps",
    ]

    @Test("Every example of the landing page is tested, word for word")
    func examples() throws {
        let path = ProjectFiles.root + "/Tests/PushLabTests/Articles/PushLabArticleExamples.swift"
        let source = lines(of: String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self))
        let blocks = try #require(Article("PushLab", of: "PushLab")).blocks(of: "swift")
        #expect(blocks.count == 4)
        // The example of an app on the SDK's classes is run with the guides.
        let inSymbols = Article.examplesOfSymbols(of: "PushLab").filter { !$0.joined().contains("PlatformApp(") }
        #expect(inSymbols.count == 1)
        for block in blocks + inSymbols {
            let isTested = Article.contains(source, block)
            #expect(isTested, "no test holds this example:\n\(block.joined(separator: "\n"))")
        }
    }

    @Test("Every article is in the catalogue, and every public type on the landing page")
    func curation() throws {
        let names = ProjectFiles.names(in: Article.folder(of: "PushLab")).map { $0.replacing(".md", with: "") }
        #expect(names == (["PushLab"] + Self.articles).sorted())
        let landing = try #require(Article("PushLab", of: "PushLab")).text
        for name in Self.articles { #expect(landing.contains("- <doc:\(name)>"), "\(name)") }
        let types = Article.publicTypes(of: "PushLab")
        #expect(types.count > 20)
        for type in types { #expect(landing.contains("- ``\(type)``\n"), "\(type)") }
    }

    // MARK: Traps

    @Test("The table of traps has a row for each, in their order, word for word")
    func traps() throws {
        let rows = try #require(Article("Traps", of: "PushLab")).rows(under: "## The table")
        let expected = Trap.allCases.map { trap in
            let facts = trap.facts
            let harm = facts.isHarmless ? "None. \(facts.harm)" : facts.harm
            return [trap.rawValue, facts.mistake, facts.property, facts.world, harm]
        }
        #expect(rows.count == expected.count)
        for (row, expected) in zip(rows, expected) { #expect(row == expected) }
    }

    @Test("Twenty mistakes, of which at most five do no harm")
    func counts() {
        #expect(Trap.allCases.map(\.rawValue) == (1...14).map { "T\($0)" } + (1...6).map { "S\($0)" })
        #expect(Trap.allCases.count { $0.facts.isHarmless } <= 5)
    }

    @Test("Each trap has a test that is named after it")
    func tests() throws {
        let folder = ProjectFiles.root + "/Tests/PushLabTests/Traps"
        let sources = ProjectFiles.names(in: folder).compactMap { ProjectFiles.bytes(folder + "/" + $0) }
        let text = sources.map { String(decoding: $0, as: UTF8.self) }.joined()
        for trap in Trap.allCases { #expect(text.contains("@Test(\"\(trap.rawValue): "), "\(trap.rawValue)") }
    }
}
