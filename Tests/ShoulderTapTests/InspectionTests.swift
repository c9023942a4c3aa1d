import ShoulderTap
import Testing

@Suite("Positions of findings")
struct InspectionTests {
    private static let rows: [FindingRow] = [
        // At the value, when the value is wrong.
        FindingRow(#"{"aps":{"content-available":‸1.0}}"#, "contentAvailableSpelling aps.content-available"),
        FindingRow(#"{"aps" : ‸[ ] }"#, "apsNotAnObject aps"),
        FindingRow("{\"aps\":{\"badge\" :\n ‸\"1\"}}", "fieldWrongType aps.badge"),
        FindingRow(#"{"aps":{"alert":{"loc-args":‸"x"}}}"#, "locArgsString aps.alert.loc-args"),
        FindingRow(#"{"aps":{"alert":{"loc-args":‸["x",[]]}}}"#, "fieldWrongType aps.alert.loc-args"),
        FindingRow(#"{"aps":{"sound":{"volume":‸1.5}}}"#, "fieldOutOfRange aps.sound.volume"),
        FindingRow(
            #"{"aps":{"event":‸‸"start","timestamp":1}}"#, "eventWithoutState aps.event",
            "startWithoutAttributes aps.event"),
        FindingRow(#"{"a":[0,{"b":[‸"{}"]}],"aps":{"content-available":1}}"#, "jsonInString a[1].b[0]"),
        FindingRow(#"{"aps":{"badge":‸‸99999999999999999999}}"#, "fieldOutOfRange aps.badge", "hugeNumber aps.badge"),
        // At the key, when the key is wrong or in the wrong place.
        FindingRow(#"{"aps":{"alert":{‸"badge":1}}}"#, "badgeInAlert aps.alert.badge"),
        FindingRow(#"{"aps":{"content-available":1,‸"x.y":0}}"#, #"unknownApsKey aps["x.y"]"#),
        FindingRow(
            #"{‸"\u0061ps":{‸"content-\u0061vailable":1}}"#, "escapedKey aps", "escapedKey aps.content-available"),
        FindingRow(#"‸{‸"content-available":1}"#, "apsMissing", "contentAvailableOutsideAps content-available"),
        // At the envelope, when a member of it is missing.
        FindingRow(
            #"{"aps":{"content-available":1},"shoulderTap":‸‸{"host":"h","v":1}}"#, "envelopeScenario shoulderTap",
            "envelopeSubscription shoulderTap"),
        FindingRow(
            #"{"shoulderTap":‸‸{"v":‸2,"host":‸""},"aps":{"content-available":1}}"#, "envelopeScenario shoulderTap",
            "envelopeSubscription shoulderTap", "envelopeVersion shoulderTap.v", "envelopeHost shoulderTap.host"),
        // At the outermost value.
        FindingRow(#"‸["aps"]"#, "notAnObject"),
        // At the byte that cannot be read.
        FindingRow(#"{"aps":{"alert":"a‸\q"}}"#, "badEscape aps.alert"),
        FindingRow(#"{"aps":{"alert":{"loc-args":["a",‸nope]}}}"#, "badLiteral aps.alert.loc-args[1]"),
        FindingRow(#"{"aps":{"content-available"‸=1}}"#, "equalsSign aps.content-available"),
        FindingRow(#"{"aps":{‸content-available:1}}"#, "unquotedKey aps"),
        FindingRow(#"{"aps":{"badge":1}‸;}"#, "unexpectedByte"),
        FindingRow(#"{"aps":{"url-args":["a"‸,]}}"#, "trailingComma aps.url-args"),
        FindingRow(#"{"aps":{"badge":1‸,}}"#, "trailingComma aps"),
        FindingRow(#"[{},{"a":‸'b'}]"#, "singleQuotes [1].a"),
        FindingRow(#"{"aps":{}} ‸{}"#, "trailingBytes"),
        FindingRow("‸", "empty"),
        FindingRow(" \n‸", "empty"),
        FindingRow(#"{"aps":{"content-available":1‸"#, "unexpectedEnd aps"),
    ]

    @Test("Each finding has its code, offset and path", arguments: rows)
    func places(_ row: FindingRow) { #expect(row.found() == row.expected) }

    private static let tolerated: [FindingRow] = [
        FindingRow(
            #"{"aps":{"content-available":‸"1"}} ‸// x"#, "contentAvailableString aps.content-available", "comment"),
        FindingRow("‸\u{FEFF}{\"aps\":{\"badge\":1}}", "byteOrderMark"),
        FindingRow("‸/**/‸/**/{\"aps\":{\"badge\":‸\"1\"}}", "comment", "comment", "fieldWrongType aps.badge"),
        FindingRow("‸\u{FEFF}{\"aps\":‸/* ‸", "byteOrderMark", "comment", "unexpectedEnd aps"),
    ]

    @Test("Faults that a lenient reading tolerates are among the other findings", arguments: tolerated)
    func lenient(_ row: FindingRow) { #expect(row.found(.lenient) == row.expected) }

    private static let order: [FindingRow] = [
        FindingRow(
            #"{"z":‸"[]",‸"content-available":1,"aps":{"badge":‸-1,‸"zz":1,"content-available":‸‸1.0},‸"z":2}"#,
            "jsonInString z", "contentAvailableOutsideAps content-available", "fieldOutOfRange aps.badge",
            "unknownApsKey aps.zz", "contentAvailableSpelling aps.content-available",
            "wakeBesideAlert aps.content-available", "duplicateKeyIgnored z"),
        FindingRow(
            #"{"aps":{"alert":‸"","mutable-content":1,‸"title":‸"a\u0000","content-available":‸0}}"#,
            "alertEmpty aps.alert",
            "alertKeyInAps aps.title", "nulEscape aps.title", "contentAvailableOff aps.content-available"),
    ]

    @Test("Findings are in the order of the bytes, and at one byte in the order of discovery", arguments: order)
    func ordered(_ row: FindingRow) { #expect(row.found() == row.expected) }

    /// The second mark and those behind it contradict the first.
    private static let earlier: [MarkedPayload] = [
        #"{‸"aps":{},‸"aps":{}}"#, #"{"aps":{‸"badge":1,‸"badge":2}}"#, #"{"a":[{‸"k":1,"l":1,‸"k":2,‸"k":3}]}"#,
        #"{‸"room":1,‸"r\u006fom":2}"#, #"{"r":{‸"\u006b":1,‸"k":2}}"#,
        #"{"shoulderTap":{"activities":[{"id":"a"},{‸"id":"b",‸"id":"c"}]}}"#,
    ]

    @Test("A repeated key has the position of the first one", arguments: earlier.indices)
    func earlierOffsets(_ row: Int) {
        let payload = Self.earlier[row]
        let found = PushPayload.inspect(payload.bytes).diagnostics.filter { $0.earlierOffset != nil }
        #expect(found.map(\.offset) == Array(payload.offsets.dropFirst()))
        #expect(found.allSatisfy { $0.earlierOffset == payload.offsets.first })
        #expect(found.allSatisfy { $0.code.description.hasPrefix("duplicateKey") })
    }

    @Test("No other finding has an earlier offset")
    func noEarlierOffset() {
        let others = Fixture.all.flatMap { PushPayload.inspect($0.bytes, strictness: .lenient).diagnostics }
            .filter { !$0.code.description.hasPrefix("duplicateKey") }
        #expect(others.count > 200)
        #expect(others.allSatisfy { $0.earlierOffset == nil })
    }
}
