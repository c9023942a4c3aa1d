import ShoulderTap
import TestSupport
import Testing

@Suite("The project's own payloads")
struct FixtureTests {
    @Test("There are many, each with a verdict beside it, and no verdict without its payload")
    func pairs() {
        #expect(Fixture.all.count > 200)
        #expect(Fixture.strayVerdicts == [])
        #expect(Fixture.all.filter { $0.verdict == nil }.map(\.path) == [])
        #expect(Fixture.all.filter { $0.folder == nil }.map(\.path) == [])
        #expect(Fixture.all.filter { !$0.path.hasSuffix(".json") && !$0.path.hasSuffix(".apns") }.map(\.path) == [])
    }

    @Test("The library gives the recorded verdict, strict and lenient", arguments: Fixture.all)
    func verdict(_ fixture: Fixture) throws {
        let recorded = try RecordedVerdict(reading: try #require(fixture.verdict))
        let found = RecordedVerdict(of: fixture.bytes)
        #expect(found.strict == recorded.strict)
        #expect(found.lenient == recorded.lenient)
        #expect(recorded.why.count == 1, "one line says why the payload is here")
    }

    @Test("A payload is in the folder of its verdict", arguments: Fixture.all)
    func folder(_ fixture: Fixture) {
        let found = RecordedVerdict(of: fixture.bytes)
        let isMalformed = PushPayload.classify(fixture.bytes.span) == .malformed
        let expected: Fixture.Folder = found.lenient != nil ? .lenient : isMalformed ? .refuse : .accept
        #expect(fixture.folder == expected)
    }

    @Test("Every code and every kind occurs in a payload")
    func coverage() {
        let inspections = Fixture.all.flatMap { fixture in
            [
                PushPayload.inspect(fixture.bytes, strictness: .strict),
                PushPayload.inspect(fixture.bytes, strictness: .lenient),
            ]
        }
        let codes = Set(inspections.flatMap(\.diagnostics).map(\.code))
        let uncovered = PayloadDiagnostic.Code.all.filter { !codes.contains($0) }
        #expect(uncovered == [], "codes without a payload: \(uncovered)")
        let strict = Set(Fixture.all.map { PushPayload.classify($0.bytes.span) })
        let missing = PayloadKind.all.filter { !strict.contains($0) }
        #expect(missing == [], "kinds without a payload: \(missing)")
    }

    @Test("There are payloads on both sides of every size limit", arguments: [4096, 4097, 5120, 5121])
    func sizes(_ size: Int) {
        let names = ["tap", "alert", "voip"].map { "/\($0)-\(size)-bytes.json" }
        for name in names {
            let sized = Fixture.all.filter { $0.path.hasSuffix(name) }
            #expect(sized.map(\.bytes.count) == [size], "\(name)")
        }
    }

    /// What each line of the capture is; the sixth is blank.
    private static let afternoon: [(kind: PayloadKind?, isTap: Bool)] = [
        (.shoulderTap, true), (.alert, false), (.background, false), (.alertWithWake, false), (.foreign, false),
        (nil, false), (.voip, false), (.liveActivity, false), (.malformed, false), (.shoulderTap, true),
    ]

    @Test("A capture has one payload per line, and one of them was cut off")
    func capture() throws {
        let bytes = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Captures/one-afternoon.jsonl")))
        #expect(bytes.last == 0x0A)
        let lines = bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        #expect(lines.count == Self.afternoon.count)
        for (line, expected) in zip(lines, Self.afternoon) {
            guard let kind = expected.kind else {
                #expect(line.isEmpty)
                continue
            }
            #expect(PushPayload.classify(line.span) == kind)
            #expect((Tap.tryParse(line) != nil) == expected.isTap)
        }
    }
}

@Suite("Verdict files")
struct RecordedVerdictTests {
    @Test(
        "A file that the tool would not write is refused",
        arguments: [
            ("", 1), ("strict alert", 1), ("# only\n", 1), ("lenient alert\n", 1), ("strict alert\n# late\n", 2),
            ("strict alert\nstrict alert\n", 2), ("strict alert\nlenient mdm\nlenient mdm\n", 3), ("  empty 0\n", 1),
            ("strict alert\n  duplicatKey 3\n", 2), ("strict alert\n  empty\n", 2), ("strict alert\n  empty 07\n", 2),
            ("strict alert\n  empty 0 \n", 2), ("strict alert\n  empty 0 a\\u{x}\n", 2), ("strict alert\n\n", 2),
            ("strict alert\n\tempty 0\n", 2),
        ])
    func refusals(_ text: String, _ line: Int) {
        let mistake = #expect(throws: RecordedVerdict.Mistake.self) { try RecordedVerdict(reading: text) }
        #expect(mistake?.line == line)
    }

    @Test("Paths may have spaces and escapes")
    func paths() throws {
        let text = "# why\nstrict alert\n  empty 0\n  duplicateKey 7 [\"a b\\u{5C}n\\u{9B}\"].c\nlenient alert tap\n"
        let verdict = try RecordedVerdict(reading: text)
        #expect(verdict.strict?.findings == [["empty", "0"], ["duplicateKey", "7", "[\"a b\\n\u{9B}\"].c"]])
        #expect(verdict.lenient?.headline == "alert tap")
        #expect(verdict.why == ["why"])
    }
}
