import ShoulderTap
import TestSupport
import Testing

@Suite("The documentation and the library say the same")
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
        let inSymbols = Self.examplesOfSymbols()
        #expect(inSymbols.count >= 2)
        for block in blocks + inSymbols {
            let isTested = Self.contains(source, block)
            #expect(isTested, "no test holds this example:\n\(block.joined(separator: "\n"))")
        }
    }

    /// A block without the import that a test has at its top.
    private static func withoutImport(_ block: [String]) -> [String] {
        Array(block.drop { $0 == "import ShoulderTap" || $0.isEmpty })
    }

    /// Code in the comments of public symbols, which is indented by four blanks.
    private static func examplesOfSymbols() -> [[String]] {
        let folder = ProjectFiles.root + "/Sources/ShoulderTap"
        var blocks: [[String]] = []
        for path in ProjectFiles.tree(under: folder) where path.hasSuffix(".swift") {
            let bytes = ProjectFiles.bytes(folder + "/" + path) ?? []
            var isInside = false
            for line in lines(of: String(decoding: bytes, as: UTF8.self)) {
                let comment = line.drop { $0 == " " }
                let isCode = comment.hasPrefix("///     ")
                if isCode, !isInside { blocks.append([]) }
                if isCode { blocks[blocks.count - 1].append(String(comment.dropFirst(8))) }
                isInside = isCode
            }
        }
        return blocks
    }

    /// Whether the lines of `block` follow one another in `source`, all of them indented alike.
    private static func contains(_ source: [String], _ block: [String]) -> Bool {
        guard let first = block.first else { return false }
        return source.indices.contains { start in
            guard source[start].hasSuffix(first), start + block.count <= source.count else { return false }
            let indent = String(source[start].dropLast(first.count))
            guard indent.allSatisfy({ $0 == " " }) else { return false }
            return zip(source[start...], block).allSatisfy { $0 == $1 || $0 == indent + $1 }
        }
    }

    @Test("Every article is in the catalogue, and every public type on the landing page")
    func curation() throws {
        let names = ProjectFiles.names(in: Article.folder()).map { $0.replacing(".md", with: "") }
        #expect(names.filter { $0 != "Tap" } == Self.articles)
        let landing = try #require(Article("ShoulderTap")).text
        for name in Self.articles where name != "ShoulderTap" {
            #expect(landing.contains("- <doc:\(name)>"), "\(name)")
        }
        let types = Self.publicTypes()
        #expect(types.count > 20)
        for type in types { #expect(landing.contains("- ``\(type)``\n"), "\(type)") }
    }

    /// The public types of the library, those inside another as `Outer/Inner`.
    private static func publicTypes() -> [String] {
        let folder = ProjectFiles.root + "/Sources/ShoulderTap"
        var types: [String] = []
        for path in ProjectFiles.tree(under: folder) where path.hasSuffix(".swift") {
            var outer = ""
            for line in lines(of: String(decoding: ProjectFiles.bytes(folder + "/" + path) ?? [], as: UTF8.self)) {
                let words = line.split { " :<{".contains($0) }.map(String.init)
                let isIndented = line.hasPrefix(" ")
                if !isIndented, words.first == "extension" { outer = words[1] }
                guard words.first == "public", words.count > 2, ["struct", "enum", "class"].contains(words[1]) else {
                    continue
                }
                types.append(isIndented ? "\(outer)/\(words[2])" : words[2])
                if !isIndented { outer = words[2] }
            }
        }
        return types
    }

    // MARK: What makes a push silent

    @Test("Each value of content-available is read as the table says")
    func contentAvailable() throws {
        let rows = try #require(Article("WhatMakesAPushSilent")).rows(under: "## What breaks it")
        var codes: Set<String> = []
        for row in rows {
            let code = Article.code(in: row[3]).first
            codes.insert(code ?? "")
            for value in Article.code(in: row[0]) {
                let payload = Array(#"{"aps":{"content-available":\#(value)}}"#.utf8)
                let (strict, lenient) = (PushPayload.inspect(payload), PushPayload.inspect(payload, .lenient))
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

    @Test("A second one of each key that decides makes the payload malformed, and of no other key")
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
