import ShoulderTap

/// A problem in the payload of a wake push. The payload must contain only the hint that there is news.
package enum WakeFault: UInt32, Hashable, Sendable {
    /// The payload is not a tap for any device.
    case noTap = 1
    /// The payload contains more than a tap does.
    case more = 2

    /// Checks a payload. Returns nil when nothing is wrong.
    init?(in payload: [UInt8], over platform: LabPlatform) {
        guard let tap = AppPush(number: 0, AppPush.Content(payload, on: platform)).tap else {
            self = .noTap
            return
        }
        // Encoding the same tap again gives the same bytes, unless the payload contained more.
        guard !tap.isHintTruncated, tap.host != nil, tap.subscription != nil else { return nil }
        let count = tap.envelopeByteCount + (platform == .ios ? Tap.payloadFrame : 0)
        guard count != payload.count else { return nil }
        self = .more
    }
}
