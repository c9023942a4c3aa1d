import TestSupport

@testable import LabScenario

/// Checks YAML values against the part of JSON Schema that ours uses, as an editor would.
struct SchemaCheck {
    let root: ReferenceJSON

    init() throws { self.root = try ReferenceJSON.parse(Array(ScenarioSchema.text.utf8)) }

    func fault(_ node: YAMLNode?) -> String? {
        node.map { self.fault($0, self.root) } ?? "there is nothing"
    }

    /// The first thing wrong with a value; nil when it fits.
    private func fault(_ node: YAMLNode, _ schema: ReferenceJSON) -> String? {
        for member in schema.members ?? [] {
            let keyword = String(decoding: member.key, as: UTF8.self)
            if let fault = self.fault(node, keyword, member.value, schema) { return "\(node.place.line): \(fault)" }
        }
        return nil
    }

    private func fault(_ node: YAMLNode, _ keyword: String, _ rule: ReferenceJSON, _ schema: ReferenceJSON) -> String? {
        switch keyword {
        case "description", "title", "$schema", "$defs": return nil
        case "$ref": return self.target(of: rule.string).map { self.fault(node, $0) } ?? "no \(rule.string)"
        case "type":
            let types = rule.elements?.map(\.string) ?? [rule.string]
            return types.contains { self.types(of: node).contains($0) } ? nil : "it is no \(types)"
        case "const": return node.text == rule.digits ? nil : "it is not \(rule.digits)"
        case "enum": return (rule.elements ?? []).contains { $0.string == node.text } ? nil : "it is no choice"
        case "pattern":
            // What is no text is of no concern to a pattern.
            guard let text = node.string, let pattern = try? Regex(rule.string) else { return nil }
            return text.firstMatch(of: pattern) != nil ? nil : "\(text) does not look like \(rule.string)"
        case "minLength": return (node.string?.count ?? .max) >= rule.number ? nil : "it is too short"
        case "maxLength": return (node.string?.count ?? 0) <= rule.number ? nil : "it is too long"
        case "minimum": return (node.integer ?? .max) >= rule.number ? nil : "it is too small"
        case "maximum": return (node.integer ?? .min) <= rule.number ? nil : "it is too large"
        case "minItems": return (node.items?.count ?? .max) >= rule.number ? nil : "there are too few"
        case "maxItems": return (node.items?.count ?? 0) <= rule.number ? nil : "there are too many"
        case "items": return (node.items ?? []).lazy.compactMap { self.fault($0, rule) }.first
        case "oneOf", "anyOf":
            let faults = (rule.elements ?? []).map { self.fault(node, $0) }
            let fitting = faults.count { $0 == nil }
            return fitting == 1 || keyword == "anyOf" && fitting > 1 ? nil : "\(fitting) choices fit: \(faults)"
        case "not": return self.fault(node, rule) == nil ? "it is what it must not be" : nil
        default: return self.faultOfMap(node, keyword, rule, schema)
        }
    }

    private func faultOfMap(
        _ node: YAMLNode, _ keyword: String, _ rule: ReferenceJSON, _ schema: ReferenceJSON
    ) -> String? {
        let entries = node.entries
        switch keyword {
        case "required":
            // What is no map has no keys that could be missing, but ours are all for maps.
            let missing = (rule.elements ?? []).map(\.string).first { name in
                !(entries ?? []).contains { $0.key == name }
            }
            return missing.map { "\($0) is missing" }
        case "dependentRequired":
            return (entries ?? []).lazy.compactMap { entry in
                rule[entry.key].flatMap { self.faultOfMap(node, "required", $0, schema) }
            }.first
        case "maxProperties": return (entries?.count ?? 0) <= rule.number ? nil : "there are too many"
        case "minProperties": return (entries?.count ?? .max) >= rule.number ? nil : "there are too few"
        case "propertyNames":
            return (entries ?? []).lazy.compactMap { entry in
                self.fault(YAMLNode(content: .scalar(entry.key, isPlain: false), place: entry.place), rule)
            }.first
        case "properties":
            return (entries ?? []).lazy.compactMap { entry in
                rule[entry.key].flatMap { self.fault(entry.value, $0).map { "\(entry.key): \($0)" } }
            }.first
        case "additionalProperties":
            let others = (entries ?? []).filter { schema["properties"]?[$0.key] == nil }
            guard rule.isObject else { return others.first.map { "\($0.key) is unknown" } }
            return others.lazy.compactMap { self.fault($0.value, rule) }.first
        default: return "the schema has a keyword that is not checked: \(keyword)"
        }
    }

    func target(of name: String) -> ReferenceJSON? {
        name.split(separator: "/").dropFirst().reduce(self.root) { $0?[String($1)] }
    }

    private func types(of node: YAMLNode) -> Set<String> {
        switch node.content {
        case .list: return ["array"]
        case .map: return ["object"]
        case .scalar(_, isPlain: false): return ["string"]
        case .scalar(let text, isPlain: true):
            if node.isNull { return ["null"] }
            if text == "true" || text == "false" { return ["boolean"] }
            if node.integer != nil { return ["integer", "number"] }
            return text.wholeMatch(of: /-?[0-9]+[.][0-9]+/) == nil ? ["string"] : ["number"]
        }
    }
}

extension YAMLNode {
    fileprivate var entries: [Entry]? {
        guard case .map(let entries) = self.content else { return nil }
        return entries
    }

    fileprivate var items: [YAMLNode]? {
        guard case .list(let items) = self.content else { return nil }
        return items
    }

    fileprivate var text: String? {
        guard case .scalar(let text, _) = self.content else { return nil }
        return text
    }

    /// A text that no editor takes for a number.
    fileprivate var string: String? { self.integer == nil ? self.text : nil }

    fileprivate var integer: Int? {
        guard case .scalar(let text, isPlain: true) = self.content else { return nil }
        let isHex = text.hasPrefix("0x")
        let digits = isHex ? text.dropFirst(2) : text[...]
        guard !digits.isEmpty, digits.allSatisfy({ isHex ? $0.isHexDigit : $0.isNumber }) else { return nil }
        // A number that is too large for us is one all the same.
        return Int(digits, radix: isHex ? 16 : 10) ?? .max
    }
}

extension ReferenceJSON {
    fileprivate var string: String { self.text.map { String(decoding: $0, as: UTF8.self) } ?? "" }

    fileprivate var digits: String {
        guard case .number(let digits) = self.form else { return "" }
        return String(decoding: digits, as: UTF8.self)
    }

    fileprivate var number: Int { Int(self.digits) ?? 0 }
}
