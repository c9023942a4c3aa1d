extension Tap {
    /// Returns the tap in a decoded APNs payload; nil for every other push.
    ///
    /// A decoded dictionary no longer shows duplicate keys or the size of the payload. Values that no rule reads are
    /// ignored, at any depth. Everything else is checked as strictly as in `tryParse` for bytes. `limit` is compared
    /// with the minimum number of bytes of `aps` and the envelope.
    public static func tryParse(_ userInfo: [String: PayloadValue], limit: Int = Tap.payloadLimit) -> Tap? {
        guard case .object(let aps)? = userInfo["aps"], aps["content-available"]?.isOne == true,
            aps["alert"] == nil, aps["badge"] == nil, aps["sound"] == nil,
            case .object(let envelope)? = userInfo["shoulderTap"]
        else { return nil }
        guard let contents = TapContents(envelope) else { return nil }
        return Self.tryParse(contents.payload, limit: limit)
    }
}

extension TapContents {
    /// Reads a decoded envelope; nil when it is not well-formed.
    init?(_ envelope: [String: PayloadValue]) {
        guard envelope["v"]?.isOne == true, envelope["scenario"]?.string == "userNotifications",
            let host = envelope["host"]?.string, !host.isEmpty,
            let subscription = envelope["subscription"]?.string, !subscription.isEmpty
        else { return nil }
        self.init(host: host, subscription: subscription, head: nil, activities: [], isHintTruncated: false)
        if let head = envelope["head"] {
            guard let text = head.string else { return nil }
            self.head = text
        }
        if let list = envelope["activities"] {
            guard case .array(let elements) = list else { return nil }
            for element in elements {
                guard case .object(let activity) = element, let id = activity["id"]?.string, !id.isEmpty else {
                    return nil
                }
                self.activities.append(id)
            }
        }
        if let mark = envelope["truncated"] {
            guard case .bool(let isTruncated) = mark else { return nil }
            self.isHintTruncated = isTruncated
        }
    }
}
