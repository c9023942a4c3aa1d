/// The members of a well-formed envelope, in UTF-8.
package struct ReferenceTap: Hashable, Sendable {
    package let host: [UInt8]
    package let subscription: [UInt8]
    package let head: [UInt8]?
    package let activities: [[UInt8]]
    package let isHintTruncated: Bool

    /// Reads the value of `shoulderTap`; nil unless it is an envelope of ours to the last member.
    package init?(_ envelope: ReferenceJSON) {
        guard envelope.isObject,
            case .number(let version)? = envelope["v"]?.form, ReferenceNumber.isOne(version),
            let scenario = envelope["scenario"]?.text, scenario.elementsEqual("userNotifications".utf8),
            let host = envelope["host"]?.text, !host.isEmpty,
            let subscription = envelope["subscription"]?.text, !subscription.isEmpty
        else { return nil }

        var head: [UInt8]?
        if let value = envelope["head"] {
            guard let text = value.text else { return nil }
            head = text
        }

        var activities: [[UInt8]] = []
        if let value = envelope["activities"] {
            guard let elements = value.elements else { return nil }
            for element in elements {
                guard element.isObject, let id = element["id"]?.text, !id.isEmpty else { return nil }
                activities.append(id)
            }
        }

        var isHintTruncated = false
        if let value = envelope["truncated"] {
            guard let mark = value.boolean else { return nil }
            isHintTruncated = mark
        }

        self.host = host
        self.subscription = subscription
        self.head = head
        self.activities = activities
        self.isHintTruncated = isHintTruncated
    }
}
