extension KnownPayload {
    /// A silent push with an envelope of the given members.
    package static func tapText(_ members: String, aps: String = #""content-available":1"#) -> String {
        #"{"aps":{\#(aps)},"shoulderTap":{\#(members)}}"#
    }

    /// The members that an envelope must have.
    package static let required =
        #""v":1,"scenario":"userNotifications","host":"contoso.com","subscription":"6f1c""#

    /// Envelopes that are ours, and all the ways to be nearly ours.
    static let envelopes: [KnownPayload] =
        [
            Self.required,
            Self.required + #","head":"42","activities":[{"id":"n1"}]"#,
            Self.required + #","activities":[{"id":"n1"},{"kind":{"id":""},"id":"\u006e2","x":null}],"truncated":true"#,
            Self.required + #","activities":[],"head":"","truncated":false,"later":[[{"v":2}]]"#,
            Self.required + #","host2":1,"x":{"host":"a","host":"b"},"x":1"#,
            #""v":1.0,"scenario":"userNotifications","host":"h","subscription":"s""#,
            #""v":10e-1,"scenario":"user\u004eotifications","h\u006fst":"\u0000","subscription":"😀""#,
            #""head":"\ud83d\ude00","host":"é","v":0.1E1,"scenario":"userNotifications","subscription":"\"\\\/\f\n""#,
        ].map { KnownPayload(Self.tapText($0), "shoulderTap") }
        + [
            #""scenario":"userNotifications","host":"h","subscription":"s""#,
            #""v":2,"scenario":"userNotifications","host":"h","subscription":"s""#,
            #""v":"1","scenario":"userNotifications","host":"h","subscription":"s""#,
            #""v":true,"scenario":"userNotifications","host":"h","subscription":"s""#,
            #""v":1,"host":"h","subscription":"s""#,
            #""v":1,"scenario":"usernotifications","host":"h","subscription":"s""#,
            #""v":1,"scenario":["userNotifications"],"host":"h","subscription":"s""#,
            #""v":1,"scenario":"userNotifications","subscription":"s""#,
            #""v":1,"scenario":"userNotifications","host":"","subscription":"s""#,
            #""v":1,"scenario":"userNotifications","host":null,"subscription":"s""#,
            #""v":1,"scenario":"userNotifications","host":"h""#,
            #""v":1,"scenario":"userNotifications","host":"h","subscription":"""#,
            #""v":1,"scenario":"userNotifications","host":"h","subscription":7"#,
            Self.required + #","head":null"#,
            Self.required + #","head":42"#,
            Self.required + #","activities":null"#,
            Self.required + #","activities":{"id":"n1"}"#,
            Self.required + #","activities":["n1"]"#,
            Self.required + #","activities":[{"id":"n1"},{}]"#,
            Self.required + #","activities":[{"id":""}]"#,
            Self.required + #","activities":[{"id":1}]"#,
            Self.required + #","activities":[[{"id":"n1"}]]"#,
            Self.required + #","truncated":null"#,
            Self.required + #","truncated":1"#,
            "",
        ].map { KnownPayload(Self.tapText($0), "background") }
        + [
            KnownPayload(#"{"aps":{"content-available":1},"shoulderTap":[{}]}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1},"shoulderTap":null}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1},"ShoulderTap":{\#(Self.required)}}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1,"shoulderTap":{\#(Self.required)}}}"#, "background"),
            KnownPayload(
                #"{"shoulderTap":{\#(Self.required)},"x":1e400,"aps":{"content-available":1}}"#, "shoulderTap"),
            KnownPayload(
                #"{"\u0073houlderTap":{\#(Self.required)},"\u0061ps":{"content\u002davailable":1}}"#, "shoulderTap"),
            KnownPayload(#"{"shoulderTap":{\#(Self.required)}}"#, "foreign"),
            KnownPayload(Self.tapText(Self.required, aps: #""content-available":1,"alert":"a""#), "alertWithWake"),
            KnownPayload(Self.tapText(Self.required, aps: #""badge":1"#), "alert"),
            KnownPayload(
                Self.tapText(Self.required, aps: #""content-available":"1""#), "foreign", lenient: "shoulderTap"),
            KnownPayload(
                Self.tapText(Self.required, aps: #""content-available":true"#), "foreign", lenient: "shoulderTap"),
        ]

    /// A key that decides may not occur twice; any other may.
    static let duplicates: [KnownPayload] =
        [
            #"{"aps":{"content-available":1},"aps":{"content-available":1}}"#,
            #"{"aps":1,"\u0061p\u0073":1}"#,
            #"{"mdm":"a","mdm":"b"}"#,
            #"{"ck":{},"ck":{}}"#,
            #"{"container-identifier":"a","x":1,"container\u002Didentifier":1}"#,
            #"{"shoulderTap":1,"shoulderTap":2}"#,
            #"{"aps":{"content-available":1,"content-available":1}}"#,
            #"{"aps":{"content-available":1,"content\u002davailable":0}}"#,
            #"{"aps":{"alert":"a","alert":"a"}}"#,
            #"{"aps":{"badge":1,"badge":1}}"#,
            #"{"aps":{"sound":1,"sound":1}}"#,
            #"{"aps":{"event":"end","event":"end"}}"#,
            #"{"aps":{"content-state":{},"content-state":{}}}"#,
            #"{"aps":{"timestamp":1,"timestamp":1}}"#,
            #"{"aps":{"content-changed":true,"content-changed":true}}"#,
            #"{"shoulderTap":{"v":1,"v":1}}"#,
            #"{"aps":{"alert":1},"shoulderTap":{"scenario":1,"scenario":1}}"#,
            #"{"aps":{},"shoulderTap":{"host":1,"host":1}}"#,
            #"{"aps":[],"shoulderTap":{"subscription":1,"subscription":1}}"#,
            #"{"aps":{},"shoulderTap":{"head":1,"h\u0065ad":1}}"#,
            #"{"mdm":"m","shoulderTap":{"activities":1,"activities":1}}"#,
            #"{"shoulderTap":{"truncated":1,"truncated":1}}"#,
            #"{"shoulderTap":{"activities":[0,{"id":1},{"id":1,"id":1}]}}"#,
        ].map { KnownPayload($0, "malformed") }
        + [
            KnownPayload(#"{"aps":{"content-available":1,"category":"a","category":"b"},"k":1,"k":1}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1},"k":{"aps":1,"aps":2,"id":1,"id":2}}"#, "background"),
            KnownPayload(#"{"aps":{"content-available":1,"k":{"alert":1,"alert":2}}}"#, "background"),
            KnownPayload(#"{"aps":{"alert":{"body":"a","body":"b","alert":1,"alert":1}}}"#, "alert"),
            KnownPayload(#"{"content-available":1,"content-available":1,"v":1,"v":1,"id":1,"id":1}"#, "foreign"),
            KnownPayload(#"{"aps":[{"alert":1,"alert":1}],"shoulderTap":[{"v":1,"v":1}]}"#, "foreign"),
            KnownPayload(#"[{"aps":1,"aps":1}]"#, "foreign"),
            KnownPayload(#"{"aps":{"v":1,"v":1,"id":1,"id":1,"mdm":1,"mdm":1}}"#, "foreign"),
            KnownPayload(#"{"shoulderTap":{"id":1,"id":2,"aps":1,"aps":1,"activities":{"id":1,"id":2}}}"#, "foreign"),
            KnownPayload(
                #"{"shoulderTap":{"activities":[[{"id":1,"id":2}],{"a":{"id":1,"id":2},"b":1,"b":1}]}}"#, "foreign"),
        ]
}
