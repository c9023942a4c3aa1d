import PushLab

/// The part of the schema that is generated from the table of steps.
extension ScenarioSchema {
    static let steps = """
            "step": {
              "type": "object",
              "additionalProperties": false,
              "not": {"required": ["at", "after"]},
              "oneOf": [
        \(StepTable.words.map { "        {\"required\": [\"\($0)\"]}" }.joined(separator: ",\n"))
              ],
              "properties": {
                "at": {
                  "description": "The time since the start or since the last quiesce.", "$ref": "#/$defs/duration"
                },
                "after": {"description": "The time since the previous step.", "$ref": "#/$defs/duration"},
                "dice": {
                  "description": "The number of the step's random stream, which stays when a plan is shortened.",
                  "type": "integer", "minimum": 1, "maximum": \(StepReader.mostDice)
                },
        \(StepTable.all.map { "        \(Self.property($0))" }.joined(separator: ",\n"))
              }
            },
        """

    private static func property(_ kind: StepKind) -> String {
        "\"\(kind.word)\": {\"description\": \"\(kind.sentence)\", \"$ref\": \"#/$defs/\(kind.shape)\"}"
    }

    /// The shapes that come earlier in the schema than in the table of steps. The first word of each pair is such a
    /// shape. The second word is the shape before which the schema places it.
    private static let earlier: KeyValuePairs = ["expiry": "act", "random": "clock"]

    /// The schema definitions of all kinds of steps, except expectations. Kinds of steps with the same shape share one
    /// definition.
    static let shapes: String = {
        var kinds: [StepKind] = []
        for kind in StepTable.all where kind.shape != "expectation" {
            if !kinds.contains(where: { $0.shape == kind.shape }) { kinds.append(kind) }
        }
        for (shape, later) in Self.earlier {
            guard let place = kinds.firstIndex(where: { $0.shape == shape }),
                let target = kinds.firstIndex(where: { $0.shape == later })
            else { preconditionFailure("a shape that no step has") }
            kinds.insert(kinds.remove(at: place), at: target)
        }
        return kinds.map { StepShape($0).text + "," }.joined(separator: "\n")
    }()
}
