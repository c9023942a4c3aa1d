import ShoulderTap

/// Checks values against the part of JSON Schema that ours uses.
struct SchemaCheck {
    let root: PayloadElement

    /// The first thing wrong with a value; nil when it fits.
    func fault(_ value: PayloadElement, _ schema: PayloadElement) -> String? {
        if let name = schema["$ref"]?.string {
            guard let target = self.target(of: name) else { return "there is no \(name)" }
            return self.fault(value, target)
        }
        for (keyword, rule) in schema.members ?? [] {
            if let fault = self.fault(value, keyword, rule, schema) { return fault }
        }
        return nil
    }

    private func target(of name: String) -> PayloadElement? {
        name.split(separator: "/").dropFirst().reduce(self.root) { $0?[String($1)] }
    }

    private func fault(
        _ value: PayloadElement, _ keyword: String, _ rule: PayloadElement, _ schema: PayloadElement
    ) -> String? {
        switch keyword {
        case "description", "title", "format", "$schema", "$defs": return nil
        case "type": return self.hasType(value, rule.string ?? "") ? nil : "a value is no \(rule.string ?? "")"
        case "const": return value.int64 == rule.int64 && value.int64 != nil ? nil : "a value is another one"
        case "enum":
            return (rule.elements ?? []).contains { $0.string == value.string }
                ? nil : "a value is none of those listed"
        case "minimum": return (value.int64 ?? .min) >= (rule.int64 ?? .max) ? nil : "a number is too small"
        case "maximum": return (value.int64 ?? .max) <= (rule.int64 ?? .min) ? nil : "a number is too large"
        case "required":
            return (rule.elements ?? []).lazy.compactMap(\.string).first { value[$0] == nil }.map { "\($0) is missing" }
        case "oneOf":
            let fitting = (rule.elements ?? []).count { self.fault(value, $0) == nil }
            return fitting == 1 ? nil : "\(fitting) choices fit"
        case "not": return self.fault(value, rule) == nil ? "it is what it must not be" : nil
        case "items": return (value.elements ?? []).lazy.compactMap { self.fault($0, rule) }.first
        case "properties":
            return (rule.members ?? []).lazy.compactMap { name, inner in
                value[name].flatMap { self.fault($0, inner) }
            }.first
        case "additionalProperties":
            let known = (schema["properties"]?.members ?? []).map(\.key)
            return (value.members ?? []).first { !known.contains($0.key) }.map { "\($0.key) is unknown" }
        default: return "the schema has a keyword that is not checked: \(keyword)"
        }
    }

    private func hasType(_ value: PayloadElement, _ type: String) -> Bool {
        switch type {
        case "object": value.kind == .object
        case "array": value.kind == .array
        case "string": value.kind == .string
        case "integer": value.int64 != nil
        default: false
        }
    }
}
