extension KnownPayload {
    /// One row and more for every rule that tells kinds apart.
    static let kinds: [KnownPayload] = [
        KnownPayload(#"{"aps":{"content-available":1}}"#, "background"),
        KnownPayload(#"{"aps":{"content-available":1,"category":"c","mutable-content":1},"id":42}"#, "background"),
        KnownPayload(#"{"aps":{"content-available":1,"content-changed":true}}"#, "background"),

        KnownPayload(#"{"aps":{"alert":"hello"}}"#, "alert"),
        KnownPayload(#"{"aps":{"alert":{"title":"t","body":"b","loc-args":["a","b"]},"sound":"default"}}"#, "alert"),
        KnownPayload(#"{"aps":{"alert":null}}"#, "alert"),
        KnownPayload(#"{"aps":{"alert":""}}"#, "alert"),
        KnownPayload(#"{"aps":{"badge":0}}"#, "alert"),
        KnownPayload(#"{"aps":{"sound":{"critical":1,"name":"x.caf","volume":0.5}}}"#, "alert"),
        KnownPayload(#"{"aps":{"badge":3,"content-changed":true}}"#, "alert"),
        KnownPayload(#"{"aps":{"alert":"a","content-available":0}}"#, "alert"),
        KnownPayload(#"{"aps":{"alert":"a","content-available":true}}"#, "alert", lenient: "alertWithWake"),

        KnownPayload(#"{"aps":{"alert":"hello","content-available":1}}"#, "alertWithWake"),
        KnownPayload(#"{"aps":{"sound":"","content-available":1}}"#, "alertWithWake"),
        KnownPayload(#"{"aps":{"badge":null,"content-available":1.0},"k":[1,2]}"#, "alertWithWake"),

        KnownPayload(#"{"aps":{"timestamp":1,"event":"update","content-state":{"n":1}}}"#, "liveActivity"),
        KnownPayload(
            #"{"aps":{"timestamp":1,"event":"start","content-state":{},"attributes-type":"T","alert":"a"}}"#,
            "liveActivity"),
        KnownPayload(#"{"aps":{"event":"end","timestamp":1700000000,"dismissal-date":1}}"#, "liveActivity"),
        KnownPayload(#"{"aps":{"event":"end","content-state":{},"content-available":1}}"#, "background"),
        KnownPayload(
            #"{"aps":{"event":"end","content-state":{},"content-available":1,"alert":"a"}}"#, "liveActivity"),
        KnownPayload(#"{"aps":{"\u0065vent":"\u0065nd","content-state":{}}}"#, "liveActivity"),
        KnownPayload(#"{"aps":{"event":"end","content-state":[],"timestamp":"1"}}"#, "foreign"),
        KnownPayload(#"{"aps":{"event":"END","content-state":{}}}"#, "foreign"),
        KnownPayload(#"{"aps":{"event":"ends","timestamp":1}}"#, "foreign"),
        KnownPayload(#"{"aps":{"event":"update"}}"#, "foreign"),
        KnownPayload(#"{"aps":{"event":1,"timestamp":1,"badge":1}}"#, "alert"),
        KnownPayload(#"{"aps":{"content-state":{},"timestamp":1}}"#, "foreign"),

        KnownPayload(#"{"aps":{"content-changed":true}}"#, "widgets"),
        KnownPayload(#"{"aps":{"content-changed":1}}"#, "foreign"),
        KnownPayload(#"{"aps":{"content-changed":false}}"#, "foreign"),
        KnownPayload(#"{"aps":{"content-changed":"true"}}"#, "foreign"),

        KnownPayload(#"{"mdm":"11111111-2222-3333-4444-555555555555"}"#, "mdm"),
        KnownPayload(#"{"mdm":"m","container-identifier":"c","ck":{}}"#, "mdm"),
        KnownPayload(#"{"aps":{},"mdm":"m"}"#, "mdm"),
        KnownPayload(#"{"mdm":1,"container-identifier":"c","ck":{}}"#, "fileProvider"),
        KnownPayload(
            #"{"container-identifier":"NSFileProviderRootContainerItemIdentifier","domain":"d"}"#, "fileProvider"),
        KnownPayload(#"{"aps":{},"container-identifier":""}"#, "fileProvider"),
        KnownPayload(#"{"mdm":null,"container-identifier":{},"ck":{"ce":2}}"#, "cloudKit"),
        KnownPayload(#"{"ck":{"ce":2,"cid":"iCloud.x","qry":{"rid":"r","fo":1}}}"#, "cloudKit"),
        KnownPayload(#"{"aps":{},"ck":{}}"#, "cloudKit"),
        KnownPayload(#"{"aps":{"content-available":1},"ck":{"ce":2}}"#, "background"),
        KnownPayload(#"{"aps":{"category":"c"},"mdm":"m"}"#, "foreign"),
        KnownPayload(#"{"aps":null,"mdm":"m"}"#, "foreign"),
        KnownPayload(#"{"ck":"frame"}"#, "foreign"),

        KnownPayload(#"{"aps":{}}"#, "voip"),
        KnownPayload(#"{"aps":{},"ck":[],"handle":"x"}"#, "voip"),
        KnownPayload(#"{"aps":{},"shoulderTap":{}}"#, "voip"),

        KnownPayload("{}", "foreign"),
        KnownPayload("[]", "foreign"),
        KnownPayload("null", "foreign"),
        KnownPayload("-12.5e+3", "foreign"),
        KnownPayload(#""aps""#, "foreign"),
        KnownPayload(#"[{"aps":{"content-available":1}}]"#, "foreign"),
        KnownPayload(#"{"aps":[{"content-available":1}]}"#, "foreign"),
        KnownPayload(#"{"aps":"content-available"}"#, "foreign"),
        KnownPayload(#"{"Aps":{"content-available":1}}"#, "foreign"),
        KnownPayload(#"{"data":{"aps":{"content-available":1}}}"#, "foreign"),
        KnownPayload(#"{"aps":{"mutable-content":1}}"#, "foreign"),
        KnownPayload(#"{"aps":{"contentAvailable":true},"content-available":1,"content_available":true}"#, "foreign"),
    ]

    /// The values of content-available that senders were seen to write, and all spellings of one.
    static let wakeSpellings: [KnownPayload] =
        [
            "1", "1.0", "1e0", "1E-0", "10e-1", "0.1E+1", "1.000", "0.0001e4", "1000000e-6", "1e+000",
            "0.00000000000000000001e20", "1e0000000000000000000000000000000",
        ].map { Self.waking($0, "background") }
        + [
            "0", "-1", "-0", "2", "1.5", "11", "10", "0.1", "1e1", "1e-1", "-1e0", "10e1", "10e-2", "0e0", "100e-1",
            "1.0000000000000000000000000000001", "0.9999999999999999999999999", "1e18446744073709551616",
            "1e-18446744073709551616", "0e99999999999999999999", "10e-18446744073709551617", "1e4294967296",
            "18446744073709551617", "null", "false", "[1]", "{}", #""0""#, #""false""#, #""""#, #""1.0""#, #""TRUE""#,
            #"" 1""#,
        ].map { Self.waking($0, "foreign") }
        + ["true", #""1""#, #""true""#, #""\u0031""#, #""tr\u0075e""#].map {
            Self.waking($0, "foreign", lenient: "background")
        }

    private static func waking(_ value: String, _ strict: String, lenient: String? = nil) -> KnownPayload {
        KnownPayload(#"{"aps":{"content-available":\#(value)}}"#, strict, lenient: lenient)
    }
}
