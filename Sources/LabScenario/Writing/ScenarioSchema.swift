import Basics
import PushLab

/// The JSON Schema of a scenario file, for editors with completion and validation.
///
/// It contains every key and every word that the reader knows. The reader alone checks other rules, such as that a
/// device belongs to the scenario. It also checks that there are users and steps, which an included file may leave out.
package enum ScenarioSchema {
    package static let text = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "A ShoulderTap scenario, version \(Scenario.formatVersion)",
          "type": "object",
          "required": ["version"],
          "additionalProperties": false,
          "properties": {
            "version": {"description": "The version of this format.", "const": \(Scenario.formatVersion)},
            "include": {
              "description": "Files of its folder or below it; what they say holds where it says nothing else itself.",
              "oneOf": [
                {"$ref": "#/$defs/part"},
                {"type": "array", "minItems": 1, "maxItems": \(Inclusion.mostFiles), "items": {"$ref": "#/$defs/part"}}
              ]
            },
            "about": {"description": "One sentence on what it shows.", "$ref": "#/$defs/text"},
            "seed": {
              "description": "The seed that it runs with unless another is asked for.",
              "oneOf": [
                {"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^(0x[0-9a-fA-F]{1,16}|[0-9]{1,20})$"}
              ]
            },
            "weight": {"description": "heavy: one seed of an exploration is enough.", "enum": ["light", "heavy"]},
        \(Self.needs)
            "host": {
              "description": "The cross-platform id of the app.", "type": "string", "minLength": 1, "maxLength": 253,
              "pattern": "^[a-z0-9-]{0,63}([.][a-z0-9-]{0,63})*$"
            },
            "users": {
              "description": "The users and their devices.",
              "oneOf": [{"$ref": "#/$defs/people"}, {"$ref": "#/$defs/crowd"}]
            },
            "network": {
              "description": "How long messages take, and how many get lost.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "connect": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {"latency": {"$ref": "#/$defs/spread"}, "refused": {"$ref": "#/$defs/share"}}
                },
                "fetch": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
                    "latency": {"$ref": "#/$defs/spread"},
                    "loss": {"$ref": "#/$defs/share"},
                    "answer_loss": {"$ref": "#/$defs/share"}
                  }
                },
                "send": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {"latency": {"$ref": "#/$defs/spread"}}
                },
                "signal": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
                    "delay": {"$ref": "#/$defs/spread"},
                    "loss": {"$ref": "#/$defs/share"},
                    "dup": {"$ref": "#/$defs/share"},
                    "coalesce": {"enum": [\(words(Scenario.Coalescing.allCases))]}
                  }
                }
              }
            },
            "service": {
              "description": "How the service behaves where it is free to.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "page": {
                  "description": "How many changes a page has: 7, or 1..100 as a seed decides.",
                  "oneOf": [
                    {"type": "integer", "minimum": 1, "maximum": \(ScenarioReader.mostOnPage)},
                    {"type": "string", "pattern": "^[0-9]{1,3}[.][.][0-9]{1,3}$"}
                  ]
                },
                "commit": {
                  "description": "How long the store takes to commit: 5ms, 0ms..20ms or exp(5ms). At most a minute.",
                  "$ref": "#/$defs/spread"
                }
              }
            },
            "push": {
              "description": "How Apple's push service behaves where it is free to.",
              "type": "object",
              "anyOf": [{"required": ["wakes"]}, {"required": ["admission"]}],
              "dependentRequired": {"burst": ["wakes"], "refuse": ["admission"]},
              "additionalProperties": false,
              "properties": {
                "admission": {
                  "description": "Whether pushes to Apple are requests with headers and a provider token.",
                  "type": "boolean"
                },
                "refuse": {
                  "description": "The share of pushes refused with each status.",
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
        \(Self.refusals)
                  }
                },
                "wakes": {
                  "description": "How many wakes of an app that nobody looks at an hour earns: 3/h.",
                  "type": "string", "pattern": "^0*([1-9][0-9]{0,2}|1000)/h$"
                },
                "burst": {
                  "description": "How many of them can be saved up; those of an hour unless given.",
                  "type": "integer", "minimum": 1, "maximum": \(Scenario.WakeBudget.most)
                }
              }
            },
            "faults": {
              "description": "What befalls the world while chance chooses deeds.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "swarm": {"description": "Whether each run leaves whole faults out.", "type": "boolean"},
        \(Self.hazards)
              }
            },
            "app": {
              "description": "The lab's own app: on the value machine of the SDK, or on its classes.",
              "enum": ["reference", "facade"]
            },
            "vary": {
              "description": "What each seed leaves out or not.",
              "oneOf": [{"type": "null"}, {"type": "array", "items": {"enum": [\(words(Scenario.Knob.allCases))]}}]
            },
            "relation": {
              "description": "The relation that each seed is put to by a second run; otherwise one seed in four is.",
              "enum": [\(words(Relation.allCases))]
            },
            "traps": {
              "description": "Known mistakes that the reference app is to make.",
              "oneOf": [{"type": "null"}, {"type": "array", "items": {"enum": [\(words(Trap.allCases))]}}]
            },
            "steps": {
              "description": "What is done, one after the other.",
              "type": "array", "minItems": 1, "maxItems": \(StepReader.mostSteps), "items": {"$ref": "#/$defs/step"}
            },
            "expect": {
              "description": "What holds in the end; that the devices agree, unless something else is said.",
              "oneOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/$defs/expectation"}}]
            },
            "thresholds": {
              "description": "What is measured, and how much of it is too much: p(99)<2000, max<=2, avg<1.5.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
        \(Self.measures)
              }
            }
          },
          "$defs": {
        \(Self.steps)
        \(Self.shapes)
        \(Self.values)
          }
        }

        """

    private static let measures = (Measure.allCases.map(\.rawValue) + Measure.nicknames.map(\.key)).map { name in
        "        \"\(name)\": {\"$ref\": \"#/$defs/limits\"}"
    }.joined(separator: ",\n")

    static func words<Choice: RawRepresentable>(_ choices: [Choice]) -> String where Choice.RawValue == String {
        Self.words(choices.map(\.rawValue))
    }

    static func words(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }

    private static let refusals = Scenario.FrontDoor.Trouble.allCases
        .map { "            \"\($0.rawValue)\": {\"$ref\": \"#/$defs/share\"}" }.joined(separator: ",\n")

    private static let hazards = Scenario.Hazard.Kind.allCases
        .map { "        \"\($0.rawValue)\": \(Self.hazard($0))" }.joined(separator: ",\n")

    private static func hazard(_ kind: Scenario.Hazard.Kind) -> String {
        let keys = ScenarioReader.keys(of: kind).map { key in
            let shape =
                switch key {
                case "every": "spread"
                case "for": "durations"
                default: "duration"
                }
            return "\"\(key)\": {\"$ref\": \"#/$defs/\(shape)\"}"
        }
        let properties = "\"properties\": {\(keys.joined(separator: ", "))}"
        return "{\"type\": \"object\", \"additionalProperties\": false, \(properties)}"
    }
}
