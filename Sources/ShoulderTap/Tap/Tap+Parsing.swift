extension Tap {
    /// Returns the tap in an APNs payload; nil for every other push and for anything invalid.
    ///
    /// It never throws or traps, for any bytes, and allocates nothing unless a tap is found. A `limit` over 5120 bytes
    /// has no effect, because no push service accepts more.
    public static func tryParse(_ bytes: Span<UInt8>, limit: Int = Tap.payloadLimit) -> Tap? {
        guard let envelope = self.envelope(in: bytes, limit: limit) else { return nil }
        return Tap(envelope, in: bytes.withUnsafeBufferPointer { Array($0) })
    }

    /// Returns the tap in an APNs payload; nil for every other push and for anything invalid.
    ///
    /// The tap shares the array; its texts are created on demand.
    public static func tryParse(_ bytes: [UInt8], limit: Int = Tap.payloadLimit) -> Tap? {
        guard let envelope = self.envelope(in: bytes.span, limit: limit) else { return nil }
        return Tap(envelope, in: bytes)
    }

    /// Returns the tap in the data map of an FCM message; nil for every other message.
    ///
    /// FCM carries only texts, so the map contains the envelope as JSON text under `shoulderTap`. Other keys belong to
    /// the app. `limit` applies to the text of the envelope alone; a limit over 5120 has no effect.
    public static func tryParse(dataMap: [String: String], limit: Int = Tap.payloadLimit) -> Tap? {
        guard let text = dataMap["shoulderTap"] else { return nil }
        return self.tap(in: text, limit: limit, EnvelopeText.bare)
    }

    /// Returns the tap in a WNS raw notification; nil for every other notification.
    ///
    /// The method recognises `{"shoulderTap":{…}}`, the bare envelope, and the short form `{"activities":[{"id":"…"}]}`
    /// of the original service. The short form names neither host nor subscription.
    public static func tryParse(rawNotification text: String, limit: Int = Tap.rawNotificationLimit) -> Tap? {
        self.tap(in: text, limit: limit, EnvelopeText.raw)
    }

    /// The maximum number of bytes of a WNS raw notification.
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
