import Testing

@Suite("Plain English")
struct PlainEnglishTests {
    @Test("At most three of a hundred doc comments start with an inverted opening")
    func openings() {
        let summaries = Project.sources.flatMap { file in
            PlainEnglishRules.summaries(file).map { (file: file, index: $0.index, text: $0.text) }
        }
        let inverted = summaries.filter { PlainEnglishRules.isInverted($0.text) }
        #expect(summaries.count > 5_000)
        guard inverted.count * 100 > summaries.count * PlainEnglishRules.mostInverted else { return }
        expectNone(
            inverted.map { $0.file.finding($0.index, "an inverted opening", "Start with a noun phrase or a verb.") })
    }

    @Test("No comment has a word of the list")
    func comments() { expectNone(PlainEnglishRules.comments(Project.sources)) }

    @Test("No page has a word of the list in its prose")
    func pages() {
        let pages =
            Project.paths(under: "Sources").filter { $0.hasSuffix(".md") } + ["README.md", "CONTRIBUTING.md"]
        #expect(pages.count > 20)
        expectNone(pages.flatMap { PlainEnglishRules.page($0, Project.text(of: $0) ?? "") })
    }
}

@Suite("The rules about plain English report")
struct PlainEnglishRuleTests {
    @Test(
        "an inverted opening",
        arguments: ["What the app shows.", "Of more values only the number.", "How many.", "Whoever asks.", "Nothing."])
    func inverted(_ summary: String) { #expect(PlainEnglishRules.isInverted(summary)) }

    @Test(
        "nothing for a noun, a verb or a longer word",
        arguments: ["The app.", "Returns it.", "A device.", "Whether it is open.", "Notes a push.", "Options."])
    func straight(_ summary: String) { #expect(!PlainEnglishRules.isInverted(summary)) }

    @Test("only the first line of each doc comment, and no parameter")
    func summaries() {
        let file = SourceFile.sample("/// One.\n///\n/// Two.\nlet a = 1\n    /// Three.\n/// - Parameter b: Four.\n")
        #expect(PlainEnglishRules.summaries(file).map(\.text) == ["One.", "Three."])
    }

    @Test("an old word in a comment, but not in a part of a word or in code")
    func words() {
        let text = "// It begins anew.\nlet anew = \"anew\"\n/// `anew` is a renewal.\n/// When all Comes to  rest.\n"
        #expect(PlainEnglishRules.comments([.sample(text)]).map(\.line) == [1, 4])
    }

    @Test("an old word in prose, but not in a fence or a table")
    func pages() {
        let text = "It tells of it.\n```\nanew\n```\n| anew |\nThe end, anew.\n"
        #expect(PlainEnglishRules.page("a.md", text).map(\.line) == [1, 6])
    }
}
