internal import Basics
package import ShoulderTap

/// A contradiction between a push's payload and its APNs request headers.
///
/// The bytes are valid, but the headers prevent the effect that the payload asks for.
package struct HeaderFinding: Hashable, Sendable {
    /// The code of a finding, in the spelling of machine-readable output.
    package enum Code: String, CaseIterable, Sendable {
        case pushTypeNotBackground, pushTypeMissing, pushTypeNotAlert
        case silentAtPriority10, priorityMissing, priorityUnknown
        case topicForOtherType, neverStored
    }

    package let code: Code
    /// The name of the header.
    package let header: String
    /// The value that was sent; nil if the header is missing.
    package let value: String?

    /// Returns the findings in one entry. Returns none if the channel is not APNs or if the entry has no headers.
    package static func all(in entry: CaptureEntry, _ kind: PayloadKind) -> [HeaderFinding] {
        guard entry.channel == .apns, !entry.headers.fields.isEmpty else { return [] }
        switch kind {
        case .shoulderTap, .background: return self.silent(entry.headers)
        case .alert, .alertWithWake: return self.visible(entry.headers)
        default: return []
        }
    }

    private static func silent(_ headers: HeaderList) -> [HeaderFinding] {
        var findings: [HeaderFinding] = []
        func note(_ code: Code, _ header: String) {
            findings.append(HeaderFinding(code: code, header: header, value: headers[header]))
        }
        switch headers["apns-push-type"] {
        case nil: note(.pushTypeMissing, "apns-push-type")
        case "background": break
        default: note(.pushTypeNotBackground, "apns-push-type")
        }
        switch headers["apns-priority"] {
        case nil: note(.priorityMissing, "apns-priority")
        case "10": note(.silentAtPriority10, "apns-priority")
        case "5", "1": break
        default: note(.priorityUnknown, "apns-priority")
        }
        if Self.hasSuffix(headers["apns-topic"]) { note(.topicForOtherType, "apns-topic") }
        if headers["apns-expiration"] == "0" { note(.neverStored, "apns-expiration") }
        return findings
    }

    private static func visible(_ headers: HeaderList) -> [HeaderFinding] {
        var findings: [HeaderFinding] = []
        if let type = headers["apns-push-type"], type == "background" {
            findings.append(HeaderFinding(code: .pushTypeNotAlert, header: "apns-push-type", value: type))
        }
        if let topic = headers["apns-topic"], Self.hasSuffix(topic) {
            findings.append(HeaderFinding(code: .topicForOtherType, header: "apns-topic", value: topic))
        }
        return findings
    }

    private static func hasSuffix(_ topic: String?) -> Bool { topic.map(TopicSuffix.ends) ?? false }
}

extension HeaderFinding.Code {
    package var severity: PayloadDiagnostic.Severity {
        switch self {
        case .pushTypeNotBackground, .pushTypeNotAlert, .topicForOtherType, .priorityUnknown: .error
        case .silentAtPriority10, .priorityMissing, .neverStored: .warning
        case .pushTypeMissing: .note
        }
    }

    /// One sentence that says what is wrong.
    package var message: String {
        switch self {
        case .pushTypeNotBackground: "The payload is silent, but the push type is not 'background'."
        case .pushTypeMissing: "The request has no push type."
        case .pushTypeNotAlert: "The payload is visible, but the push type is 'background'."
        case .silentAtPriority10: "A silent push has priority 10, which Apple's documentation forbids."
        case .priorityUnknown: "APNs refuses the push: the priority must be 10, 5 or 1."
        case .priorityMissing: "The silent push has no priority, so APNs uses priority 10."
        case .topicForOtherType: "The suffix of the topic belongs to another push type."
        case .neverStored: "APNs makes one attempt and stores nothing: an offline device never gets the push."
        }
    }

    /// One sentence that says what to do.
    package var remedy: String {
        switch self {
        case .pushTypeNotBackground, .pushTypeMissing: "Send 'apns-push-type: background'."
        case .pushTypeNotAlert: "Send 'apns-push-type: alert', or remove alert, badge and sound from the payload."
        case .silentAtPriority10, .priorityMissing, .priorityUnknown: "Send 'apns-priority: 5'."
        case .topicForOtherType: "Send only the bundle id of the app as 'apns-topic'."
        case .neverStored: "Send a time in 'apns-expiration' until which the push is useful."
        }
    }
}
