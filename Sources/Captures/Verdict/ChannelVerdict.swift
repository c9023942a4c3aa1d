internal import Basics
package import ShoulderTap

/// The verdict on an entry's payload, by the rules of its channel.
package struct ChannelVerdict: Sendable {
    package let kind: PayloadKind
    package let tap: Tap?
    /// The findings about the payload. For channels other than Apple's, these are only the reasons why it is not JSON.
    package let diagnostics: [PayloadDiagnostic]
    /// The reason why the payload is not a tap. Nil for a tap. Also nil if ``inspection`` or ``diagnostics`` has the
    /// reasons.
    package let reason: String?
    /// The inspection of an APNs payload.
    package let inspection: Inspection?
    /// The bytes that the app gets: the payload, or the text of the envelope in a data message.
    package let handed: [UInt8]

    package init(of entry: CaptureEntry) { self.init(entry.payload, over: entry.channel, entry.headers["x-wns-type"]) }

    package init(_ payload: [UInt8], over channel: CaptureEntry.Channel, _ type: String? = nil) {
        switch channel {
        case .apns: self.init(apple: payload)
        case .fcm: self.init(firebase: payload)
        case .wns: self.init(windows: payload, type)
        // A request is not pushed: it belongs to a flow and is not a payload.
        case .rest: self.init(.foreign, payload, because: "a request, not a push")
        }
    }

    private init(apple payload: [UInt8]) {
        let inspection = PushPayload.inspect(payload)
        self.kind = inspection.kind
        self.tap = inspection.tap
        self.diagnostics = inspection.diagnostics
        self.reason = nil
        self.inspection = inspection
        self.handed = payload
    }

    private init(firebase payload: [UInt8]) {
        guard let root = try? JSONDocument(payload, limit: max(payload.count, 1)).root else {
            self.init(broken: payload)
            return
        }
        if let key = FirebaseMessage.repeatedKey(in: root) {
            self.init(.malformed, payload, because: "the key '\(key)' occurs twice")
            return
        }
        guard let message = FirebaseMessage(root) else {
            self.init(.foreign, payload, because: "not an FCM message")
            return
        }
        let envelope = message.data[FirebaseMessage.envelopeKey].map { Array($0.utf8) } ?? payload
        if message.isShown {
            self.init(.alert, envelope, because: "the system shows its notification")
        } else if let tap = Tap.tryParse(dataMap: message.data) {
            self.init(.shoulderTap, envelope, tap)
        } else {
            self.init(.background, envelope, because: "a data message without a ShoulderTap envelope")
        }
    }

    /// Judges a WNS payload. Without a type, the first character decides. All types except raw are XML.
    private init(windows payload: [UInt8], _ type: String?) {
        let first = payload.first { $0 > 0x20 }
        if type.map({ $0.lowercased() != "wns/raw" }) ?? (first == UInt8(ascii: "<")) {
            self.init(.alert, payload, because: "the system shows a toast, a tile or a badge")
        } else if let tap = Self.tap(raw: payload) {
            self.init(.shoulderTap, payload, tap)
        } else {
            self.init(.background, payload, because: "a raw notification without a ShoulderTap envelope")
        }
    }

    private static func tap(raw payload: [UInt8]) -> Tap? {
        let text = String(decoding: payload, as: UTF8.self)
        return text.utf8.elementsEqual(payload) ? Tap.tryParse(rawNotification: text) : nil
    }

    /// Judges bytes that are not JSON. Uses the reader of APNs payloads, because its messages explain best why the
    /// bytes are not JSON.
    private init(broken payload: [UInt8]) {
        self.kind = .malformed
        self.tap = nil
        self.diagnostics = PushPayload.inspect(payload, limit: max(payload.count, 1)).diagnostics
        self.reason = nil
        self.inspection = nil
        self.handed = payload
    }

    private init(_ kind: PayloadKind, _ handed: [UInt8], _ tap: Tap? = nil, because reason: String? = nil) {
        self.kind = kind
        self.tap = tap
        self.diagnostics = []
        self.reason = reason
        self.inspection = nil
        self.handed = handed
    }
}
