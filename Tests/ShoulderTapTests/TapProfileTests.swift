import ShoulderTap
import TestSupport
import Testing

@Suite("Profiles of other apps' taps")
struct TapProfileTests {
    private static let courier = TapProfile(
        name: "courier", push: .silent, required: [["c", "v"]], host: ["c", "app"], subscription: ["c", "box"],
        head: ["c", "at"], ids: ["c", "changed", .each, "id"])

    private static func match(_ text: String, _ profile: TapProfile = courier) -> TapProfile.Match? {
        profile.match(Array(text.utf8))
    }

    private static func courierPush(_ members: String) -> String {
        #"{"aps":{"content-available":1},"c":{\#(members)}}"#
    }

    // MARK: A declared profile

    @Test("A declared profile finds every part; numbers stay as they are written")
    func declared() throws {
        let full = try #require(
            Self.match(
                Self.courierPush(
                    #""v":null,"app":"com.example","box":7,"at":1.50e2,"changed":[{"id":"a"},{"id":2},{},{"x":1}]"#)))
        #expect(full.host == "com.example")
        #expect(full.subscription == "7")
        #expect(full.head == "1.50e2")
        #expect(full.ids == ["a", "2"])
        let least = try #require(Self.match(Self.courierPush(#""v":{}"#)))
        #expect(least.host == nil)
        #expect(least.subscription == nil)
        #expect(least.head == nil)
        #expect(least.ids == [])
        #expect(Self.match(Self.courierPush(#""\u0076":1,"app":"\u0061","changed":[]"#))?.host == "a")
    }

    private static let refused: [(reason: String, texts: [String])] = [
        (
            "a required key is missing",
            [
                courierPush(""), courierPush(#""V":1"#), #"{"aps":{"content-available":1}}"#,
                #"{"aps":{"content-available":1},"v":1}"#, #"{"aps":{"content-available":1},"c":[{"v":1}]}"#,
                #"{"aps":{"content-available":1},"c":"v"}"#,
            ]
        ),
        (
            "a part is neither a text nor a number",
            ["null", "true", "[]", "{}"].flatMap { value in
                ["app", "box", "at"].map { courierPush(#""v":1,"\#($0)":\#(value)"#) }
                    + [courierPush(#""v":1,"changed":[{"id":"a"},{"id":\#(value)}]"#)]
            }
        ),
        (
            "a key on the way occurs twice",
            [
                courierPush(#""v":1,"v":1"#), courierPush(#""v":1,"app":"a","\u0061pp":"a""#),
                courierPush(#""v":1,"changed":[],"changed":[]"#),
                courierPush(#""v":1,"changed":[{"id":"a","id":"a"}]"#),
                #"{"c":{},\#(courierPush(#""v":1"#).dropFirst())"#,
            ]
        ),
        (
            "it is no silent push",
            [
                #"{"c":{"v":1}}"#, #"{"aps":{},"c":{"v":1}}"#, #"{"aps":{"alert":"a"},"c":{"v":1}}"#,
                #"{"aps":{"content-available":1,"badge":1},"c":{"v":1}}"#,
                #"{"aps":{"content-available":true},"c":{"v":1}}"#,
            ]
        ),
        (
            "it is malformed",
            [
                "", "{", courierPush(#""v":1"#) + "x", courierPush(#""v":1,"#), courierPush(#""v":1,"k":"\ud800""#),
                "\u{FEFF}" + courierPush(#""v":1"#), #"{"aps":{},\#(courierPush(#""v":1"#).dropFirst())"#,
                courierPush(#""v":1,"k":\#(String(repeating: "[", count: 63))\#(String(repeating: "]", count: 63))"#),
            ]
        ),
    ]

    @Test("A payload is not a tap of a profile when", arguments: refused.indices)
    func refuses(_ index: Int) {
        let (reason, texts) = Self.refused[index]
        let taken = texts.filter { Self.match($0) != nil }
        #expect(taken.isEmpty, "taken although \(reason)")
    }

    @Test("A key that is not on a path may occur twice, and a list without a path has no ids")
    func besideTheWay() {
        #expect(Self.match(Self.courierPush(#""v":1,"k":1,"k":2,"app":"a""#))?.host == "a")
        #expect(Self.match(#"{"k":1,"k":{"c":1,"c":2},\#(Self.courierPush(#""v":1"#).dropFirst())"#) != nil)
        #expect(Self.match(Self.courierPush(#""v":1,"changed":{"id":"a"}"#))?.ids == [])
        #expect(Self.match(Self.courierPush(#""v":1,"changed":[["id"],7,"id"]"#))?.ids == [])
    }

    @Test("Indexes count from zero, and every step may go into every element")
    func paths() {
        func ids(_ path: PayloadPath, _ text: String) -> [String]? {
            Self.match(text, TapProfile(name: "p", push: .any, required: [], ids: path))?.ids
        }
        #expect(ids(["a", 1], #"{"a":["x","y"]}"#) == ["y"])
        #expect(ids(["a", 2], #"{"a":["x","y"]}"#) == [])
        #expect(ids(["a", .position(-1)], #"{"a":["x"]}"#) == [])
        #expect(ids(["a", .each, .each, "i"], #"{"a":[[{"i":1},{"i":2}],[],[{"i":3}]]}"#) == ["1", "2", "3"])
        #expect(ids([.each], "[1,\"b\"]") == ["1", "b"])
        #expect(ids([], #""lone""#) == ["lone"])
        #expect(ids(["é"], #"{"\u00e9":1,"e\#u{301}":2}"#) == ["1"])
    }

    @Test("A profile decides which pushes it accepts")
    func pushes() {
        let rows: [(aps: String, silent: Bool, waking: Bool)] = [
            (#""content-available":1"#, true, true), (#""content-available":1,"alert":"a""#, false, true),
            (#""alert":"a""#, false, false), ("", false, false), (#""content-available":"1""#, false, false),
            (#""content-changed":true"#, false, false), (#""event":"end","timestamp":1"#, false, false),
        ]
        for (aps, silent, waking) in rows {
            let text = #"{"aps":{\#(aps)},"c":{"v":1}}"#
            var profile = Self.courier
            #expect((Self.match(text, profile) != nil) == silent, "silent, \(aps)")
            profile.push = .waking
            #expect((Self.match(text, profile) != nil) == waking, "waking, \(aps)")
            profile.push = .any
            #expect(Self.match(text, profile) != nil, "any, \(aps)")
        }
        // One of our taps is silent, too.
        let ours = TapProfile(
            name: "ours", push: .silent, required: [["shoulderTap"]], host: ["shoulderTap", "host"])
        #expect(Self.match(KnownPayload.tapText(KnownPayload.required), ours)?.host == "contoso.com")
    }

    @Test("The caller sets the limit")
    func limits() {
        let text = Self.courierPush(#""v":1"#)
        let bytes = Array(text.utf8)
        let padded = bytes + [UInt8](repeating: 0x20, count: 4096 - bytes.count)
        #expect(Self.courier.match(bytes, limit: bytes.count) != nil)
        #expect(Self.courier.match(bytes, limit: bytes.count - 1) == nil)
        #expect(Self.courier.match(padded) != nil)
        #expect(Self.courier.match(padded + [0x20]) == nil)
        #expect(Self.courier.match(padded + [0x20], limit: 4097) != nil)
    }
}
