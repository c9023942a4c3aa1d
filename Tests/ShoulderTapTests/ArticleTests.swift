import ShoulderTap
import TestSupport
import Testing

@Suite("The documentation agrees with the library")
struct ArticleTests {
    private static let articles = [
        "AddingAProfile", "MakingATap", "ReadingAVerdict", "ShoulderTap", "WhatMakesAPushSilent",
    ]

    /// Seen from the folder of the articles.
    private static let readme = "../../../README"

    @Test("Every example of the documentation is tested, word for word")
    func examples() throws {
        let tested = try #require(
            ProjectFiles.bytes(ProjectFiles.root + "/Tests/ShoulderTapTests/ArticleExamples.swift"))
        let source = lines(of: String(decoding: tested, as: UTF8.self))
        var blocks: [[String]] = []
        let onReadme = try #require(Article(Self.readme)).blocks(of: "swift").map(Self.withoutImport)
        #expect(onReadme.count == 1 && source.contains("import ShoulderTap"))
        blocks += onReadme
        for name in Self.articles { blocks += try #require(Article(name)).blocks(of: "swift") }
        #expect(blocks.count >= 12)
        let inSymbols = Article.examplesOfSymbols(of: "ShoulderTap")
        #expect(inSymbols.count >= 2)
        for block in blocks + inSymbols {
            let isTested = Article.contains(source, block)
            #expect(isTested, "no test holds this example:\n\(block.joined(separator: "\n"))")
        }
    }

    /// A block without the import that a test has at its top.
    private static func withoutImport(_ block: [String]) -> [String] {
        Array(block.drop { $0 == "import ShoulderTap" || $0.isEmpty })
    }

    @Test("Every article is in the catalogue, and every public type on the landing page")
    func curation() throws {
        let names = ProjectFiles.names(in: Article.folder()).map { $0.replacing(".md", with: "") }
        #expect(names.filter { $0 != "Tap" } == Self.articles)
        let landing = try #require(Article("ShoulderTap")).text
        for name in Self.articles where name != "ShoulderTap" {
            #expect(landing.contains("- <doc:\(name)>"), "\(name)")
        }
        let types = Article.publicTypes(of: "ShoulderTap")
        #expect(types.count > 20)
        for type in types { #expect(landing.contains("- ``\(type)``\n"), "\(type)") }
    }

    // MARK: What makes a push silent

    @Test("Each value of content-available is read as in the table")
    func contentAvailable() throws {
        let rows = try #require(Article("WhatMakesAPushSilent")).rows(under: "## What breaks it")
        var codes: Set<String> = []
        for row in rows {
            let code = Article.code(in: row[3]).first
            codes.insert(code ?? "")
            for value in Article.code(in: row[0]) {
                let payload = Array(#"{"aps":{"content-available":\#(value)}}"#.utf8)
                let (strict, lenient) = (
                    PushPayload.inspect(payload), PushPayload.inspect(payload, strictness: .lenient)
                )
                #expect(row[1] == (strict.kind == .background ? "wakes" : "does not wake"), "\(value)")
                #expect(row[2] == (lenient.kind == .background ? "wakes" : "does not wake"), "\(value)")
                #expect(strict.diagnostics.first?.code.description == code, "\(value)")
            }
        }
        let wanted = PayloadDiagnostic.Code.all.map(\.description).filter { code in
            code.hasPrefix("contentAvailable") && !code.hasSuffix("OutsideAps") && !code.hasSuffix("InAlert")
        }
        #expect(codes == Set(wanted + [""]))
    }

    @Test("Each step of the decision has an example, and together they reach every kind")
    func order() throws {
        let rows = try #require(Article("WhatMakesAPushSilent")).rows(under: "## The order of decisions")
        let steps = rows.filter { $0.count == 4 }
        for step in steps {
            let example = try #require(Article.code(in: step[3]).first)
            #expect(PushPayload.classify(Array(example.utf8).span).description == step[2], "\(example)")
        }
        #expect(Set(steps.map { $0[2] }) == Set(PayloadKind.all.map(\.description)))
        #expect(Set(steps.map { $0[0] }) == Set((1...10).map(String.init)))
    }

    @Test("A duplicate of each deciding key makes the payload malformed, and of no other key")
    func decidingKeys() throws {
        let rows = try #require(Article("WhatMakesAPushSilent")).rows(under: "## The order of decisions")
        let frames = [
            "outermost": "{@}", "`aps`": #"{"aps":{@}}"#, "`shoulderTap`": #"{"shoulderTap":{@}}"#,
            "an element of `activities`": #"{"shoulderTap":{"activities":[{@}]}}"#,
        ]
        let all = Set(rows.filter { $0.count == 2 }.flatMap { Article.code(in: $0[1]) } + ["category", "k"])
        for (place, frame) in frames {
            let row = try #require(rows.first { $0.count == 2 && $0[0] == place }, "\(place)")
            let deciding = Set(Article.code(in: row[1]))
            for key in all {
                let payload = frame.replacing("@", with: #""\#(key)":1,"\#(key)":1"#)
                let isMalformed = PushPayload.classify(Array(payload.utf8).span) == .malformed
                #expect(isMalformed == deciding.contains(key), "\(payload)")
            }
        }
    }

    // MARK: Adding a profile of your own

    @Test("The article lists every profile that is shipped")
    func profiles() throws {
        let rows = try #require(Article("AddingAProfile")).rows(under: "## What is shipped")
        #expect(rows.map { $0[0] } == TapProfile.shipped.map { "``TapProfile/\($0.name)``" })
    }
}
