/// The JSON Schema of a line of a capture, for tools that write captures without this package.
package enum CaptureSchema {
    package static let text = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "A line of a ShoulderTap capture, version 1",
          "oneOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/entry"}],
          "$defs": {
            "header": {
              "description": "The first line, and the first line of each capture that was appended.",
              "type": "object",
              "required": ["shouldertapCapture"],
              "additionalProperties": false,
              "properties": {
                "shouldertapCapture": {"const": 1},
                "started": {"description": "The wall clock at time 0.", "type": "string", "format": "date-time"}
              }
            },
            "entry": {
              "type": "object",
              "required": ["channel"],
              "oneOf": [{"required": ["payload"]}, {"required": ["payloadBase64"]}],
              "not": {"required": ["device", "token"]},
              "additionalProperties": false,
              "properties": {
                "time": {"description": "Nanoseconds since the start.", "type": "integer"},
                "channel": {"enum": ["apns", "fcm", "wns", "rest"]},
                "device": {"description": "A name or a pseudonym.", "type": "string"},
                "token": {"description": "The device token as it was sent: a secret.", "type": "string"},
                "source": {"description": "The file and line that it was imported from.", "type": "string"},
                "headers": {"$ref": "#/$defs/headers"},
                "payload": {"description": "The exact bytes, where they are UTF-8.", "type": "string"},
                "payloadBase64": {"description": "The exact bytes otherwise.", "type": "string"},
                "answer": {"$ref": "#/$defs/answer"}
              }
            },
            "headers": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "value"],
                "additionalProperties": false,
                "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
              }
            },
            "answer": {
              "type": "object",
              "required": ["status"],
              "not": {"required": ["body", "bodyBase64"]},
              "additionalProperties": false,
              "properties": {
                "status": {"type": "integer", "minimum": 100, "maximum": 999},
                "headers": {"$ref": "#/$defs/headers"},
                "body": {"type": "string"},
                "bodyBase64": {"type": "string"}
              }
            }
          }
        }

        """
}
