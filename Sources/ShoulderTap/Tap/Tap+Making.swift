/// The reason why a tap cannot be made.
public enum TapError: Error, Hashable, Sendable {
    /// The host is empty.
    case emptyHost
    /// The subscription is empty.
    case emptySubscription
    /// The id at this index is empty.
    case emptyActivity(Int)
    /// Host and subscription alone do not fit into the payload.
    case addressTooLong
}

extension Tap {
    /// Creates a tap whose payload fits into an APNs push.
    ///
    /// Hints that do not fit are left out: activities first, from the end, then the head. ``isHintTruncated`` informs
    /// the reader that ids are missing.
    public init(
        host: String, subscription: String, head: String? = nil, activities: [String] = []
    ) throws(TapError) {
        guard !host.isEmpty else { throw .emptyHost }
        guard !subscription.isEmpty else { throw .emptySubscription }
        if let empty = activities.firstIndex(of: "") { throw .emptyActivity(empty) }
        let contents = TapContents(
            host: host, subscription: subscription, head: head, activities: activities, isHintTruncated: false)
        guard let payload = contents.fitted(to: Tap.payloadLimit) else { throw .addressTooLong }
        var scanner = StrictScanner()
        var envelope = Envelope()
        let kind = try? Verdict.of(payload.span, with: &scanner, limit: Tap.payloadLimit, &envelope)
        precondition(kind == .shoulderTap, "the encoder wrote a payload that is not a tap")
        self.init(envelope, in: payload, isAsWritten: true)
    }

    private var contents: TapContents {
        TapContents(
            host: self.host, subscription: self.subscription, head: self.head, activities: self.activities,
            isHintTruncated: self.isHintTruncated)
    }

    /// The number of bytes of the envelope as this library writes it.
    ///
    /// An envelope with more bytes has additional content.
    package var envelopeByteCount: Int { self.contents.envelope.count }

    /// The number of bytes of an APNs payload that do not belong to the envelope.
    package static var payloadFrame: Int { TapContents.start.utf8CodeUnitCount + 1 }

    /// The APNs payload of this tap: never more than ``payloadLimit`` bytes.
    ///
    /// Parsing the payload gives an equal tap. The only exception is a tap that was read from a text that is too long
    /// for APNs: its payload leaves out the hints that do not fit, as the payload of a new tap does. The payload is nil
    /// if the tap has no host and subscription, as in the short form of WNS. It is also nil if the host and
    /// subscription alone do not fit.
    public var payload: [UInt8]? {
        if self.isAsWritten { return self.bytes }
        guard self.host != nil, self.subscription != nil else { return nil }
        return self.contents.fitted(to: Tap.payloadLimit)
    }

    /// Returns the contents of an `.apns` file that sends this tap to an app in the simulator; nil when ``payload`` is
    /// nil.
    public func simulatorFile(bundle: String) -> [UInt8]? {
        guard let payload = self.payload else { return nil }
        var writer = JSONWriter()
        writer.member("Simulator Target Bundle", bundle)
        return [Ascii.openBrace] + writer.bytes + [Ascii.comma] + payload.dropFirst()
    }

    /// The data map for sending this tap through FCM; nil for the short form of WNS.
    public var dataMap: [String: String]? {
        guard self.hasAddress else { return nil }
        return ["shoulderTap": self.rawNotification]
    }

    /// Whether the tap has a host and a subscription.
    package var hasAddress: Bool { self.isAsWritten || self.host != nil && self.subscription != nil }

    /// The text for sending this tap through WNS.
    public var rawNotification: String { String(decoding: self.writtenEnvelope, as: UTF8.self) }

    /// The bytes of the envelope.
    package var writtenEnvelope: [UInt8] {
        guard self.isAsWritten else { return self.contents.envelope }
        return Array(self.bytes[TapContents.start.utf8CodeUnitCount..<self.bytes.count - 1])
    }
}

/// The contents of a tap before they are encoded.
struct TapContents {
    var host: String?
    var subscription: String?
    var head: String?
    var activities: [String]
    var isHintTruncated: Bool

    /// The envelope object.
    var envelope: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        self.write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        writer.open(Ascii.openBrace)
        if let host = self.host, let subscription = self.subscription {
            writer.member(written: Self.greeting, host)
            writer.member(written: Self.subscriptionKey, subscription)
        }
        if let head = self.head { writer.member(written: Self.headKey, head) }
        if !self.activities.isEmpty || self.host == nil {
            writer.key("activities")
            writer.open(Ascii.openBracket)
            for id in self.activities { writer.object { $0.member("id", id) } }
            writer.close(Ascii.closeBracket)
        }
        if self.isHintTruncated { writer.member("truncated", raw: "true") }
        writer.close(Ascii.closeBrace)
    }

    private static let subscriptionKey: StaticString = #""subscription":"#
    private static let headKey: StaticString = #""head":"#

    /// The beginning of every envelope, up to the text of the host.
    private static let greeting: StaticString = #""v":1,"scenario":"userNotifications","host":"#

    /// The text of a payload before the envelope. Only the closing brace follows the envelope.
    static let start: StaticString = #"{"aps":{"content-available":1},"shoulderTap":"#

    /// The whole APNs payload.
    var payload: [UInt8] {
        var writer = JSONWriter(capacity: 384)
        writer.begin(with: Self.start)
        self.write(to: &writer)
        writer.end(with: Ascii.closeBrace)
        return writer.bytes
    }

    /// Returns the payload with as many hints as fit into `limit`. Returns nil if the host and subscription alone do
    /// not fit.
    func fitted(to limit: Int) -> [UInt8]? {
        let whole = self.payload
        if whole.count <= limit { return whole }
        var fitted = self
        fitted.activities = []
        fitted.isHintTruncated = fitted.isHintTruncated || !self.activities.isEmpty
        var size = fitted.payload.count
        guard size <= limit else {
            fitted.head = nil
            let bare = fitted.payload
            return bare.count <= limit ? bare : nil
        }
        size += #","activities":[]"#.utf8.count
        let kept = self.activities.prefix { id in
            size += Self.size(of: id)
            return size - 1 <= limit  // the first id needs no comma
        }
        fitted.activities = Array(kept)
        return fitted.payload
    }

    /// Returns the number of bytes of an activity and the comma before it.
    private static func size(of id: String) -> Int {
        var writer = JSONWriter()
        writer.object { $0.member("id", id) }
        return writer.bytes.count + 1
    }
}
