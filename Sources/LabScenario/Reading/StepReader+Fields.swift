import Basics
import PushLab

/// Reads steps according to the table of steps.
extension StepReader {
    mutating func deed(_ entry: YAMLNode.Entry) -> Scenario.Deed? {
        guard let kind = StepTable.kind(entry.key) else {
            preconditionFailure("no row in the table of steps for '\(entry.key)'")
        }
        switch kind.reading {
        case .byFields: return self.values(entry.value, kind).flatMap { kind.make($0) }
        case .partition: return self.partition(entry.value, kind)
        case .random: return self.random(entry.value, kind)
        case .expectation: return self.expectation(entry.value).map { .expect($0) }
        }
    }

    /// Reads the values of a step. Returns nil if a required value is missing or invalid.
    private mutating func values(_ node: YAMLNode, _ kind: StepKind) -> StepValues? {
        var values = StepValues()
        var fields: Fields?
        if case .scalar = node.content, !node.isNull, let lead = kind.lead {
            guard let value = self.value(node, lead, values) else { return nil }
            values[lead.key] = value
        } else if !node.isNull || !kind.mayBeEmpty {
            fields = self.list.fields(node, "'\(kind.word)'", kind.fields.map(\.key))
            if fields == nil { return nil }
        }
        let excluded = self.excluded(fields, kind)
        var isWhole = excluded == nil
        for field in kind.fields where values[field.key] == nil && excluded?.contains(field.key) != true {
            if let found = fields?[field.key] {
                values[field.key] = self.value(found, field, values)
            } else {
                values[field.key] = self.missing(field, at: node.place)
            }
            if field.isNeeded || field.isUser { isWhole = isWhole && values[field.key] != nil }
        }
        return isWhole ? values : nil
    }

    /// If a step has two keys that must not be used together, adds a fault and returns the two keys. Otherwise returns
    /// nil.
    private mutating func excluded(_ fields: Fields?, _ kind: StepKind) -> [String]? {
        guard let exclusion = kind.exclusion, fields?[exclusion.one] != nil, let other = fields?[exclusion.other] else {
            return nil
        }
        self.list.add(exclusion.otherwise, at: other.place)
        return [exclusion.one, exclusion.other]
    }

    // MARK: Values

    /// Reads the value of a field. Some values depend on fields that were read earlier. `before` contains the values of
    /// these fields.
    private mutating func value(_ node: YAMLNode, _ field: StepField, _ before: StepValues) -> StepValue? {
        let what = "'\(field.key)'"
        switch field.value {
        case .device: return self.device(node).map { .device($0) }
        case .sibling(let otherwise): return self.sibling(node, of: before.device, otherwise)
        case .user: return self.user(called: node).map { .text($0) }
        case .id: return self.id(node, what).map { .text($0) }
        case .notification: return self.notification(node, at: node.place).map { .text($0) }
        case .text: return self.list.text(node, what).map { .text($0) }
        case .flag: return self.list.flag(node, what).map { .flag($0) }
        case .time(let limit): return self.time(node, what, limit).map { .time($0) }
        case .count: return self.list.number(node, what, in: 1...Self.mostCount).map { .number($0) }
        case .word(let role, let choices, _): return self.list.word(node, role, among: choices).map { .word($0) }
        case .numbers: return self.list.count(node, what, in: 0...Self.mostSteps).map { .numbers($0) }
        case .rate, .devices, .platforms, .steps, .extraSteps:
            preconditionFailure("'\(field.key)' needs a reader of its own")
        }
    }

    /// Returns the default of a missing field, or adds a fault if the field is required.
    @discardableResult
    private mutating func missing(_ field: StepField, at place: Place) -> StepValue? {
        switch field.value {
        case .device where field.isNeeded:
            let offered = self.directory.offered
            let names = offered.isEmpty ? "name a device" : "use \(Spelling.list(offered))"
            self.list.add("'\(field.key)' is missing; \(names)", at: place)
        case .user: return self.onlyUser(at: place).map { .text($0) }
        default:
            if field.isNeeded { self.list.add("'\(field.key)' is missing; give \(field.missing)", at: place) }
        }
        return nil
    }

    /// Returns the node of a required key.
    ///
    /// If the key is missing, adds the fault that the table of steps gives for this key.
    mutating func needed(_ key: String, of kind: StepKind, in fields: Fields) -> YAMLNode? {
        if let node = fields[key] { return node }
        for field in kind.fields where field.key == key { self.missing(field, at: fields.place) }
        return nil
    }

    private mutating func time(_ node: YAMLNode, _ what: String, _ limit: StepField.Limit?) -> Interval? {
        guard let time = self.list.duration(node, what) else { return nil }
        guard let limit, time > limit.most else { return time }
        self.list.add(limit.otherwise, at: node.place)
        return nil
    }

    /// Reads the id of a notification that was published before.
    mutating func notification(_ node: YAMLNode?, at place: Place) -> String? {
        guard let node else {
            self.list.add("'n' is missing; give the name of a notification", at: place)
            return nil
        }
        guard let id = self.list.text(node, "'n'") else { return nil }
        if !self.isOpen, !self.published.contains(id) {
            let remedy = FaultList.remedy(for: id, among: self.published)
            self.list.add("no earlier step publishes the notification '\(id)'\(remedy)", at: node.place)
        }
        return id
    }

    private mutating func id(_ node: YAMLNode, _ what: String) -> String? {
        guard let id = self.list.text(node, what, atMost: 128) else { return nil }
        guard !id.isEmpty else {
            self.list.add("\(what) is empty; give a name", at: node.place)
            return nil
        }
        return id
    }
}

extension StepField {
    /// Whether the value of the field is a user. A step may leave out such a field if the scenario has only one user.
    fileprivate var isUser: Bool { if case .user = self.value { true } else { false } }
}
