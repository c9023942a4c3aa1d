package import Basics

/// A key of a step: the values that it takes, and whether it may be left out.
package struct StepField: Sendable {
    /// The type of a value. It determines how the value is read, written and described in the schema.
    package enum Value: Sendable {
        case device
        /// Another device of the same user. `otherwise` is the error message for any other device.
        case sibling(otherwise: String)
        /// A user; optional when there is only one.
        case user
        /// A name for a notification that the step publishes.
        case id
        /// The name of a notification that was published before.
        case notification
        case text
        case flag
        /// A duration, with an additional limit.
        case time(Limit?)
        /// A number of times; the default is one.
        case count
        /// A number or a range of numbers.
        case numbers
        case rate
        /// One of several words. `role` is the reader's name for the words, and `definition` is their name in the
        /// schema.
        case word(role: String, choices: [String], definition: String?)
        case devices
        case platforms
        /// Words of steps that random choice may make.
        case steps
        /// Words of steps that random choice makes only when a scenario asks for them.
        case extraSteps
    }

    /// The longest duration that is allowed, and the error message for longer durations.
    package struct Limit: Sendable {
        package let most: Interval
        package let otherwise: String
    }

    /// The simpler values that the shrinker tries, the simplest first.
    enum Easing: Sendable {
        case kept
        /// Leaves the key out.
        case absent
        case shorter
        case absentOrShorter
        case word(String)
    }

    package let key: String
    package let value: Value
    package let isNeeded: Bool
    /// The words that explain a missing key: `how long, such as 30s`.
    package let missing: String
    /// The description in the schema, when the key does not explain itself.
    package let note: String?
    let easing: Easing

    private init(
        _ key: String, _ value: Value, isNeeded: Bool = false, missing: String = "", note: String? = nil,
        easing: Easing = .kept
    ) {
        self.key = key
        self.value = value
        self.isNeeded = isNeeded
        self.missing = missing
        self.note = note
        self.easing = easing
    }
}

extension StepField {
    /// The device that a step is about.
    static let device = StepField("device", .device, isNeeded: true)
    /// The notification that a step is about.
    static let notification = StepField("n", .notification, isNeeded: true, missing: "the name of a notification")
    static let count = StepField("count", .count)

    static func user(note: String) -> StepField { StepField("user", .user, note: note) }

    static func id(_ key: String, note: String) -> StepField {
        StepField(key, .id, isNeeded: true, missing: "the name of a notification", note: note)
    }

    static func sibling(_ key: String, otherwise: String) -> StepField {
        StepField(key, .sibling(otherwise: otherwise), easing: .absent)
    }

    /// A field for a text. The field is optional unless `missing` is given.
    static func text(_ key: String, missing: String? = nil, note: String? = nil) -> StepField {
        StepField(key, .text, isNeeded: missing != nil, missing: missing ?? "", note: note)
    }

    static func flag(_ key: String, note: String? = nil) -> StepField { StepField(key, .flag, note: note) }

    /// A required field for a number of times.
    static func count(missing: String) -> StepField {
        StepField("count", .count, isNeeded: true, missing: missing)
    }

    /// A field for a duration. The field is optional unless `missing` is given.
    static func time(
        _ key: String, missing: String? = nil, atMost limit: Limit? = nil, note: String? = nil,
        easing: Easing? = nil
    ) -> StepField {
        StepField(
            key, .time(limit), isNeeded: missing != nil, missing: missing ?? "", note: note,
            easing: easing ?? (missing == nil ? .absentOrShorter : .shorter))
    }

    /// The duration of a step that always ends.
    static let length = Self.time("for", missing: "a duration such as 30s")

    static func word<Choice: CaseIterable & RawRepresentable<String>>(
        _ key: String, _ role: String, _: Choice.Type, definition: String? = nil, easing: Easing = .kept
    ) -> StepField {
        let choices = Choice.allCases.map(\.rawValue)
        return StepField(key, .word(role: role, choices: choices, definition: definition), easing: easing)
    }

    static func numbers(_ key: String, missing: String) -> StepField {
        StepField(key, .numbers, isNeeded: true, missing: missing)
    }

    /// An optional key that the shrinker does not change.
    static func optional(_ key: String, _ value: Value, note: String? = nil) -> StepField {
        StepField(key, value, note: note)
    }
}
