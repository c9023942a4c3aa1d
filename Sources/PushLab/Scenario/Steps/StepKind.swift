/// A row of the table of steps: all facts about one kind of step, except how a lab carries out the step.
///
/// The reader, the schema, the writer, the article, the text of plans, the shrinker and random choice use these rows.
package struct StepKind: Sendable {
    /// The way in which a step is read from a file.
    package enum Reading: Sendable {
        /// Each field is read by its own type.
        case byFields
        /// The fields are read by code of the step itself, because they depend on each other.
        case partition, random, expectation
    }

    /// Two keys that exclude each other, and the error message for a step that has both.
    package struct Exclusion: Sendable {
        package let one: String
        package let other: String
        package let otherwise: String
    }

    typealias Make = @Sendable (StepValues) -> Scenario.Deed?
    typealias Unmake = @Sendable (Scenario.Deed) -> StepValues?
    typealias Phrase = @Sendable (StepPhrase) -> String

    /// The key of the step in a file.
    package let word: String
    /// The effect of the step, as the schema and the article describe it.
    package let sentence: String
    package let fields: [StepField]
    /// The name that the schema gives to the fields of the step. Several kinds of steps may share the name.
    package let shape: String
    package var reading = Reading.byFields
    package var exclusion: Exclusion?
    let chance: StepChance
    /// Makes the step with random values. Nil if the step is not chosen at random on its own.
    var choose: Choose?
    /// Makes the step with random values when a scenario asks for the step. Nil if a scenario cannot ask for the step.
    var extra: Choose?
    private let makeDeed: Make
    /// Returns the values of a step of this kind, and nil for every other step.
    let values: Unmake
    let phrase: Phrase
    /// Simpler steps on the same device that may replace the step.
    var simplerDeeds: [Scenario.DeviceDeed] = []
    /// The simpler versions of the step, if they cannot be derived from its fields.
    var easing: (@Sendable (Scenario.Deed) -> [Scenario.Deed])?

    init(
        _ word: String, _ sentence: String, _ fields: [StepField], shape: String? = nil,
        chance: StepChance = .never, make: @escaping Make, values: @escaping Unmake, phrase: @escaping Phrase
    ) {
        self.word = word
        self.sentence = sentence
        self.fields = fields
        self.shape = shape ?? word
        self.chance = chance
        self.makeDeed = make
        self.values = values
        self.phrase = phrase
    }

    /// Creates the step from its values. Returns nil if a value is missing.
    package func make(_ values: StepValues) -> Scenario.Deed? { self.makeDeed(values) }

    /// The field whose value may be given alone, in place of a map: `suspend: phone`.
    package var lead: StepField? {
        switch self.fields.first?.value {
        case .device, .user: self.fields.first
        default: nil
        }
    }

    /// Whether the step may be written without any value: `quiesce:`.
    package var mayBeEmpty: Bool { self.lead == nil && self.fields.allSatisfy { !$0.isNeeded } }
}

// MARK: - Steps on a device

extension StepKind {
    typealias DeviceMake = @Sendable (StepValues) -> Scenario.DeviceDeed?
    typealias DeviceUnmake = @Sendable (Scenario.DeviceDeed) -> StepValues?

    /// Creates a kind of step that needs a device and has these other fields.
    static func device(
        _ word: String, _ sentence: String, _ fields: [StepField], shape: String? = nil,
        chance: StepChance = .never, simpler: [Scenario.DeviceDeed] = [],
        make: @escaping DeviceMake, values: @escaping DeviceUnmake,
        choose: (@Sendable (inout DeedWriter) -> Scenario.DeviceDeed)? = nil,
        extra: (@Sendable (inout DeedWriter) -> Scenario.DeviceDeed)? = nil, phrase: @escaping Phrase
    ) -> StepKind {
        var kind = StepKind(
            word, sentence, [.device] + fields, shape: shape, chance: chance,
            make: { values in
                guard let device = values.device, let deed = make(values) else { return nil }
                return .device(deed, device)
            },
            values: { deed in
                guard case .device(let deed, let device) = deed, let values = values(deed) else { return nil }
                return StepValues(device: device).with(values)
            },
            phrase: phrase)
        if let choose { kind.choose = .onDevice(choose) }
        if let extra { kind.extra = .onDevice(extra) }
        kind.simplerDeeds = simpler
        return kind
    }

    /// Creates a kind of step that needs only a device.
    static func plain(
        _ word: String, _ sentence: String, _ deed: Scenario.DeviceDeed, chance: StepChance = .never,
        simpler: [Scenario.DeviceDeed] = [], isExtra: Bool = false, phrase: @escaping Phrase
    ) -> StepKind {
        let choose: @Sendable (inout DeedWriter) -> Scenario.DeviceDeed = { _ in deed }
        return .device(
            word, sentence, [], shape: "whom", chance: chance, simpler: simpler, make: { _ in deed },
            values: { $0 == deed ? [:] : nil }, choose: choose, extra: isExtra ? choose : nil, phrase: phrase)
    }
}
