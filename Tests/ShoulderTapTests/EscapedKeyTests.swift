import ShoulderTap
import TestSupport
import Testing

@Suite("Keys with escapes")
struct EscapedKeyTests {
    /// A key that decides, in a payload that it makes what it is.
    struct Row: Sendable, CustomStringConvertible {
        let key: String
        /// The payload, with the key's first letter marked.
        let payload: MarkedPayload
        let kind: PayloadKind

        init(_ key: String, _ payload: MarkedPayload, _ kind: PayloadKind) {
            self.key = key
            self.payload = payload
            self.kind = kind
        }

        var description: String { self.key }
        var place: Int { self.payload.offsets[0] }

        /// The payload with the key's letter at `index` written as an escape.
        func escaped(_ index: Int) -> [UInt8] {
            let bytes = self.payload.bytes
            let digits = String(bytes[self.place + index], radix: 16)
            let escape = Array("\\u00\(digits)".utf8)
            return bytes[..<(self.place + index)] + escape + bytes[(self.place + index + 1)...]
        }

        /// The payload with one letter of the key changed to its successor by escape.
        func nearMiss(_ index: Int) -> [UInt8] {
            let bytes = self.payload.bytes
            let digits = String(bytes[self.place + index] + 1, radix: 16)
            let escape = Array("\\u00\(digits)".utf8)
            return bytes[..<(self.place + index)] + escape + bytes[(self.place + index + 1)...]
        }
    }

    private static let rows: [Row] = [
        Row("aps", #"{"‸aps":{"content-available":1}}"#, .background),
        Row("mdm", #"{"‸mdm":"m"}"#, .mdm),
        Row("ck", #"{"‸ck":{}}"#, .cloudKit),
        Row("container-identifier", #"{"‸container-identifier":"c"}"#, .fileProvider),
        Row("content-available", #"{"aps":{"‸content-available":1}}"#, .background),
        Row("alert", #"{"aps":{"‸alert":"a"}}"#, .alert),
        Row("badge", #"{"aps":{"‸badge":1}}"#, .alert),
        Row("sound", #"{"aps":{"‸sound":"s"}}"#, .alert),
        Row("event", #"{"aps":{"‸event":"end","timestamp":1}}"#, .liveActivity),
        Row("timestamp", #"{"aps":{"event":"end","‸timestamp":1}}"#, .liveActivity),
        Row("content-state", #"{"aps":{"event":"end","‸content-state":{}}}"#, .liveActivity),
        Row("content-changed", #"{"aps":{"‸content-changed":true}}"#, .widgets),
        Row("shoulderTap", Self.tap(#""‸shoulderTap":{"v":1,"#), .shoulderTap),
        Row("v", Self.tap(#""shoulderTap":{"‸v":1,"#), .shoulderTap),
        Row("scenario", Self.tap("", scenario: "‸scenario"), .shoulderTap),
        Row("host", Self.tap("", host: "‸host"), .shoulderTap),
        Row("subscription", Self.tap("", subscription: "‸subscription"), .shoulderTap),
    ]

    private static func tap(
        _ start: String, scenario: String = "scenario", host: String = "host", subscription: String = "subscription"
    ) -> MarkedPayload {
        let start = start.isEmpty ? #""shoulderTap":{"v":1,"# : start
        let members = #""\#(scenario)":"userNotifications","\#(host)":"h","\#(subscription)":"s""#
        return MarkedPayload(#"{"aps":{"content-available":1},\#(start)\#(members)}}"#)
    }

    @Test("With any letter escaped, the key decides, and is noted", arguments: rows)
    func disguises(_ row: Row) {
        #expect(PushPayload.classify(row.payload.bytes.span) == row.kind)
        for index in row.key.utf8.indices.enumerated().map(\.offset) {
            let payload = PushPayload.inspect(row.escaped(index))
            #expect(payload.kind == row.kind)
            #expect(payload.isTap == (row.kind == .shoulderTap))
            let noted = payload.diagnostics.filter { $0.code.description == "escapedKey" }
            #expect(noted.map(\.offset) == [row.place - 1])
            #expect(noted.allSatisfy { $0.path == row.key || $0.path.hasSuffix(".\(row.key)") })
        }
    }

    @Test("A key that only resembles a deciding key decides nothing", arguments: rows)
    func nearMisses(_ row: Row) {
        for index in row.key.utf8.indices.enumerated().map(\.offset) {
            let payload = PushPayload.inspect(row.nearMiss(index))
            #expect(payload.kind != row.kind)
            #expect(payload.kind == (row.kind == .shoulderTap ? .background : .foreign))
            #expect(!payload.diagnostics.contains { $0.code.description == "escapedKey" })
        }
    }

    @Test("Beside its plain spelling it makes the payload ambiguous", arguments: rows)
    func duplicates(_ row: Row) {
        let (bytes, place) = (row.payload.bytes, row.place)
        let escaped = row.escaped(0)
        // The escaped spelling with a value of its own, before the plain one.
        let doubled = escaped[..<(place + row.key.utf8.count + 5)] + Array(#"":0,""#.utf8) + bytes[place...]
        let payload = PushPayload.inspect(Array(doubled))
        #expect(payload.kind == .malformed)
        let found = payload.diagnostics.filter { $0.code.description == "duplicateKey" }
        #expect(found.map(\.earlierOffset) == [place - 1])
        #expect(found.map(\.offset) == [place + row.key.utf8.count + 5 + 4])
        #expect(Tap.tryParse(Array(doubled)) == nil)
    }

    @Test(
        "Optional members of the envelope are recognised in any spelling",
        arguments: [
            (#""h\u0065ad":42"#, "envelopeHead"), (#""activ\u0069ties":1"#, "envelopeActivities"),
            (#""truncate\u0064":1"#, "envelopeTruncated"), (#""activities":[{"\u0069d":""}]"#, "envelopeActivities"),
        ])
    func optionalMembers(_ member: String, _ code: String) {
        let payload = PushPayload.inspect(Array(KnownPayload.tapText(KnownPayload.required + "," + member).utf8))
        #expect(payload.kind == .background)
        #expect(payload.diagnostics.map(\.code.description).sorted() == [code, "escapedKey"].sorted())
    }

    @Test("The ids of a tap are read in any spelling of their key")
    func activities() throws {
        let members =
            KnownPayload.required + #","activit\u0069es":[{"\u0069d":"a"},{"i\u0064":"b"},{"x":1,"id":"\u0063"}]"#
        let tap = try #require(Tap.tryParse(Array(KnownPayload.tapText(members).utf8)))
        #expect(tap.activities == ["a", "b", "c"])
    }
}
