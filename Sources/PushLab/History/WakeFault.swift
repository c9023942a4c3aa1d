import ShoulderTap

/// What may be wrong with the payload of a push that is to carry nothing but the news that there is some.
package enum WakeFault: UInt32, Hashable, Sendable {
    /// No device would take it for a tap.
    case noTap = 1
    /// It carries more than a tap does.
    case more = 2

    /// Nil where nothing is wrong.
    init?(in payload: [UInt8], over platform: LabPlatform) {
        guard let tap = AppPush(number: 0, AppPush.Content(payload, on: platform)).tap else {
            self = .noTap
            return
        }
        // Whoever writes the same tap again writes the same bytes, unless there was more in them.
        guard !tap.isHintTruncated, tap.host != nil, tap.subscription != nil else { return nil }
        let count = tap.envelopeByteCount + (platform == .ios ? Tap.payloadFrame : 0)
        guard count != payload.count else { return nil }
        self = .more
    }
}
