import Testing

@Suite("Pure modules are functions of their inputs")
struct PurityTests {
    @Test("No clock, die, id, lock, hash or print in a pure module")
    func impurities() { expectNone(PurityRules.impurities(Project.sources)) }

    @Test("No floating point in a pure module without a reason")
    func floats() { expectNone(PurityRules.floats(Project.sources)) }

    @Test("Every file that may use floating point exists and does", arguments: PurityRules.mayFloat.keys.sorted())
    func allowList(_ path: String) throws {
        let text = try #require(Project.text(of: path), "\(path) is gone: remove it from PurityRules.mayFloat")
        let renamed = SourceFile.sample(text)
        #expect(!PurityRules.floats([renamed]).isEmpty, "\(path) needs no exception any more")
    }
}

@Suite("The rules about purity report")
struct PurityRuleTests {
    @Test(
        "words that a pure module must not use",
        arguments: [
            "let now = ContinuousClock.now", "SuspendingClock()", "let now = Date()", "try await Task.sleep(for: t)",
            "Int.random(in: 0..<6)", "Bool.random(using: &die)", "list.shuffled()", "list.shuffle()",
            "list.randomElement()", "var die = SystemRandomNumberGenerator()", "UUID().uuidString",
            "let state = Mutex(0)", "let lock = NSLock()", "pthread_mutex_lock(&lock)", "a.hashValue", "Hasher()",
            "print(a)", "CommandLine.arguments", "let text = \"\\(Date())\"",
        ])
    func impure(_ line: String) {
        #expect(PurityRules.impurities([.sample("\n" + line)]).map(\.line) == [2])
        #expect(PurityRules.impurities([.sample(line, path: "Sources/LabCommand/A.swift")]) == [])
    }

    @Test(
        "nothing for words that only look alike",
        arguments: [
            "// Date() is not read", "let text = \"UUID()\"", "context.random(6)", "let update = contentUpdate(a)",
            "func sleep(_ device: Device)", "let date: ISODate", "let reprint = blueprint(a)", "mutex.x",
        ])
    func pure(_ line: String) { #expect(PurityRules.impurities([.sample(line)]) == []) }

    @Test("floating point", arguments: ["let a: Double", "Float(b)", "[CGFloat]", "as? Float80"])
    func float(_ line: String) {
        #expect(PurityRules.floats([.sample(line)]).count == 1)
        #expect(PurityRules.floats([.sample(line, path: "Sources/ShoulderTap/Payload/PayloadNumber.swift")]) == [])
        #expect(PurityRules.floats([.sample("// " + line)]) == [])
    }
}
