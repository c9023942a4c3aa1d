extension Findings {
    /// Inspects the outermost value and its known members.
    mutating func inspectTop() {
        guard self.map.entries[0].kind == .object else {
            self.add(.notAnObject, at: 0)
            return
        }
        if self.map.value(of: "aps", in: 0) == nil, self.kind == .foreign { self.add(.apsMissing, at: 0) }
        var members = self.map.members(of: 0)
        while let key = members.nextKey(in: self.map) { self.inspectTopMember(key, key + 1) }
    }

    private mutating func inspectTopMember(_ key: Int, _ value: Int) {
        let isObject = self.map.entries[value].kind == .object
        let isString = self.map.entries[value].kind == .string
        switch TopKey(self.map.entries[key].token, in: self.map.bytes.span) {
        case .aps:
            if isObject { self.inspectAps(value) } else { self.add(.apsNotAnObject, at: value) }
        case .shoulderTap:
            if isObject { self.inspectEnvelope(value) } else { self.add(.envelopeNotAnObject, at: value) }
        case .mdm, .containerIdentifier:
            if !isString { self.add(.fieldWrongType, at: value) }
        case .cloudKit:
            if !isObject {
                self.add(.fieldWrongType, at: value)
            } else if self.map.value(of: "aps", in: 0) != nil {
                self.add(.cloudKitBesideAps, at: value)
            }
        case .other: self.inspectOtherTopMember(key, value)
        }
    }

    private mutating func inspectOtherTopMember(_ key: Int, _ value: Int) {
        if self.namesWake(key) {
            if self.names(key, "content-available") || self.names(key, "mutable-content") {
                self.add(.contentAvailableOutsideAps, at: key)
            } else {
                let isCamelCase = self.names(key, "contentAvailable") || self.names(key, "mutableContent")
                self.add(isCamelCase ? .fcmSpelling : .legacyFCMKey, at: key)
            }
        } else if self.names(key, "alert") {
            var members = self.map.members(of: value)
            while let inner = members.nextKey(in: self.map) {
                if self.namesWake(inner) { self.add(.contentAvailableInAlert, at: inner) }
            }
        } else if self.names(key, "Simulator Target Bundle") {
            if self.kind(of: value) != .string { self.add(.fieldWrongType, at: value) }
        } else if self.isMisspeltBundleKey(key) {
            self.add(.simulatorBundleMisspelt, at: key)
        }
    }

    /// Whether a key is a misspelt form of the simulator's bundle key.
    private func isMisspeltBundleKey(_ key: Int) -> Bool {
        let token = self.map.entries[key].token
        guard (12...32).contains(token.count) else { return false }
        let first = self.map.bytes[token.start]
        guard !Ascii.isLetter(first) || first | 0x20 == UInt8(ascii: "s") else { return false }
        let text = token.string(in: self.map.bytes.span)
        let letters = String(text.lowercased().filter(\.isLetter))
        return letters.hasPrefix("simulat") && letters.contains("bundle")
    }
}
