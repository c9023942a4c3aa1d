import PushLab

/// The part of the schema for `needs`: the app, the server or the test that a saved plan requires.
extension ScenarioSchema {
    static let needs = """
            "needs": {
              "description": "The app, server or test that a kept plan needs. The tool refuses to run it without them.",
              "type": "object",
              "minProperties": 1,
              "dependentRequired": {"test": ["of_test"], "of_test": ["test"]},
              "additionalProperties": false,
              "properties": {
                "app": {"description": "The app, as --app names it.", "$ref": "#/$defs/word"},
                "backend": {"description": "The server, as --backend names it.", "$ref": "#/$defs/word"},
                "test": {"description": "The Swift test, as swift test --filter names it.", "$ref": "#/$defs/word"},
                "of_test": {
                  "description": "The parts that only the test has.",
                  "type": "array", "minItems": 1, "items": {"enum": [\(words(Scenario.Needs.Part.allCases))]}
                }
              }
            },
        """
}
