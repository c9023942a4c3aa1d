/// The rules by which Jenkins reads a report, and those that GitLab adds. Written from what they say.
package enum JUnitSchema {
    private struct Rule {
        var required: Set<String> = []
        var optional: Set<String> = []
        var children: Set<String> = []
        var holdsText = false
    }

    private static let outcome = Rule(optional: ["type", "message"], holdsText: true)
    private static let rules: [String: Rule] = [
        "testsuites": Rule(optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
        "testsuite": Rule(
            required: ["name", "tests", "failures", "errors"],
            optional: [
                "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
            ], children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
        "testcase": Rule(
            required: ["name"], optional: ["time", "classname", "group"],
            children: ["skipped", "error", "failure", "system-out", "system-err"]),
        "properties": Rule(children: ["property"]),
        "property": Rule(required: ["name", "value"]),
        "failure": outcome, "error": outcome, "skipped": outcome, "system-out": Rule(holdsText: true),
        "system-err": Rule(holdsText: true),
    ]

    /// What is wrong with a report; empty when nothing is.
    package static func faults(of xml: String) -> [String] {
        let root: PlainXML
        do { root = try PlainXML.parse(xml) } catch { return [error.reason] }
        guard root.name == "testsuites" || root.name == "testsuite" else { return ["the root is \(root.name)"] }
        return Self.faults(of: root) + Self.miscounts(of: root) + Self.doubles(in: root)
    }

    private static func faults(of element: PlainXML) -> [String] {
        guard let rule = Self.rules[element.name] else { return ["unknown element \(element.name)"] }
        var faults = rule.required.subtracting(element.attributes.keys).map { "\(element.name) has no \($0)" }
        faults += Set(element.attributes.keys).subtracting(rule.required.union(rule.optional))
            .map { "\(element.name) has an unknown \($0)" }
        if let time = element.attributes["time"], time.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) == nil {
            faults.append("\(time) is no time")
        }
        if !rule.holdsText, !element.text.allSatisfy(\.isWhitespace) { faults.append("\(element.name) holds a text") }
        for child in element.children {
            if !rule.children.contains(child.name) { faults.append("\(child.name) in \(element.name)") }
            faults += Self.faults(of: child)
        }
        let outcomes = element.children.count { ["skipped", "error", "failure"].contains($0.name) }
        if element.name == "testcase", outcomes > 1 { faults.append("a case with \(outcomes) outcomes") }
        return faults.sorted()
    }

    /// The numbers that a suite states are those of its cases.
    private static func miscounts(of element: PlainXML) -> [String] {
        let cases = Self.cases(in: element)
        let parts = [("tests", nil), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
        let wrong = parts.compactMap { attribute, child -> String? in
            let count = cases.count { item in child == nil || item.children.contains { $0.name == child } }
            guard let stated = element.attributes[attribute], stated != String(count) else { return nil }
            return "\(element.name) states \(stated) \(attribute), there are \(count)"
        }
        return wrong + element.children.filter { $0.name == "testsuite" }.flatMap(Self.miscounts)
    }

    /// GitLab counts only the first of two cases with one name.
    private static func doubles(in root: PlainXML) -> [String] {
        var seen: Set<[String]> = []
        return Self.cases(in: root).compactMap { item in
            let name = [item.attributes["classname"] ?? "", item.attributes["name"] ?? ""]
            return seen.insert(name).inserted ? nil : "two cases are \(name.joined(separator: " "))"
        }
    }

    package static func cases(in element: PlainXML) -> [PlainXML] {
        element.name == "testcase" ? [element] : element.children.flatMap(Self.cases)
    }
}
