extension Tap {
    /// The tap in an APNs payload, or nil for every other push and for anything that is wrong.
    ///
    /// Never throws and never traps, whatever the bytes. Nothing is allocated unless a tap is found. A `limit` over
    /// 5120 bytes changes nothing, since no push service takes more.
    public static func tryParse(_ bytes: Span<UInt8>, limit: Int = Tap.payloadLimit) -> Tap? {
        guard let envelope = self.envelope(in: bytes, limit: limit) else { return nil }
        return Tap(envelope, in: bytes.withUnsafeBufferPointer { Array($0) })
    }

    /// The tap in an APNs payload, or nil for every other push and for anything that is wrong.
    ///
    /// The tap shares the array; its texts are made when asked for.
    public static func tryParse(_ bytes: [UInt8], limit: Int = Tap.payloadLimit) -> Tap? {
        guard let envelope = self.envelope(in: bytes.span, limit: limit) else { return nil }
        return Tap(envelope, in: bytes)
    }

    /// The tap in the data map of an FCM message, or nil.
    ///
    /// FCM carries texts only, so the map holds the envelope as JSON text under `shoulderTap`. Other keys are the
    /// app's own, and `limit` counts the text of the envelope alone; one over 5120 has no effect.
    public static func tryParse(dataMap: [String: String], limit: Int = Tap.payloadLimit) -> Tap? {
        guard let text = dataMap["shoulderTap"] else { return nil }
        return self.tap(in: text, limit: limit, EnvelopeText.bare)
    }

    /// The tap in a WNS raw notification, or nil.
    ///
    /// Recognised are `{"shoulderTap":{…}}`, the envelope by itself, and the short form `{"activities":[{"id":"…"}]}`
    /// of the original service, which names neither host nor subscription.
    public static func tryParse(rawNotification text: String, limit: Int = Tap.rawNotificationLimit) -> Tap? {
        self.tap(in: text, limit: limit, EnvelopeText.raw)
    }

    /// Bytes of a WNS raw notification.
    public static let rawNotificationLimit = 5000

    @inline(__always)
    private static func envelope(in bytes: Span<UInt8>, limit: Int) -> Envelope? {
        guard bytes.count <= limit else { return nil }
        var scanner = StrictScanner()
        var envelope = Envelope()
        let kind = try? Verdict.of(bytes, with: &scanner, limit: limit, &envelope)
        return kind == .shoulderTap ? envelope : nil
    }

    private static func tap(in text: String, limit: Int, _ read: (Span<UInt8>) -> Envelope?) -> Tap? {
        guard text.utf8.count <= limit else { return nil }
        var text = text
        return text.withUTF8 { bytes in
            read(bytes.span).map { Tap($0, in: Array(bytes)) }
        }
    }
}
