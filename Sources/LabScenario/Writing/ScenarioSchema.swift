import Basics
import PushLab

/// The JSON Schema of a scenario file, for completion and validation in editors.
///
/// It contains every key and every word that the reader knows. Other rules are checked only by the reader, such as the
/// rule that a device belongs to the scenario. The reader also checks that there are users and steps, because an
/// included file may leave them out.
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
              "description": "Files in its folder or below it. Keys of the scenario override the keys of these files.",
              "oneOf": [
                {"$ref": "#/$defs/part"},
                {"type": "array", "minItems": 1, "maxItems": \(Inclusion.mostFiles), "items": {"$ref": "#/$defs/part"}}
              ]
            },
            "about": {"description": "One sentence on what the scenario shows.", "$ref": "#/$defs/text"},
            "seed": {
              "description": "The seed of a run without --seed.",
              "oneOf": [
                {"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^(0x[0-9a-fA-F]{1,16}|[0-9]{1,20})$"}
              ]
            },
            "weight": {"description": "heavy: an exploration runs only one seed.", "enum": ["light", "heavy"]},
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
              "description": "The delays of messages, and the share that gets lost.",
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
              "description": "Settings of the service.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "page": {
                  "description": "The number of changes on a page: 7, or 1..100 to let the seed choose.",
                  "oneOf": [
                    {"type": "integer", "minimum": 1, "maximum": \(ScenarioReader.mostOnPage)},
                    {"type": "string", "pattern": "^[0-9]{1,3}[.][.][0-9]{1,3}$"}
                  ]
                },
                "commit": {
                  "description": "The time of a commit in the store: 5ms, 0ms..20ms or exp(5ms). At most a minute.",
                  "$ref": "#/$defs/spread"
                }
              }
            },
            "push": {
              "description": "Settings of Apple's push service.",
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
                  "description": "The number of times per hour that the system wakes an app in the background: 3/h.",
                  "type": "string", "pattern": "^0*([1-9][0-9]{0,2}|1000)/h$"
                },
                "burst": {
                  "description": "The number of unused wakes that are saved; by default, those of an hour.",
                  "type": "integer", "minimum": 1, "maximum": \(Scenario.WakeBudget.most)
                }
              }
            },
            "faults": {
              "description": "The faults that occur during random steps.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "swarm": {"description": "Whether each run leaves out some of the faults.", "type": "boolean"},
        \(Self.hazards)
              }
            },
            "app": {
              "description": "The lab's own app: reference uses the value machine of the SDK, facade its classes.",
              "enum": ["reference", "facade"]
            },
            "vary": {
              "description": "Settings that only some seeds use.",
              "oneOf": [{"type": "null"}, {"type": "array", "items": {"enum": [\(words(Scenario.Knob.allCases))]}}]
            },
            "relation": {
              "description": "The relation that a second run checks for every seed; by default, for one seed in four.",
              "enum": [\(words(Relation.allCases))]
            },
            "traps": {
              "description": "Known mistakes that the reference app makes.",
              "oneOf": [{"type": "null"}, {"type": "array", "items": {"enum": [\(words(Trap.allCases))]}}]
            },
            "steps": {
              "description": "The steps, in order.",
              "type": "array", "minItems": 1, "maxItems": \(StepReader.mostSteps), "items": {"$ref": "#/$defs/step"}
            },
            "expect": {
              "description": "The expected end; by default, that the devices agree.",
              "oneOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/$defs/expectation"}}]
            },
            "thresholds": {
              "description": "The limits of measures: p(99)<2000, max<=2, avg<1.5.",
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
