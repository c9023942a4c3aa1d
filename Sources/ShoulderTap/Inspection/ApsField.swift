/// The fields that Apple documents, with the types that the diagnostics check.
enum ApsField: String, CaseIterable {
    case alert, badge, sound
    case threadID = "thread-id"
    case category
    case targetContentID = "target-content-id"
    case filterCriteria = "filter-criteria"
    case contentAvailable = "content-available"
    case mutableContent = "mutable-content"
    case interruptionLevel = "interruption-level"
    case relevanceScore = "relevance-score"
    case timestamp, event
    case contentState = "content-state"
    case staleDate = "stale-date"
    case dismissalDate = "dismissal-date"
    case attributesType = "attributes-type"
    case attributes
    case inputPushChannel = "input-push-channel"
    case inputPushToken = "input-push-token"
    case contentChanged = "content-changed"
    case urlArgs = "url-args"

    case title, subtitle, body
    case launchImage = "launch-image"
    case titleLocKey = "title-loc-key"
    case subtitleLocKey = "subtitle-loc-key"
    case locKey = "loc-key"
    case titleLocArgs = "title-loc-args"
    case subtitleLocArgs = "subtitle-loc-args"
    case locArgs = "loc-args"
    case actionLocKey = "action-loc-key"
    case action
    case summaryArg = "summary-arg"
    case summaryArgCount = "summary-arg-count"

    case critical, name, volume

    /// The fields directly in `aps`.
    static let ofAps = Table([
        .alert, .badge, .sound, .threadID, .category, .targetContentID, .filterCriteria, .contentAvailable,
        .mutableContent, .interruptionLevel, .relevanceScore, .timestamp, .event, .contentState, .staleDate,
        .dismissalDate, .attributesType, .attributes, .inputPushChannel, .inputPushToken, .contentChanged, .urlArgs,
    ])

    /// The fields of the alert dictionary.
    static let ofAlert = Table([
        .title, .subtitle, .body, .launchImage, .titleLocKey, .subtitleLocKey, .locKey, .titleLocArgs,
        .subtitleLocArgs, .locArgs, .actionLocKey, .action, .summaryArg, .summaryArgCount,
    ])

    /// The fields of the dictionary of a critical sound.
    static let ofSound = Table([.critical, .name, .volume])

    /// The JSON types that the field may have.
    var kinds: Kinds {
        switch self {
        case .alert, .sound: [.string, .object]
        case .badge, .contentAvailable, .mutableContent, .relevanceScore, .timestamp, .staleDate, .dismissalDate,
            .inputPushToken, .summaryArgCount, .critical, .volume:
            [.number]
        case .contentState, .attributes: [.object]
        case .contentChanged: [.bool]
        case .urlArgs, .titleLocArgs, .subtitleLocArgs, .locArgs: [.array]
        case .threadID, .category, .targetContentID, .filterCriteria, .interruptionLevel, .event, .attributesType,
            .inputPushChannel, .title, .subtitle, .body, .launchImage, .titleLocKey, .subtitleLocKey, .locKey,
            .actionLocKey, .action, .summaryArg, .name:
            [.string]
        }
    }

    /// A set of the types of JSON.
    struct Kinds: OptionSet {
        let rawValue: UInt8

        static let string = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let object = Kinds(rawValue: 4)
        static let array = Kinds(rawValue: 8)
        static let bool = Kinds(rawValue: 16)

        func allows(_ kind: PayloadElement.Kind) -> Bool {
            switch kind {
            case .null: false
            case .bool: self.contains(.bool)
            case .number: self.contains(.number)
            case .string: self.contains(.string)
            case .array: self.contains(.array)
            case .object: self.contains(.object)
            }
        }
    }

    /// Whether the field contains arguments of a localised text.
    var isArguments: Bool { self == .titleLocArgs || self == .subtitleLocArgs || self == .locArgs }

    /// The fields of an object, grouped by the length of their names, so that most keys need no comparison.
    struct Table {
        private var byLength: [[(name: [UInt8], field: ApsField)]] = Array(repeating: [], count: 24)

        init(_ fields: [ApsField]) {
            for field in fields {
                let name = Array(field.rawValue.utf8)
                self.byLength[name.count].append((name, field))
            }
        }

        func field(_ name: some Collection<UInt8>) -> ApsField? {
            guard name.count < self.byLength.count else { return nil }
            return self.byLength[name.count].first { $0.name.elementsEqual(name) }?.field
        }

        func field(_ token: StringToken, in bytes: Span<UInt8>) -> ApsField? {
            guard token.count < self.byLength.count else { return nil }
            search: for candidate in self.byLength[token.count] {
                for index in 0..<token.count where bytes[token.start + index] != candidate.name[index] {
                    continue search
                }
                return candidate.field
            }
            return nil
        }
    }

    /// Returns the field of the table that has the same name as the key. The key may contain escapes.
    static func named(_ token: StringToken, in bytes: Span<UInt8>, among table: Table) -> ApsField? {
        if token.isPlain { return table.field(token, in: bytes) }
        return table.field(Array(token.string(in: bytes).utf8))
    }
}
