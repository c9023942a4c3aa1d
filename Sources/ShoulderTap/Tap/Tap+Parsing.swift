extension Tap {
    /// The tap in an APNs payload, or nil for every other push and for anything that is wrong.
    ///
    /// Never throws and never traps, whatever the bytes. Nothing is allocated unless a tap is found.
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
    /// app's own.
    public static func tryParse(dataMap: [String: String], limit: Int = Tap.payloadLimit) -> Tap? {
        guard let text = dataMap["shoulderTap"] else { return nil }
        let bytes = Array(text.utf8)
        guard let envelope = self.bareEnvelope(in: bytes.span, limit: limit) else { return nil }
        return Tap(envelope, in: bytes)
    }

    /// The tap in a WNS raw notification, or nil.
    ///
    /// Recognised are `{"shoulderTap":{…}}`, the envelope by itself, and the short form `{"activities":[{"id":"…"}]}`
    /// of the original service, which names neither host nor subscription.
    public static func tryParse(rawNotification text: String, limit: Int = Tap.rawNotificationLimit) -> Tap? {
        let bytes = Array(text.utf8)
        guard let envelope = self.rawEnvelope(in: bytes.span, limit: limit) else { return nil }
        return Tap(envelope, in: bytes)
    }

    /// Bytes of a WNS raw notification.
    public static let rawNotificationLimit = 5000

    @inline(__always)
    private static func envelope(in bytes: Span<UInt8>, limit: Int) -> Envelope? {
        guard bytes.count <= limit else { return nil }
        var scanner = StrictScanner()
        guard let verdict = try? Verdict(bytes, with: &scanner, limit: limit), verdict.kind == .shoulderTap else {
            return nil
        }
        return verdict.envelope
    }

    /// The envelope when it is the whole text.
    private static func bareEnvelope(in bytes: Span<UInt8>, limit: Int) -> Envelope? {
        guard bytes.count <= limit, let text = try? EnvelopeText(bytes), text.wrapped == nil else { return nil }
        return text.bare.isWellFormed ? text.bare : nil
    }

    private static func rawEnvelope(in bytes: Span<UInt8>, limit: Int) -> Envelope? {
        guard bytes.count <= limit, let text = try? EnvelopeText(bytes) else { return nil }
        if let wrapped = text.wrapped { return wrapped.isWellFormed ? wrapped : nil }
        return text.bare.isWellFormed || text.isShortForm ? text.bare : nil
    }
}
