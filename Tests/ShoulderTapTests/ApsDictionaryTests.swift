import ShoulderTap
import Testing

@Suite("Typed fields of aps")
struct ApsDictionaryTests {
    /// A field: where it stands, a right value, and how it reads.
    struct Field: Sendable, CustomStringConvertible {
        /// The types that APNs documents.
        enum Form { case text, number, boolean, object, texts, textOrObject }

        let key: String
        let form: Form
        /// The value as text, or nil when the field has none.
        let read: @Sendable (ApsDictionary) -> String?

        init(_ key: String, _ form: Form, _ read: @escaping @Sendable (ApsDictionary) -> String?) {
            self.key = key
            self.form = form
            self.read = read
        }

        var description: String { self.key }
    }

    private static let ofAps: [Field] = [
        Field("alert", .textOrObject) { $0.alert?.element.text },
        Field("badge", .number) { $0.badge?.text },
        Field("sound", .textOrObject) { $0.sound?.element.text },
        Field("thread-id", .text, \.threadID),
        Field("category", .text, \.category),
        Field("target-content-id", .text, \.targetContentID),
        Field("filter-criteria", .text, \.filterCriteria),
        Field("content-available", .number) { $0.contentAvailable?.text },
        Field("mutable-content", .number) { $0.mutableContent?.text },
        Field("interruption-level", .text, \.interruptionLevel),
        Field("relevance-score", .number) { $0.relevanceScore?.text },
        Field("timestamp", .number) { $0.timestamp?.text },
        Field("event", .text, \.event),
        Field("content-state", .object) { $0.contentState?.text },
        Field("stale-date", .number) { $0.staleDate?.text },
        Field("dismissal-date", .number) { $0.dismissalDate?.text },
        Field("attributes-type", .text, \.attributesType),
        Field("attributes", .object) { $0.attributes?.text },
        Field("input-push-channel", .text, \.inputPushChannel),
        Field("input-push-token", .number) { $0.inputPushToken?.text },
        Field("content-changed", .boolean) { $0.contentChanged.map { "\($0)" } },
        Field("url-args", .texts) { $0.urlArgs.map { "\($0)" } },
    ]

    private static let ofAlert: [Field] = [
        Field("title", .text) { $0.alert?.title },
        Field("subtitle", .text) { $0.alert?.subtitle },
        Field("body", .text) { $0.alert?.body },
        Field("launch-image", .text) { $0.alert?.launchImage },
        Field("title-loc-key", .text) { $0.alert?.titleLocKey },
        Field("title-loc-args", .texts) { $0.alert?.titleLocArgs.map { "\($0)" } },
        Field("subtitle-loc-key", .text) { $0.alert?.subtitleLocKey },
        Field("subtitle-loc-args", .texts) { $0.alert?.subtitleLocArgs.map { "\($0)" } },
        Field("loc-key", .text) { $0.alert?.locKey },
        Field("loc-args", .texts) { $0.alert?.locArgs.map { "\($0)" } },
        Field("action-loc-key", .text) { $0.alert?.actionLocKey },
        Field("action", .text) { $0.alert?.action },
        Field("summary-arg", .text) { $0.alert?.summaryArg },
        Field("summary-arg-count", .number) { $0.alert?.summaryArgCount?.text },
        Field("sound", .text) { $0.alert?.sound },
    ]

    private static let ofSound: [Field] = [
        Field("name", .text) { $0.sound?.name },
        Field("critical", .number) { $0.sound?.critical?.text },
        Field("volume", .number) { $0.sound?.volume?.text },
    ]

    /// A value of every type, how each typed field that takes it reads it, and which forms take it.
    private static let values: [(json: String, reading: String, forms: [Field.Form])] = [
        ("null", "", []), ("true", "true", [.boolean]), ("false", "false", [.boolean]), ("7", "7", [.number]),
        ("-0.50", "-0.50", [.number]), (#""caf\u00e9""#, "café", [.text, .textOrObject]),
        (#""""#, "", [.text, .textOrObject]),
        ("[]", "[]", [.texts]), (#"["a","\/"]"#, #"["a", "/"]"#, [.texts]), (#"["a",1]"#, "", []), ("[[]]", "", []),
        (#"{"k":1}"#, #"{"k":1}"#, [.object, .textOrObject]), ("{}", "{}", [.object, .textOrObject]),
    ]

    @Test("A field of aps reads its own type and is nil for every other", arguments: ofAps)
    func aps(_ field: Field) throws { try self.check(field) { #"{"aps":{"\#(field.key)":\#($0)}}"# } }

    @Test("A field of the alert reads its own type and is nil for every other", arguments: ofAlert)
    func alert(_ field: Field) throws { try self.check(field) { #"{"aps":{"alert":{"\#(field.key)":\#($0)}}}"# } }

    @Test("A field of the sound reads its own type and is nil for every other", arguments: ofSound)
    func sound(_ field: Field) throws { try self.check(field) { #"{"aps":{"sound":{"\#(field.key)":\#($0)}}}"# } }

    private func check(_ field: Field, _ payload: (String) -> String) throws {
        for value in Self.values {
            let aps = try #require(PushPayload.inspect(Array(payload(value.json).utf8)).aps)
            let expected = value.forms.contains(field.form) ? value.reading : nil
            #expect(field.read(aps) == expected, "\(value.json)")
        }
        let near = payload("1").replacing(#""\#(field.key)":"#, with: #""\#(field.key)s":"#)
        for absent in [#"{"aps":{}}"#, near] {
            let aps = try #require(PushPayload.inspect(Array(absent.utf8)).aps)
            #expect(field.read(aps) == nil, "\(absent)")
        }
    }

    @Test("An alert that is a text is only a body, and a sound that is a text only a name")
    func texts() throws {
        let aps = try #require(PushPayload.inspect(Array(#"{"aps":{"alert":"Ready","sound":"chime.caf"}}"#.utf8)).aps)
        let alert = try #require(aps.alert)
        #expect(alert.body == "Ready")
        #expect(alert.title == nil && alert.locArgs == nil && alert.summaryArgCount == nil)
        #expect(alert.element.kind == .string)
        let sound = try #require(aps.sound)
        #expect(sound.name == "chime.caf")
        #expect(sound.critical == nil && sound.volume == nil)
    }

    @Test(
        "There are typed fields only if aps is an object",
        arguments: ["{}", "[]", #"{"aps":null}"#, #"{"aps":[1]}"#, "{"])
    func none(_ text: String) { #expect(PushPayload.inspect(Array(text.utf8)).aps == nil) }

    @Test("Keys without a meaning to Apple can be read")
    func custom() throws {
        let aps = try #require(PushPayload.inspect(Array(#"{"aps":{"\u0063all":{"id":"c1"}}}"#.utf8)).aps)
        #expect(aps.element["call"]?["id"]?.string == "c1")
    }
}

extension PayloadElement {
    /// The text of a string, else the bytes as written.
    fileprivate var text: String { self.string ?? String(decoding: self.rawBytes, as: UTF8.self) }
}
