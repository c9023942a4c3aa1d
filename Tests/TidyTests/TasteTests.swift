import Testing

@Suite("Taste")
struct TasteTests {
    @Test("Files have at most 500 lines, lines at most 120 columns")
    func lengths() { expectNone(TasteRules.lengths(Project.swiftFiles)) }

    @Test("Nothing uses Synchronization")
    func locks() { expectNone(TasteRules.libraryLocks(Project.swiftFiles)) }

    @Test("Every @unchecked Sendable has the reason in the line above")
    func sendable() { expectNone(TasteRules.unexplainedSendable(Project.swiftFiles)) }

    @Test("Nobody sleeps")
    func sleepers() { expectNone(TasteRules.sleepers(Project.swiftFiles)) }

    @Test("No comment promises work for later")
    func promises() { expectNone(TasteRules.promises(Project.swiftFiles)) }

    @Test("No code is commented out")
    func commentedOut() { expectNone(TasteRules.commentedOutCode(Project.swiftFiles)) }
}

@Suite("The rules of taste report")
struct TasteRuleTests {
    @Test("a line of 121 columns, not one of 120")
    func columns() {
        let file = SourceFile.sample(String(repeating: "é", count: 120) + "\n" + String(repeating: "a", count: 121))
        #expect(TasteRules.lengths([file]).map(\.line) == [2])
    }

    @Test("a file of 501 lines, not one of 500")
    func lines() {
        #expect(TasteRules.lengths([.sample(String(repeating: "a\n", count: 500))]) == [])
        #expect(TasteRules.lengths([.sample(String(repeating: "a\n", count: 501))]).map(\.line) == [501])
    }

    @Test("a lock of the standard library", arguments: ["import Synchronization", "let a = Mutex(0)"])
    func locks(_ line: String) { #expect(TasteRules.libraryLocks([.sample(line)]).count == 1) }

    @Test("@unchecked Sendable without a reason")
    func sendable() {
        let bare = "final class A: @unchecked Sendable {}"
        #expect(TasteRules.unexplainedSendable([.sample(bare)]).map(\.line) == [1])
        #expect(TasteRules.unexplainedSendable([.sample("let a = 1\n" + bare)]).map(\.line) == [2])
        #expect(TasteRules.unexplainedSendable([.sample("// One thread owns it.\n" + bare)]) == [])
    }

    @Test("a sleep", arguments: ["usleep(1)", "Thread.sleep(forTimeInterval: 1)", "tool.shell(\"sleep \(1); cat\")"])
    func naps(_ line: String) { #expect(TasteRules.sleepers([.sample(line)]).count == 1) }

    @Test("no sleep in a program that waits for its end, nor in a word", arguments: ["\"sleep 600\"", "let sleep = 1"])
    func noNap(_ line: String) { #expect(TasteRules.sleepers([.sample(line)]) == []) }

    @Test("a promise")
    func promises() {
        let word = "TO" + "DO"
        #expect(TasteRules.promises([.sample("let a = 1  // \(word): more")]).count == 1)
        #expect(TasteRules.promises([.sample("let a = \"\(word)\"")]) == [])
    }

    @Test(
        "code in a comment",
        arguments: [
            "// let a = 1", "//func run() {", "// }", "// self.run()", "// import Glibc", "// x = y;",
            "// return run(a)", "// guard let a else { return }", "// @Test func a()", "// print(\"a b\")",
        ])
    func commentedOut(_ line: String) { #expect(TasteRules.commentedOutCode([.sample(line)]).count == 1) }

    @Test(
        "nothing for a sentence",
        arguments: [
            "// Let the caller decide.", "// The first byte (if any) decides.", "/// let a = 1",
            "// import is a word of Swift.", "// Key 7 = the last one.", "let a = 1  // one",
            "// return early", "// Private to the file.", "let url = \"https://a.b/(c)\"",
        ])
    func sentence(_ line: String) { #expect(TasteRules.commentedOutCode([.sample(line)]) == []) }
}
