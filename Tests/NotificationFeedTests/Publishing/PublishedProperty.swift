/// One row of the table of properties: where it stands, what it must be, what it may be.
struct PublishedProperty: Sendable, CustomStringConvertible {
    let path: String
    /// A body that has the property and whose answer depends on it alone.
    let base: PublishBody
    /// The type as messages say it, and the JSON that has that type in this table.
    let type: String
    let isRequired: Bool
    /// Values that are accepted, the limit among them.
    let right: [String]
    /// Values that are refused, one over the limit among them, each with its sentence.
    let wrong: [(json: String, code: String, sentence: String)]

    var description: String { self.path }
    var name: String { self.path.split(separator: ".").last.map(String.init) ?? "" }

    /// Values of every JSON type but null, with the words for it.
    static let types = [
        ("true", "a boolean"), ("1", "a number"), (#""x""#, "a string"), ("[]", "an array"), ("{}", "an object"),
    ]

    /// The types that the property is not.
    var wrongTypes: [(json: String, words: String)] {
        Self.types.filter { type in
            type.1 != self.type && !(self.type == "a whole number" && ["a number", "a string"].contains(type.1))
        }
    }

    static func characters(_ count: Int) -> String { "\"" + String(repeating: "é", count: count) + "\"" }

    private static func tooLong(_ path: String, _ limit: Int) -> (json: String, code: String, sentence: String) {
        (
            Self.characters(limit + 1), "ValueTooLong",
            "\(path) has \(limit + 1) characters, over the limit of \(limit); shorten it."
        )
    }

    private static func empty(_ path: String) -> (json: String, code: String, sentence: String) {
        (#""""#, "InvalidValue", "\(path) is empty; give it at least one character.")
    }

    private static func text(
        _ path: String, _ base: PublishBody, isRequired: Bool = false, limit: Int? = nil, mayBeEmpty: Bool = true
    ) -> PublishedProperty {
        PublishedProperty(
            path: path, base: base, type: "a string", isRequired: isRequired,
            right: [#""x""#, #""\u0000\ud83d\ude00""#] + [limit.map(Self.characters) ?? Self.characters(1_000)]
                + (mayBeEmpty ? [#""""#] : []),
            wrong: (limit.map { [Self.tooLong(path, $0)] } ?? []) + (mayBeEmpty ? [] : [Self.empty(path)]))
    }

    private static func object(_ path: String, _ base: PublishBody, isRequired: Bool, right: [String])
        -> PublishedProperty
    {
        PublishedProperty(path: path, base: base, type: "an object", isRequired: isRequired, right: right, wrong: [])
    }

    private static func whole(_ path: String, _ base: PublishBody, isRequired: Bool, _ lower: Int, _ upper: Int)
        -> PublishedProperty
    {
        let sentence = "\(path) is not a whole number from \(lower) to \(upper)."
        let wrong = [
            "\(lower - 1)", "\(upper + 1)", "\"\(lower - 1)\"", "\"\(upper + 1)\"", "\(lower).5", "6e1", "60.0",
            "99999999999999999999", #""""#, #"" 60""#, #""+60""#, #""sixty""#, #""60.0""#,
        ]
        return PublishedProperty(
            path: path, base: base, type: "a whole number", isRequired: isRequired,
            right: ["\(lower)", "\(upper)", "\"\(lower)\"", "\"\(upper)\"", "100", "\"100\""],
            wrong: wrong.map { ($0, "InvalidValue", sentence) })
    }

    private static let allPlatforms = "Windows, iOS, Android, WebPush"

    private static func platforms(_ path: String, isRequired: Bool, right: [String]) -> PublishedProperty {
        PublishedProperty(
            path: path, base: .full, type: "an array", isRequired: isRequired, right: right,
            wrong: [
                ("[]", "InvalidValue", "\(path) is empty; name at least one of \(Self.allPlatforms)."),
                (#"["iOS","tvOS"]"#, "InvalidValue", "\(path)[1] is none of \(Self.allPlatforms)."),
                (#"["iOS",1]"#, "WrongType", "\(path)[1] is a number; it must be a string."),
                ("[null]", "WrongType", "\(path)[0] is null; it must be a string."),
            ])
    }

    private static let fallback = "fallbackPolicy.endpointFallback"

    static let all: [PublishedProperty] = [
        .text("targetHostName", .raw, isRequired: true, limit: 253, mayBeEmpty: false),
        .text("appNotificationId", .full, limit: 128, mayBeEmpty: false),
        .text("groupName", .full, limit: 128),
        PublishedProperty(
            path: "expirationDateTime", base: .full, type: "a string", isRequired: false,
            right: [
                #""2019-08-23T00:25:55.330Z""#, #""2019-09-22T00:25:55.329Z""#, #""2019-08-23T02:25:56+02:00""#,
                #""2019-09-21T19:25:55.329-05:00""#, #""2019-08-24T00:00:00.1234567Z""#,
            ],
            wrong: [
                "2019-08-23T00:25:55.329Z", "2019-08-23T02:25:55.329+02:00", "1970-01-01T00:00:00Z",
                "0001-01-01T00:00:00Z",
            ].map {
                ("\"\($0)\"", "InvalidExpiration", "expirationDateTime is past; here it is 2019-08-23T00:25:55.329Z.")
            }
                + ["2019-09-22T00:25:55.330Z", "2019-09-22T00:25:55.329001Z", "9999-12-31T23:59:59Z"].map {
                    (
                        "\"\($0)\"", "InvalidExpiration",
                        "expirationDateTime is more than 30 days ahead; the latest is 2019-09-22T00:25:55.329Z."
                    )
                }
                + ["", "tomorrow", "2019-08-24", "2019-08-24T00:00:00", "2019-02-30T00:00:00Z", "1566604800"].map {
                    (
                        "\"\($0)\"", "InvalidValue",
                        "expirationDateTime is not a date of ISO 8601 with a time zone; "
                            + "write it like 2019-08-30T00:25:55.329Z."
                    )
                }),
        .whole("displayTimeToLive", .full, isRequired: false, 0, 2_147_483_647),
        PublishedProperty(
            path: "priority", base: .raw.with("priority", #""Low""#), type: "a string", isRequired: false,
            right: [#""None""#, #""High""#, #""Low""#, #""high""#, #""LOW""#],
            wrong: [#""""#, #""1""#, #""Higher""#, #""H\u0131gh""#].map {
                ($0, "InvalidValue", "priority is none of None, High, Low.")
            }),
        .object(
            "payload", .raw, isRequired: true, right: [#"{"rawContent":""}"#, #"{"visualContent":{"title":"x"}}"#]),
        .text("payload.rawContent", .visual.with("payload.rawContent", #""x""#)),
        .object(
            "payload.visualContent", .raw.with("payload.visualContent.title", #""x""#), isRequired: false,
            right: [#"{"title":"x"}"#]),
        .text("payload.visualContent.title", .visual, isRequired: true, limit: 256, mayBeEmpty: false),
        .text("payload.visualContent.body", .visual),
        .object(
            "targetPolicy", .full, isRequired: false,
            right: ["{}", #"{"platformTypes":null}"#, #"{"platformTypes":["iOS"]}"#]),
        .platforms(
            "targetPolicy.platformTypes", isRequired: false,
            right: [#"["IOS"]"#, #"["webpush","iOS","ANDROID","Windows"]"#]),
        .object("fallbackPolicy", .full, isRequired: false, right: []),
        .object(Self.fallback, .full, isRequired: true, right: []),
        .platforms(Self.fallback + ".platformTypes", isRequired: true, right: [#"["ios"]"#, #"["iOS","iOS"]"#]),
        .whole(Self.fallback + ".fallbackDelayInSeconds", .full, isRequired: true, 60, 600),
        .object(Self.fallback + ".visualContent", .full, isRequired: true, right: [#"{"title":"x"}"#]),
        .text(Self.fallback + ".visualContent.title", .full, isRequired: true, limit: 256, mayBeEmpty: false),
        .text(Self.fallback + ".visualContent.body", .full),
    ]
}
