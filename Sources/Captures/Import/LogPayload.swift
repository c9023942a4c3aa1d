internal import Basics
internal import ShoulderTap

/// A payload in the JSON of a log.
struct LogPayload {
    let bytes: [UInt8]
    let channel: CaptureEntry.Channel

    private init(_ element: PayloadElement, _ channel: CaptureEntry.Channel) {
        (self.bytes, self.channel) = (Array(element.rawBytes), channel)
    }

    /// Returns the outermost objects with an `aps`. If there are none, returns the FCM messages with an envelope.
    ///
    /// If the channel of the import is `fcm`, messages come first, because a message may contain an `aps`. If it is
    /// `wns`, objects with an envelope are payloads too.
    static func all(in root: PayloadElement, over channel: CaptureEntry.Channel) -> [LogPayload] {
        func messages() -> [LogPayload] { root.outermost(\.isMessage).map { LogPayload($0, .fcm) } }
        if channel == .fcm, case let found = messages(), !found.isEmpty { return found }
        let found = root.outermost { $0["aps"] != nil }
        if !found.isEmpty { return found.map { LogPayload($0, channel) } }
        let raw = channel == .wns ? root.outermost { $0[Self.key]?.kind == .object } : []
        return raw.isEmpty ? messages() : raw.map { LogPayload($0, channel) }
    }

    /// Reports an envelope that belongs to no payload.
    static func lostEnvelope(in root: PayloadElement, _ line: Int) -> CaptureFinding? {
        root.outermost { $0[Self.key]?.kind == .object }.isEmpty
            ? nil
            : CaptureFinding(
                .notPayload, line: line,
                "it has a ShoulderTap envelope, but no aps; if it is a WNS notification, use '--channel wns'")
    }

    /// Reports an envelope in a printed dictionary without `aps`.
    static func lostEnvelope(in text: [UInt8], _ line: Int) -> CaptureFinding? {
        LogCandidate.hasEnvelope(text)
            ? CaptureFinding(.notPayload, line: line, "the dictionary has a ShoulderTap envelope, but no aps") : nil
    }

    fileprivate static let key = FirebaseMessage.envelopeKey
}

extension PayloadElement {
    /// Returns the outermost objects that match.
    fileprivate func outermost(_ matches: (PayloadElement) -> Bool) -> [PayloadElement] {
        if self.kind == .object, matches(self) { return [self] }
        return ((self.members ?? []).map(\.value) + (self.elements ?? [])).flatMap { $0.outermost(matches) }
    }

    /// Whether the object is an FCM message, or only its data, with an envelope as text.
    fileprivate var isMessage: Bool {
        [self["message"]?["data"], self["data"], self].contains { data in
            data?[LogPayload.key]?.string?.utf8.first { !ASCII.isBlank($0) } == UInt8(ascii: "{")
        }
    }
}
