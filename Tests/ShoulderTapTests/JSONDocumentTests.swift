import ShoulderTap
import TestSupport
import Testing

@Suite("JSON texts of any size")
struct JSONDocumentTests {
    private static let limit = 200_000

    /// A document and a tree of the reference reader show the same, wherever one looks.
    private static func differ(_ element: PayloadElement, _ reference: ReferenceJSON) -> String? {
        guard element.offset == reference.range.lowerBound, element.rawBytes.indices == reference.range else {
            return "\(element.path) stands elsewhere"
        }
        switch reference.form {
        case .object(let wanted):
            guard let members = element.members, members.count == wanted.count else {
                return "\(element.path): members"
            }
            for (member, other) in zip(members, wanted) {
                guard Array(member.key.utf8) == other.key, member.value.keyOffset == other.keyOffset else {
                    return "\(element.path): a key"
                }
                if let found = self.differ(member.value, other.value) { return found }
            }
            let repeated = wanted.indices.filter { index in
                let same = wanted.indices.filter { wanted[$0].key == wanted[index].key }
                return same.count > 1 && same[0] == index
            }
            let keys = element.repeatedKeys.map { Array($0.utf8) }
            return keys == repeated.map { wanted[$0].key } ? nil : "\(element.path): repeated keys"
        case .array(let wanted):
            guard let elements = element.elements, elements.count == wanted.count else {
                return "\(element.path): elements"
            }
            for (value, other) in zip(elements, wanted) {
                if let found = self.differ(value, other) { return found }
            }
            return nil
        case .string(let text): return element.string.map { Array($0.utf8) } == text ? nil : "\(element.path): a string"
        case .number(let digits):
            guard element.number.map({ Array($0.text.utf8) }) == digits else { return "\(element.path): a number" }
            return element.int64 == Int64(String(decoding: digits, as: UTF8.self)) ? nil : "\(element.path): an integer"
        case .boolean(let bool): return element.bool == bool ? nil : "\(element.path): a boolean"
        case .null: return element.isNull ? nil : "\(element.path): null"
        }
    }

    /// What a document says about bytes that is not what the reference says; nil when they agree.
    private static func disagreement(on bytes: [UInt8]) -> String? {
        do throws(JSONDocument.Fault) {
            let document = try JSONDocument(bytes, limit: self.limit)
            guard let tree = try? ReferenceJSON.parse(bytes) else { return "accepted what is no JSON" }
            return self.differ(document.root, tree)
        } catch {
            guard (try? ReferenceJSON.parse(bytes)) == nil else { return "refused JSON: \(error.message)" }
            let isInside = (0...bytes.count).contains(error.offset)
            return isInside && error.position == TextPosition(of: error.offset, in: bytes) ? nil : "a fault elsewhere"
        }
    }

    private static func complaints(_ texts: [[UInt8]]) -> [String] {
        texts.compactMap { bytes in
            self.disagreement(on: bytes).map { "\($0): printf '%b' '\(escapedForShell(Array(bytes.prefix(400))))'" }
        }
    }

    @Test("Every known payload is read as by the reference")
    func knownPayloads() {
        let wrong = Self.complaints(KnownPayload.all.map(\.bytes))
        #expect(wrong.isEmpty, "\(Complaints(wrong, of: KnownPayload.all.count))")
    }

    @Test("Known payloads inside 100 KB are read as by the reference")
    func longTexts() {
        let small = KnownPayload.all.map(\.bytes).filter { $0.count < 1000 }
        // What nests 64 deep by itself counts as broken, and so does what is more than one value.
        let isSound = { (text: [UInt8]) in
            let tree = try? ReferenceJSON.parse(Array("[".utf8) + text + Array("]".utf8))
            guard case .array(let elements)? = tree?.form else { return false }
            return elements.count == 1
        }
        let sound = small.filter(isSound)
        let broken = small.filter { !isSound($0) }
        #expect(sound.count > 50 && broken.count > 50)
        var body: [UInt8] = [UInt8(ascii: "[")]
        var next = 0
        while body.count < 102_400 {
            // Shorter and longer blanks move the blocks of 64 bytes over everything.
            body += sound[next % sound.count] + [UInt8](repeating: 0x20, count: next % 67) + [UInt8(ascii: ",")]
            next += 1
        }
        let long = broken.prefix(40).map { body + $0 + Array("]".utf8) } + [body + Array("0]".utf8)]
        #expect(long.allSatisfy { $0.count > 102_400 })
        let wrong = Self.complaints(long)
        #expect(wrong.isEmpty, "\(Complaints(wrong, of: long.count))")
        #expect((try? JSONDocument(body + Array("0]".utf8), limit: Self.limit))?.root.elements?.count == next + 1)
    }

    @Test("Mutants of known payloads are read as by the reference, and none traps")
    func mutants() {
        let seed = UInt64(Environment.number("SHOULDERTAP_DOCUMENT_SEED") ?? 1)
        let count = Environment.number("SHOULDERTAP_DOCUMENT_MUTANTS") ?? 4_000
        let mutator = Mutator(corpus: KnownPayload.all.map(\.bytes), seed: seed)
        for iteration in 0..<count {
            let bytes = mutator.mutant(iteration)
            guard bytes.count <= Self.limit, let found = Self.disagreement(on: bytes) else { continue }
            Issue.record(
                """
                mutant \(iteration): \(found): printf '%b' '\(escapedForShell(bytes))'
                repeat: SHOULDERTAP_DOCUMENT_SEED=\(seed) SHOULDERTAP_DOCUMENT_MUTANTS=\(iteration + 1) \
                swift test --filter JSONDocumentTests
                """)
            return
        }
    }

    @Test("No prefix of a text traps, and only the whole text is JSON")
    func prefixes() throws {
        let text =
            #"{"a":["é😀\ud83d\ude00\n",-1.5e+7,true,null,{"b":{}}],"#
            + #""pad":"\#(String(repeating: "x", count: 200))"}"#
        let bytes = Array(text.utf8)
        for end in bytes.indices {
            #expect(throws: JSONDocument.Fault.self) { try JSONDocument(Array(bytes[..<end]), limit: bytes.count) }
        }
        #expect(try JSONDocument(bytes, limit: bytes.count).root["pad"]?.string?.count == 200)
    }

    @Test(
        "A fault has its reason, position and path",
        arguments: [
            ("", "empty", "1:1", "", "The text is empty."),
            ("{\n \"a\": tru}", "badLiteral", "2:7", "a", "This word is neither true, false nor null."),
            (
                "{\"payload\":{\"raw\":[1,\n2,}", "trailingComma", "2:2", "payload.raw",
                "A comma is before a closing bracket."
            ),
            ("[\"é\", \"\\q\"]", "badEscape", "1:8", "[1]", "This escape does not exist in JSON."),
            ("{\"a\":1", "unexpectedEnd", "1:7", "", "The text ends in the middle of a value."),
            ("\u{FEFF}{}", "byteOrderMark", "1:1", "", "The text starts with a byte-order mark."),
            ("{} x", "trailingBytes", "1:4", "", "There is more text after the end of the JSON value."),
            ("[1, // no\n2]", "comment", "1:5", "[1]", "The text contains a comment, which JSON does not allow."),
            ("{\u{0}}\u{0}", "utf16", "1:1", "", "The text is encoded as UTF-16 or UTF-32."),
        ])
    func faults(_ text: String, _ code: String, _ position: String, _ path: String, _ message: String) throws {
        let fault = try #require(throws: JSONDocument.Fault.self) { try JSONDocument(Array(text.utf8), limit: 100) }
        #expect(fault.code.description == code)
        #expect("\(fault.position.line):\(fault.position.column)" == position)
        #expect(fault.path == path)
        #expect(fault.message == message)
    }

    @Test("The caller sets the limit, and one byte more is too large", arguments: [0, 2, 5_120, 5_121, 102_400])
    func limits(_ limit: Int) throws {
        let fits = [UInt8](repeating: 0x20, count: max(limit - 2, 0)) + Array("{}".utf8.prefix(limit))
        if limit > 0 { #expect(try JSONDocument(fits, limit: limit).root.kind == .object) }
        let fault = try #require(throws: JSONDocument.Fault.self) { try JSONDocument(fits + [0x20], limit: limit) }
        #expect(fault.code == PayloadDiagnostic.Code("tooLarge"))
        #expect(fault.message == "The text is over the limit of \(limit) bytes.")
        #expect(fault.offset == limit)
    }

    @Test("64 containers may be nested, and not one more")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try JSONDocument(nested(64), limit: 200).root.kind == .array)
        let fault = try #require(throws: JSONDocument.Fault.self) { try JSONDocument(nested(65), limit: 200) }
        #expect(fault.code == PayloadDiagnostic.Code("tooDeep") && fault.offset == 64)
        #expect(throws: JSONDocument.Fault.self) { try JSONDocument(nested(50_000), limit: 100_000) }
    }

    @Test(
        "A byte that is not UTF-8 is found anywhere in 100 KB",
        arguments: [0, 63, 64, 65, 5_119, 5_120, 99_999])
    func invalidUTF8(_ place: Int) throws {
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        text[place] = 0xFF
        let bytes = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
        let fault = try #require(throws: JSONDocument.Fault.self) { try JSONDocument(bytes, limit: Self.limit) }
        #expect(fault.code == PayloadDiagnostic.Code("utf8InvalidByte") && fault.offset == place + 1)
    }

    @Test(
        "Integers are exact or nil",
        arguments: [
            ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0), ("9223372036854775808", nil),
            ("1.0", nil), ("1e2", nil), ("\"1\"", nil),
        ] as [(String, Int64?)])
    func integers(_ text: String, _ expected: Int64?) throws {
        #expect(try JSONDocument(Array(text.utf8), limit: 100).root.int64 == expected)
    }

    @Test("A repeated key is found in any spelling, and only within one object")
    func repeatedKeys() throws {
        let text = #"{"b":1,"a":{"b":2},"\u0062":3,"é":4,"e\u0301":5,"a":6,"b":7}"#
        let root = try JSONDocument(Array(text.utf8), limit: 100).root
        #expect(root.repeatedKeys == ["b", "a"])
        #expect(root.offsets(ofKey: "b") == [1, 19, 55] && root.offsets(ofKey: "none").isEmpty)
        #expect(root["a"]?.repeatedKeys == [] && root["a"]?["b"]?.path == "a.b")
        #expect(root["b"]?.repeatedKeys == [] && root["b"]?.offsets(ofKey: "b") == [])
    }
}
