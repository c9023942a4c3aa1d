import PushLab

/// The schema for the fields that one kind of step may have.
struct StepShape {
    private let kind: StepKind

    init(_ kind: StepKind) { self.kind = kind }

    /// The whole definition as text, indented as a member of the schema.
    var text: String {
        let (name, indent) = ("\"\(self.kind.shape)\": {", "    ")
        let lines: [String] =
            switch self.alternative {
            case let alternative?:
                [name, "  \"oneOf\": [", "    \(alternative),", "    {"] + self.inner.map { "      \($0)" }
                    + ["    }", "  ]", "}"]
            case nil: [name] + self.outer.map { "  \($0)" } + ["}"]
            }
        return lines.map { indent + $0 }.joined(separator: "\n")
    }

    /// The schema of the short form that a step may have instead of a map: null, or a single value. Nil if the step has
    /// to be a map.
    private var alternative: String? {
        if self.kind.mayBeEmpty { return "{\"type\": \"null\"}" }
        guard let lead = self.kind.lead, self.needed.allSatisfy({ $0 == lead.key }) else { return nil }
        return "{\(self.value(of: lead)[0])}"
    }

    private var needed: [String] { self.kind.fields.filter(\.isNeeded).map(\.key) }

    private var required: String? {
        self.needed.isEmpty ? nil : "\"required\": [\(ScenarioSchema.words(self.needed))]"
    }

    /// The lines of the schema for the map, if the step has no short form.
    private var outer: [String] {
        ["\"type\": \"object\","] + (self.required.map { ["\($0),"] } ?? []) + ["\"additionalProperties\": false,"]
            + self.exclusion + self.properties
    }

    /// The lines of the schema for the map, if the step also has a short form.
    private var inner: [String] {
        let head = ["\"type\": \"object\"", self.required, "\"additionalProperties\": false"].compactMap { $0 }
        return [head.joined(separator: ", ") + ","] + self.exclusion + self.properties
    }

    private var exclusion: [String] {
        self.kind.exclusion.map { ["\"not\": {\"required\": [\"\($0.one)\", \"\($0.other)\"]},"] } ?? []
    }

    /// The lines of the properties.
    ///
    /// Up to two properties are on one line.
    private var properties: [String] {
        let all = self.kind.fields.map { self.property($0) }
        if all.count <= 2, self.kind.fields.allSatisfy({ $0.note == nil }) {
            return ["\"properties\": {\(all.map { $0.joined() }.joined(separator: ", "))}"]
        }
        let lines = all.enumerated().flatMap { place, lines in
            lines.dropLast() + [lines[lines.count - 1] + (place == all.count - 1 ? "" : ",")]
        }
        return ["\"properties\": {"] + lines.map { "  \($0)" } + ["}"]
    }

    private func property(_ field: StepField) -> [String] {
        let value = self.value(of: field)
        let note = field.note.map { "\"description\": \"\($0)\", " } ?? ""
        if value.count == 1 { return ["\"\(field.key)\": {\(note)\(value[0])}"] }
        return ["\"\(field.key)\": {"] + value.map { "  \($0)" } + ["}"]
    }

    private func value(of field: StepField) -> [String] {
        switch field.value {
        case .device, .sibling: [Self.reference("device")]
        case .user: [Self.reference(field.key == self.kind.lead?.key ? "name" : "text")]
        case .id, .notification: [Self.reference("id")]
        case .text: [Self.reference("text")]
        case .flag: ["\"type\": \"boolean\""]
        case .time: [Self.reference("duration")]
        case .count: [Self.reference("count")]
        case .word(_, _, let definition?): [Self.reference(definition)]
        case .word(_, let choices, nil): ["\"enum\": [\(ScenarioSchema.words(choices))]"]
        case .numbers:
            [
                "\"oneOf\": [", "  {\"type\": \"integer\", \"minimum\": 0, \"maximum\": \(StepReader.mostSteps)},",
                "  {\"type\": \"string\", \"pattern\": \"^[0-9]{1,9}[.][.][0-9]{1,9}$\"}", "]",
            ]
        case .rate: ["\"type\": \"string\", \"pattern\": \"^[0-9]{1,7}/[smh]$\""]
        case .devices: ["\"type\": \"array\", \"minItems\": 1, \"items\": {\(Self.reference("device"))}"]
        case .platforms: ["\"type\": \"array\", \"minItems\": 1, \"items\": {\(Self.reference("platform"))}"]
        case .steps: Self.choice(of: Scenario.RandomDeeds.words)
        case .extraSteps: Self.choice(of: Scenario.RandomDeeds.extraWords)
        }
    }

    private static func choice(of words: [String]) -> [String] {
        ["\"type\": \"array\", \"items\": {\"enum\": [\(ScenarioSchema.words(words))]}"]
    }

    private static func reference(_ name: String) -> String { "\"$ref\": \"#/$defs/\(name)\"" }
}
