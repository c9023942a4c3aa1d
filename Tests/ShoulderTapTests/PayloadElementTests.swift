import ShoulderTap
import Testing

@Suite("Custom values")
struct PayloadElementTests {
    private static let text = #"""
        {"aps":{"content-available":1},
         "ck":{"qry":{"zid":"z1","fo":[1,{"x":null}]}},
         "a.b":{"":"e\tmpty"},"list":[10,[11,12],{"k":false},"\u00e9"],"twice":1,"twice":2}
        """#
    private static let payload = PushPayload.inspect(Array(text.utf8))

    @Test("Keys and indexes lead to a value")
    func paths() {
        let payload = Self.payload
        #expect(payload["ck", "qry", "zid"]?.string == "z1")
        #expect(payload["ck", "qry", "fo", 1, "x"]?.isNull == true)
        #expect(payload["ck", "qry", "fo", 0]?.int64 == 1)
        #expect(payload["a.b", ""]?.string == "e\tmpty")
        #expect(payload["list", 1, 1]?.int64 == 12)
        #expect(payload["list", 2, "k"]?.bool == false)
        #expect(payload["list", 3]?.string == "é")
        #expect(payload["twice"]?.int64 == 1, "the first of two")
        #expect(payload[]?.kind == .object)
        #expect(payload.root?[["list", 0]]?.int64 == 10)
    }

    @Test(
        "A path that leads nowhere gives nil",
        arguments: [
            ["nowhere"], ["ck", "qry", "zid", "x"], ["list", 4], ["list", -1], ["list", "0"], ["ck", 0],
            ["list", 0, 0],
            ["list", .each], ["a", "b"], ["Ck"], ["ck", "qry", "fo", 2],
        ] as [PayloadPath])
    func nowhere(_ path: PayloadPath) throws { #expect(try #require(Self.payload.root)[path] == nil) }

    @Test("Each value has exactly one type")
    func kinds() {
        let row = PushPayload.inspect(Array(#"[null,true,false,-1.5,"t",[0],{"k":0}]"#.utf8))
        let elements = row.root?.elements ?? []
        #expect(elements.map(\.kind) == [.null, .bool, .bool, .number, .string, .array, .object])
        #expect(elements.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(elements.map(\.bool) == [nil, true, false, nil, nil, nil, nil])
        #expect(elements.map(\.number?.text) == [nil, nil, nil, "-1.5", nil, nil, nil])
        #expect(elements.map(\.string) == [nil, nil, nil, nil, "t", nil, nil])
        #expect(elements.map(\.elements?.count) == [nil, nil, nil, nil, nil, 1, nil])
        #expect(elements.map(\.members?.count) == [nil, nil, nil, nil, nil, nil, 1])
        #expect(elements.map { $0["k"] != nil } == [false, false, false, false, false, false, true])
        #expect(elements.map { $0[0] != nil } == [false, false, false, false, false, true, false])
    }

    @Test("The bytes of a value are a slice of the payload, as written")
    func rawBytes() throws {
        let payload = Self.payload
        let rows: [(PayloadElement?, String)] = [
            (payload["a.b", ""], #""e\tmpty""#), (payload["list", 1], "[11,12]"), (payload["list", 2], #"{"k":false}"#),
            (payload["list", 3], #""\u00e9""#), (payload["aps", "content-available"], "1"),
            (payload["ck", "qry", "fo", 1, "x"], "null"), (payload.root, Self.text),
        ]
        for (element, expected) in rows {
            let raw = try #require(element).rawBytes
            #expect(String(decoding: raw, as: UTF8.self) == expected)
            #expect(raw.startIndex == element?.offset)
            #expect(raw == payload.bytes[raw.indices])
        }
    }

    @Test("Members keep their order, and repeated keys")
    func members() {
        let members = Self.payload.root?.members ?? []
        #expect(members.map(\.key) == ["aps", "ck", "a.b", "list", "twice", "twice"])
        #expect(members.suffix(2).map(\.value.int64) == [1, 2])
        #expect(PushPayload.inspect(Array("{}".utf8)).root?.members?.count == 0)
        #expect(PushPayload.inspect(Array("[]".utf8)).root?.elements?.count == 0)
    }

    @Test(
        "Texts are complete, in any spelling",
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\ud83d\ude00\uDBFF\uDFFF""#, "😀\u{10FFFF}"), ("\"é€😀\\u0000\u{7FF}\"", "é€😀\u{0}\u{7FF}"),
            ("\"é€😀\"", "é€😀"),
            (#""x\\u0041""#, #"x\u0041"#),
        ])
    func strings(_ json: String, _ expected: String) {
        let found = PushPayload.inspect(Array(json.utf8)).root?.string
        #expect(found.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    }

    @Test("Keys are compared scalar by scalar")
    func composed() {
        let bytes = Array("{\"\u{E9}\":1,\"e\u{301}\":2,\"\\ud83d\\ude00\":3,\"e\":4}".utf8)
        let payload = PushPayload.inspect(bytes)
        #expect(payload["\u{E9}"]?.int64 == 1)
        #expect(payload["e\u{301}"]?.int64 == 2)
        #expect(payload["😀"]?.int64 == 3)
        #expect(payload["e"]?.int64 == 4)
        #expect(payload["😀😀"] == nil)
        #expect(payload[""] == nil)
    }

    @Test("Bytes that are not JSON have no values, and ambiguous payloads do")
    func roots() {
        #expect(PushPayload.inspect(Array(#"{"a":1"#.utf8)).root == nil)
        #expect(PushPayload.inspect(Array(#"{"a":1,}"#.utf8)).root == nil)
        #expect(PushPayload.inspect(Array(#"{"a":1,}"#.utf8), strictness: .lenient)["a"]?.int64 == 1)
        let ambiguous = PushPayload.inspect(Array(#"{"aps":{},"aps":{"badge":1}}"#.utf8))
        #expect(ambiguous.kind == .malformed)
        #expect(ambiguous.root?.members?.count == 2)
    }
}
