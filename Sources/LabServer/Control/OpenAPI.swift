import PushServer
import ShoulderTap

/// The OpenAPI description of the control API, made from its table of operations.
enum OpenAPI {
    static func document(_ operations: [Operation], version: String) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("openapi", "3.0.3")
            writer.object("info") { writer in
                writer.member("title", "ShoulderTap lab")
                writer.member("version", version)
                writer.member("description", "Simulated devices behind a local push service.")
            }
            writer.object("paths") { Self.write(paths: operations, into: &$0) }
            writer.object("components") { writer in
                writer.object("schemas") { writer in
                    for shape in Shape.all { writer.object(shape.name) { Self.write(shape, into: &$0) } }
                }
                writer.object("securitySchemes") { writer in
                    writer.object("token") { writer in
                        writer.member("type", "http")
                        writer.member("scheme", "bearer")
                    }
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static func write(paths operations: [Operation], into writer: inout JSONWriter) {
        var paths: [String] = []
        for operation in operations where !paths.contains(operation.path) { paths.append(operation.path) }
        for path in paths {
            writer.object(path) { writer in
                for operation in operations where operation.path == path {
                    writer.object(operation.method.lowercased()) { Self.write(operation, into: &$0) }
                }
            }
        }
    }

    private static func write(_ operation: Operation, into writer: inout JSONWriter) {
        writer.member("operationId", operation.id)
        writer.member("summary", operation.summary)
        writer.array("security") { writer in
            writer.object { _ in }
            writer.object { $0.array("token") { _ in } }
        }
        writer.array("parameters") { writer in
            for gap in operation.route.pattern.parameters {
                writer.object {
                    Self.write(parameter: .name(gap, "the \(gap) of the request", isRequired: true), in: "path", &$0)
                }
            }
            for field in operation.query { writer.object { Self.write(parameter: field, in: "query", &$0) } }
        }
        if let body = operation.body {
            writer.object("requestBody") { writer in
                writer.member("required", flag: body.contains(where: \.isRequired) || !operation.choices.isEmpty)
                Self.write(content: "application/json", into: &writer) { writer in
                    Self.write(object: body, into: &writer)
                    if !operation.choices.isEmpty {
                        writer.array("anyOf") { writer in
                            for name in operation.choices { writer.object { $0.member("required", texts: [name]) } }
                        }
                    }
                }
            }
        }
        writer.object("responses") { writer in
            writer.object(String(operation.success.status)) { writer in
                writer.member("description", operation.success.meaning)
                if let answer = operation.answer {
                    Self.write(content: "application/json", into: &writer) { Self.refer(to: answer, in: &$0) }
                } else if operation.success.status == 200 {
                    Self.write(content: "text/plain", into: &writer) { $0.member("type", "string") }
                }
            }
            for (status, meaning) in operation.failures { Self.write(failure: String(status), meaning, into: &writer) }
            Self.write(failure: "4XX", "the request is wrong, too large, or not allowed", into: &writer)
        }
    }

    private static func write(failure status: String, _ meaning: String, into writer: inout JSONWriter) {
        writer.object(status) { writer in
            writer.member("description", meaning)
            Self.write(content: "application/json", into: &writer) { Self.refer(to: .error, in: &$0) }
        }
    }

    private static func write(
        content type: String, into writer: inout JSONWriter, _ schema: (inout JSONWriter) -> Void
    ) {
        writer.object("content") { writer in
            writer.object(type) { $0.object("schema", schema) }
        }
    }

    private static func write(parameter field: Field, in place: String, _ writer: inout JSONWriter) {
        writer.member("name", field.name)
        writer.member("in", place)
        writer.member("description", field.meaning)
        writer.member("required", flag: field.isRequired)
        writer.object("schema") { Self.write(field.kind, into: &$0) }
    }

    private static func write(object fields: [Field], into writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.member("additionalProperties", flag: false)
        let required = fields.filter(\.isRequired).map(\.name)
        if !required.isEmpty { writer.member("required", texts: required) }
        writer.object("properties") { writer in
            for field in fields {
                writer.object(field.name) { writer in
                    Self.write(field.kind, into: &writer)
                    writer.member("description", field.meaning)
                }
            }
        }
    }

    private static func write(_ kind: Field.Kind, into writer: inout JSONWriter) {
        switch kind {
        case .text(let most):
            writer.member("type", "string")
            writer.member("minLength", number: 1)
            writer.member("maxLength", number: most)
        case .bundle:
            writer.member("type", "string")
            writer.member("pattern", "^[A-Za-z0-9_-]([A-Za-z0-9._-]{0,100})$")
            writer.member("example", ControlAPI.usualBundle)
        case .word(let words):
            writer.member("type", "string")
            writer.member("enum", texts: words)
        case .integer(let range):
            writer.member("type", "integer")
            writer.member("minimum", number: range.lowerBound)
            writer.member("maximum", number: range.upperBound)
        case .time:
            writer.member("type", "string")
            writer.member("pattern", "^[0-9]{1,6}(us|ms|s|m|h|d)$")
            writer.member("example", "5s")
        case .flag: writer.member("type", "boolean")
        case .share:
            writer.member("type", "number")
            writer.member("minimum", number: 0)
            writer.member("maximum", number: 1)
        }
    }
}

extension OpenAPI {
    private static func write(_ shape: Shape, into writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.member("required", texts: shape.members.map(\.name).filter { !shape.optional.contains($0) })
        writer.object("properties") { writer in
            for member in shape.members { writer.object(member.name) { Self.write(member.kind, into: &$0) } }
        }
    }

    private static func write(_ kind: Shape.Kind, into writer: inout JSONWriter) {
        switch kind {
        case .text: writer.member("type", "string")
        case .integer: writer.member("type", "integer")
        case .flag: writer.member("type", "boolean")
        case .optionalText:
            writer.member("type", "string")
            writer.member("nullable", flag: true)
        case .optionalInteger:
            writer.member("type", "integer")
            writer.member("nullable", flag: true)
        case .object(let shape): Self.refer(to: shape, in: &writer)
        case .objects(let shape):
            writer.member("type", "array")
            writer.object("items") { Self.refer(to: shape, in: &$0) }
        case .optionalObject(let shape):
            writer.member("nullable", flag: true)
            writer.array("allOf") { $0.object { Self.refer(to: shape, in: &$0) } }
        case .texts:
            writer.member("type", "array")
            writer.object("items") { $0.member("type", "string") }
        }
    }

    private static func refer(to shape: Shape, in writer: inout JSONWriter) {
        writer.member("$ref", "#/components/schemas/\(shape.name)")
    }
}

extension Operation {
    /// The name of the operation for generated clients, such as `get_lab_devices_id`.
    var id: String {
        let words = self.path.split { !$0.isLetter && !$0.isNumber }
        return ([self.method.lowercased()] + words.map(String.init)).joined(separator: "_")
    }
}
