import Testing

@Suite("Planted mistakes")
struct MutantTests {
    @Test("The sources have no mistake planted in them")
    func sources() { expectNone(MutantRules.planted(Project.sources)) }

    @Test("Each patch is in the table of mutants, and each line of the table has its patch")
    func table() throws {
        let table = try #require(Project.text(of: MutantRules.table))
        #expect(!Project.mutants.isEmpty)
        expectNone(MutantRules.strangers(Project.mutants, in: table))
    }

    @Test("Each patch says its promise and its mistake, and guards it with one call")
    func shapes() { expectNone(MutantRules.shapes(Project.mutants)) }
}

@Suite("The rules about planted mistakes notice")
struct MutantRuleTests {
    private static func patch(_ name: String, head: String = "P5: A page is cut.", _ lines: String...) -> MutantPatch {
        let diff = ["", "--- a/Sources/A/B.swift", "+++ b/Sources/A/B.swift", "@@ -1,1 +1,2 @@", " let a = 1"]
        return MutantPatch(name: name, text: ([head] + diff + lines.map { "+\($0)" }).joined(separator: "\n"))
    }

    @Test("a mistake in a source", arguments: ["#if Mutants", "if mutated(.pageCut) { return }", "a && !mutated(3)"])
    func source(_ line: String) {
        #expect(MutantRules.planted([.sample("\n" + line)]).map(\.line) == [2])
        #expect(MutantRules.planted([.sample("// " + line)]) == [])
    }

    @Test("a patch without a line, a line without a patch, and another promise")
    func table() {
        let patch = Self.patch("page-cut", "if mutated(.pageCut) { return }")
        #expect(MutantRules.strangers([patch], in: "page-cut P5 12\n") == [])
        #expect(MutantRules.strangers([patch], in: "").map(\.path) == ["Tests/Mutants/page-cut.patch"])
        #expect(MutantRules.strangers([], in: "page-cut P5 12\n").map(\.path) == [MutantRules.table])
        #expect(MutantRules.strangers([patch], in: "page-cut P6 12\n").count == 2)
    }

    @Test("no fault in a patch with one call")
    func innocent() {
        #expect(MutantRules.shapes([Self.patch("page-cut", "var a = 2", "if mutated(.pageCut) { return }")]) == [])
    }

    @Test(
        "a head without a promise or a sentence", arguments: ["", "A page is cut.", "P5", "Px: A page.", "P5: A page"])
    func head(_ head: String) {
        #expect(MutantRules.shapes([Self.patch("page-cut", head: head, "mutated(.pageCut)")]).count == 1)
    }

    @Test(
        "no call, two calls, and the call of another",
        arguments: ["let a = 2", "mutated(.pageCut) || mutated(.pageCut)", "mutated(.page)"])
    func calls(_ line: String) { #expect(MutantRules.shapes([Self.patch("page-cut", line)]).count == 1) }

    @Test("a change outside the sources")
    func stray() {
        let text = "P5: A page is cut.\n--- a/Tests/A.swift\n+++ b/Tests/A.swift\n@@ -1,1 +1,2 @@\n+mutated(.pageCut)"
        #expect(MutantRules.shapes([MutantPatch(name: "page-cut", text: text)]).count == 1)
    }
}
