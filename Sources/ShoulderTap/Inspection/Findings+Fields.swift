extension Findings {
    /// Compares one typed field with Apple's documentation.
    mutating func inspectField(_ field: ApsField, _ value: Int) {
        let kind = self.kind(of: value)
        guard field.kinds.allows(kind) else {
            self.add(field.isArguments && kind == .string ? .locArgsString : .fieldWrongType, at: value)
            return
        }
        let element = PayloadElement(map: self.map, index: value)
        if kind == .array, let elements = element.elements, elements.contains(where: { $0.kind != .string }) {
            self.add(.fieldWrongType, at: value)
        }
        if !self.isInRange(field, element) { self.add(.fieldOutOfRange, at: value) }
    }

    private func isInRange(_ field: ApsField, _ element: PayloadElement) -> Bool {
        switch field {
        case .interruptionLevel:
            self.isString(element.index, oneOf: "passive", "active", "time-sensitive", "critical")
        case .event: self.isString(element.index, oneOf: "start", "update", "end")
        case .badge, .summaryArgCount: element.number?.isCount ?? false
        case .mutableContent, .critical: element.number.map { $0.isOne || $0.isZero } ?? false
        case .inputPushToken: element.number?.isOne ?? false
        case .relevanceScore: self.kind == .liveActivity || element.number?.isShare ?? false
        case .volume: element.number?.isShare ?? false
        case .timestamp, .staleDate, .dismissalDate: element.number.map { !$0.isNegative } ?? false
        default: true
        }
    }

    /// Inspects `alert`, which is a string or an object.
    mutating func inspectAlert(_ alert: Int) {
        self.inspectTextOrObject(alert, ifEmpty: .alertEmpty)
        var members = self.map.members(of: alert)
        while let key = members.nextKey(in: self.map) { self.inspectAlertMember(key, key + 1) }
    }

    /// Inspects a value that may be a string or an object, and reports `code` when it is empty or null.
    private mutating func inspectTextOrObject(_ index: Int, ifEmpty code: PayloadDiagnostic.Code.Name) {
        let entry = self.map.entries[index]
        switch self.kind(of: index) {
        case .null: self.add(code, at: index)
        case .string: if entry.start == entry.end { self.add(code, at: index) }
        case .object: if Int(entry.next) == index + 1 { self.add(code, at: index) }
        case .bool, .number, .array: self.add(.fieldWrongType, at: index)
        }
    }

    private mutating func inspectAlertMember(_ key: Int, _ value: Int) {
        let token = self.map.entries[key].token
        if self.namesWake(key) {
            self.add(.contentAvailableInAlert, at: key)
        } else if self.names(key, "badge") {
            self.add(.badgeInAlert, at: key)
        } else if self.names(key, "sound") {
            if self.kind != .liveActivity {
                self.add(.soundInAlert, at: key)
            } else if self.kind(of: value) != .string {
                self.add(.fieldWrongType, at: value)
            }
        } else if let field = ApsField.named(token, in: self.map.bytes.span, among: ApsField.ofAlert) {
            // In a Live Activity, the title, subtitle and body may be objects for localisation.
            let isLocalised = self.kind == .liveActivity && self.kind(of: value) == .object
            if !(isLocalised && (field == .title || field == .subtitle || field == .body)) {
                self.inspectField(field, value)
            }
        }
    }

    /// Whether a key means `content-available` or `mutable-content`, in any known spelling.
    func namesWake(_ key: Int) -> Bool {
        self.names(key, "content-available") || self.names(key, "mutable-content")
            || self.names(key, "contentAvailable") || self.names(key, "mutableContent")
            || self.names(key, "content_available") || self.names(key, "mutable_content")
    }

    /// Inspects `sound`, which is a name or the object of a critical alert.
    mutating func inspectSound(_ sound: Int) {
        self.inspectTextOrObject(sound, ifEmpty: .soundEmpty)
        var members = self.map.members(of: sound)
        while let key = members.nextKey(in: self.map) {
            let token = self.map.entries[key].token
            if let field = ApsField.named(token, in: self.map.bytes.span, among: ApsField.ofSound) {
                self.inspectField(field, key + 1)
            }
        }
    }
}
