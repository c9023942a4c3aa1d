extension Findings {
    /// Reports, for each invalid member, why it makes the envelope invalid. If all members are valid, reports an
    /// envelope that is in the wrong kind of push.
    mutating func inspectEnvelope(_ envelope: Int) {
        let before = self.count
        self.require("v", in: envelope, else: .envelopeVersion) { $0.isOne($1) }
        self.require("scenario", in: envelope, else: .envelopeScenario) { $0.isString($1, oneOf: "userNotifications") }
        self.require("host", in: envelope, else: .envelopeHost) { $0.isText($1) }
        self.require("subscription", in: envelope, else: .envelopeSubscription) { $0.isText($1) }
        self.allow("head", in: envelope, else: .envelopeHead) { $0.kind(of: $1) == .string }
        self.allow("activities", in: envelope, else: .envelopeActivities) { $0.isActivityList($1) }
        self.allow("truncated", in: envelope, else: .envelopeTruncated) { $0.kind(of: $1) == .bool }
        let isSound = self.count == before
        let isSilent = self.kind == .background || self.kind == .shoulderTap || self.kind == .malformed
        if isSound, !isSilent { self.add(.envelopeNotSilent, at: envelope) }
    }

    private mutating func require(
        _ name: StaticString, in envelope: Int, else code: PayloadDiagnostic.Code.Name,
        _ isSound: (Findings, Int) -> Bool
    ) {
        guard let value = self.map.value(of: name, in: envelope) else {
            self.add(code, at: envelope)
            return
        }
        if !isSound(self, value) { self.add(code, at: value) }
    }

    private mutating func allow(
        _ name: StaticString, in envelope: Int, else code: PayloadDiagnostic.Code.Name,
        _ isSound: (Findings, Int) -> Bool
    ) {
        if let value = self.map.value(of: name, in: envelope), !isSound(self, value) { self.add(code, at: value) }
    }

    private func isText(_ index: Int) -> Bool {
        let entry = self.map.entries[index]
        return entry.kind == .string && entry.start < entry.end
    }

    private func isActivityList(_ index: Int) -> Bool {
        guard let elements = PayloadElement(map: self.map, index: index).elements else { return false }
        return elements.allSatisfy { element in
            self.map.value(of: "id", in: element.index).map(self.isText) ?? false
        }
    }
}
