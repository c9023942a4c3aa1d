import PushLab

/// The value shapes that the schema uses more than once.
extension ScenarioSchema {
    /// A pattern for the ids of all promises: `P([1-9]|[1-3][0-9]|40)`.
    private static let promise: String = {
        let (tens, ones) = Property.promises.count.quotientAndRemainder(dividingBy: 10)
        return "P([1-9]|[1-\(tens - 1)][0-9]|\(tens)\(ones == 0 ? "0" : "[0-\(ones)]"))"
    }()

    static let values = """
            "expectation": {
              "type": "object",
              "oneOf": [
                {"required": ["agree"], "maxProperties": 1},
                {"required": ["hold"], "maxProperties": 1},
                {
                  "required": ["everywhere"],
                  "not": {"anyOf": [{"required": ["device"]}, {"required": ["n"]}, {"required": ["agree"]}]},
                  "anyOf": [{"required": ["state"]}, {"required": ["read"]}, {"required": ["banner"]}]
                },
                {
                  "required": ["device", "n"],
                  "not": {"anyOf": [{"required": ["everywhere"]}, {"required": ["agree"]}]},
                  "anyOf": [{"required": ["state"]}, {"required": ["read"]}, {"required": ["banner"]}]
                }
              ],
              "additionalProperties": false,
              "properties": {
                "agree": {"description": "All devices show the active notifications of their users.", "enum": ["all"]},
                "everywhere": {"description": "A notification, on all devices.", "$ref": "#/$defs/id"},
                "device": {"description": "A device, for one notification.", "$ref": "#/$defs/device"},
                "hold": {
                  "description": "The promises that a run must check: all, P15 or P7..P16.",
                  "type": "string", "pattern": "^(all|\(Self.promise)([.][.]\(Self.promise))?)$"
                },
                "n": {"$ref": "#/$defs/id"},
                "state": {"enum": [\(words(Scenario.State.allCases))]},
                "read": {"type": "boolean"},
                "banner": {"enum": [\(words(Scenario.Banner.allCases))]}
              }
            },
            "people": {
              "type": "object",
              "minProperties": 1,
              "not": {"required": ["count"]},
              "propertyNames": {"$ref": "#/$defs/name"},
              "additionalProperties": {
                "type": "object",
                "minProperties": 1,
                "propertyNames": {"$ref": "#/$defs/name"},
                "properties": {"account": {"$ref": "#/$defs/account"}},
                "additionalProperties": {"$ref": "#/$defs/platform"}
              }
            },
            "crowd": {
              "type": "object",
              "required": ["count", "devices"],
              "additionalProperties": false,
              "properties": {
                "count": {"type": "integer", "minimum": 1, "maximum": \(ScenarioReader.mostUsers)},
                "devices": {
                  "type": "object",
                  "minProperties": 1,
                  "propertyNames": {"$ref": "#/$defs/platform"},
                  "additionalProperties": {"type": "integer", "minimum": 0, "maximum": \(ScenarioReader.mostDevices)}
                },
                "account": {"$ref": "#/$defs/account"}
              }
            },
            "name": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,39}$"},
            "device": {
              "description": "A device, such as phone or alice.phone.",
              "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,39}([.][A-Za-z][A-Za-z0-9_-]{0,39})?$"
            },
            "platform": {"enum": [\(words(LabPlatform.allCases))]},
            "account": {"enum": [\(words(LabAccount.allCases))]},
            "count": {"type": "integer", "minimum": 1, "maximum": \(StepReader.mostCount)},
            "id": {"type": ["string", "number", "boolean"], "minLength": 1, "maxLength": 128},
            "text": {"type": ["string", "number", "boolean"], "maxLength": 4096},
            "word": {"type": ["string", "number", "boolean"], "minLength": 1, "maxLength": 4096},
            "part": {
              "type": ["string", "number", "boolean"], "minLength": 1, "maxLength": \(PartPath.mostBytes),
              "pattern": "^(?!(.*/)?[.][.](/|$))(?!(.*/)?[.]$)[^/\\\\u0000]+(/[^/\\\\u0000]+)*$"
            },
            "limit": {
              "type": "string",
              "pattern": "^ *(avg|min|med|max|count|p[(][0-9.]+[)]) *(<=|<|>=|>|==|!=) *[0-9]{1,12}([.][0-9]{1,3})? *$"
            },
            "limits": {
              "oneOf": [{"$ref": "#/$defs/limit"}, {"type": "array", "items": {"$ref": "#/$defs/limit"}}]
            },
            "share": {"type": "string", "pattern": "^(100|[0-9]{1,2})%$"},
            "duration": {
              "description": "A number with a unit: 250ms, 2s, 1.5h.",
              "type": "string", "pattern": "^[0-9]+([.][0-9]+)?(us|ms|s|m|h|d)$"
            },
            "spread": {
              "description": "A duration, a range such as 5ms..80ms, or exp(40ms).",
              "oneOf": [
                {"$ref": "#/$defs/durations"},
                {"type": "string", "pattern": "^exp[(][0-9]+([.][0-9]+)?(us|ms|s|m|h|d)[)]$"}
              ]
            },
            "durations": {
              "description": "A duration, or a range such as 5ms..80ms.",
              "type": "string",
              "pattern": "^[0-9]+([.][0-9]+)?(us|ms|s|m|h|d)([.][.][0-9]+([.][0-9]+)?(us|ms|s|m|h|d))?$"
            }
        """
}
