extension KnownPayload {
    /// Both sides of every limit.
    static let limits: [KnownPayload] =
        [
            Self.padded(Self.tap, to: 4095, "shoulderTap"),
            Self.padded(Self.tap, to: 4096, "shoulderTap"),
            Self.padded(Self.tap, to: 4097, "background"),
            Self.padded(Self.tap, to: 5120, "background"),
            Self.padded(Self.tap, to: 5121, "malformed"),
            Self.padded(#"{"aps":{"alert":"a"}}"#, to: 4096, "alert"),
            Self.padded(#"{"aps":{"alert":"a"}}"#, to: 5120, "alert"),
            Self.padded(#"{"aps":{}}"#, to: 5121, "malformed"),
            KnownPayload(Array(Self.tap.utf8) + Self.blanks(4096 - Self.tap.utf8.count), "shoulderTap"),
            KnownPayload(Array(Self.tap.utf8) + Self.blanks(4097 - Self.tap.utf8.count), "background"),
            KnownPayload(Self.blanks(5110) + Array(#"{"aps":{}}"#.utf8), "voip"),
            KnownPayload(Self.blanks(5111) + Array(#"{"aps":{}}"#.utf8), "malformed"),
            KnownPayload(String(repeating: "[", count: 5120), "malformed"),
            KnownPayload(String(repeating: #"{"a":"#, count: 1000), "malformed"),
        ]
        + [1, 62, 63].map { Self.nested($0, "background") }
        + [64, 65, 500].map { Self.nested($0, "malformed") }
        + [
            KnownPayload(Self.arrays(64), "foreign"),
            KnownPayload(Self.arrays(65), "malformed"),
            KnownPayload(Self.objects(64), "foreign"),
            KnownPayload(Self.objects(65), "malformed"),
            KnownPayload("[" + Self.arrays(63) + "," + Self.arrays(63) + "]", "foreign"),
            KnownPayload("[" + Self.arrays(63) + "," + Self.arrays(64) + "]", "malformed"),
            KnownPayload(
                "{\"aps\":{\"content-available\":1,\"k\":" + Self.arrays(62) + "}}", "background"),
            KnownPayload(
                "{\"aps\":{\"content-available\":1,\"k\":" + Self.arrays(63) + "}}", "malformed"),
            KnownPayload(
                Self.tapText(Self.required + ",\"activities\":[{\"id\":\"n\",\"k\":" + Self.arrays(60) + "}]"),
                "shoulderTap"),
            KnownPayload(
                Self.tapText(Self.required + ",\"activities\":[{\"id\":\"n\",\"k\":" + Self.arrays(61) + "}]"),
                "malformed"),
            KnownPayload(#"{"aps":{"content-available":1.\#(String(repeating: "0", count: 400))}}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1\#(String(repeating: "0", count: 400))e-400}}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1\#(String(repeating: "0", count: 400))e-401}}"#, "foreign"),
            KnownPayload(
                #"{"aps":{"content-available":0.\#(String(repeating: "0", count: 399))1e400}}"#, "background"),
        ]

    private static let tap = Self.tapText(Self.required + #","head":"42","activities":[{"id":"n1"}]"#)

    /// `text`, an object, with one more member that brings it to exactly `size` bytes.
    private static func padded(_ text: String, to size: Int, _ strict: String) -> KnownPayload {
        let frame = text.dropLast() + #","pad":""}"#
        let filling = String(repeating: "x", count: size - frame.utf8.count)
        return KnownPayload(text.dropLast() + #","pad":"\#(filling)"}"#, strict)
    }

    /// A silent push with a custom value of `depth` containers in one another.
    private static func nested(_ depth: Int, _ strict: String) -> KnownPayload {
        KnownPayload(#"{"aps":{"content-available":1},"k":\#(Self.arrays(depth))}"#, strict)
    }

    private static func arrays(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static func objects(_ depth: Int) -> String {
        String(repeating: #"{"a":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
    }

    private static func blanks(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }
}
