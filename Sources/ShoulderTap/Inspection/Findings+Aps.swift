extension Findings {
    /// Inspects the `aps` object.
    mutating func inspectAps(_ aps: Int) {
        if Int(self.map.entries[aps].next) == aps + 1 {
            if self.kind == .voip { self.add(.apsEmpty, at: aps) }
            return
        }
        let before = self.count
        var members = self.map.members(of: aps)
        while let key = members.nextKey(in: self.map) { self.inspectApsMember(key, key + 1) }
        if self.kind == .alertWithWake, let wake = self.map.value(of: "content-available", in: aps) {
            self.add(.wakeBesideAlert, at: wake)
        }
        if let mutable = self.map.value(of: "mutable-content", in: aps), self.isOne(mutable),
            self.map.value(of: "alert", in: aps) == nil
        {
            self.add(.mutableContentWithoutAlert, at: mutable)
        }
        self.inspectLiveActivity(aps)
        let asksForWake = self.map.value(of: "content-available", in: aps) != nil
        if self.kind == .foreign, !asksForWake, !self.explainsLackOfEffect(since: before) {
            self.add(.apsWithoutEffect, at: aps)
        }
    }

    private mutating func inspectApsMember(_ key: Int, _ value: Int) {
        switch ApsField.named(self.map.entries[key].token, in: self.map.bytes.span, among: ApsField.ofAps) {
        case nil: self.inspectUnknownApsKey(key)
        case .contentAvailable?: self.inspectContentAvailable(value)
        case .alert?: self.inspectAlert(value)
        case .sound?: self.inspectSound(value)
        case .badge? where self.kind(of: value) == .null: self.add(.badgeNull, at: value)
        case .contentChanged?:
            if PayloadElement(map: self.map, index: value).bool != true { self.add(.contentChangedNotTrue, at: value) }
        case let field?: self.inspectField(field, value)
        }
    }

    private mutating func inspectUnknownApsKey(_ key: Int) {
        if self.names(key, "contentAvailable") || self.names(key, "mutableContent") {
            self.add(.fcmSpelling, at: key)
        } else if self.names(key, "content_available") || self.names(key, "mutable_content") {
            self.add(.snakeCaseSpelling, at: key)
        } else if ApsField.named(self.map.entries[key].token, in: self.map.bytes.span, among: ApsField.ofAlert) != nil {
            self.add(.alertKeyInAps, at: key)
        } else {
            self.add(.unknownApsKey, at: key)
        }
    }

    private mutating func inspectContentAvailable(_ value: Int) {
        let entry = self.map.entries[value]
        switch entry.kind {
        case .number:
            if !self.isOne(value) {
                let isZero = PayloadElement(map: self.map, index: value).number.map(Self.isZero) ?? false
                self.add(isZero ? .contentAvailableOff : .contentAvailableNotOne, at: value)
            } else if entry.end - entry.start > 1 {
                self.add(.contentAvailableSpelling, at: value)
            }
        case .string:
            if self.isString(value, oneOf: "1", "true") {
                self.add(.contentAvailableString, at: value)
            } else {
                self.add(
                    self.isString(value, oneOf: "0", "false") ? .contentAvailableOff : .contentAvailableWrongType,
                    at: value)
            }
        case .literal:
            switch PayloadElement(map: self.map, index: value).bool {
            case true?: self.add(.contentAvailableBoolean, at: value)
            case false?: self.add(.contentAvailableOff, at: value)
            case nil: self.add(.contentAvailableWrongType, at: value)
            }
        case .object, .array, .key: self.add(.contentAvailableWrongType, at: value)
        }
    }

    private static func isZero(_ number: PayloadNumber) -> Bool {
        let mantissa = number.text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return !mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }

    private mutating func inspectLiveActivity(_ aps: Int) {
        guard let event = self.map.value(of: "event", in: aps), self.isString(event, oneOf: "start", "update", "end")
        else { return }
        if self.map.value(of: "timestamp", in: aps) == nil { self.add(.eventWithoutTimestamp, at: event) }
        let isStart = self.isString(event, oneOf: "start")
        if isStart || self.isString(event, oneOf: "update"), self.map.value(of: "content-state", in: aps) == nil {
            self.add(.eventWithoutState, at: event)
        }
        let isDescribed =
            self.map.value(of: "attributes-type", in: aps) != nil && self.map.value(of: "attributes", in: aps) != nil
        if isStart, !isDescribed { self.add(.startWithoutAttributes, at: event) }
    }
}
