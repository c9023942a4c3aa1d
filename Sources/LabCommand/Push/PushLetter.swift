import Basics
import PushGateway
import ShoulderTap

/// A push that is ready to be sent: its headers without authorization, and its payload.
struct PushLetter: Equatable {
    /// The reason why a file cannot become a push.
    enum Fault: Error, Equatable {
        /// The payload is not a JSON object, or the name of its app is not a text.
        case badPayload(String)
        case noTopic
    }

    let type: PushType
    let priority: PushPriority
    /// The topic.
    ///
    /// Nil only with a certificate that implies its single topic.
    let topic: String?
    let payload: [UInt8]
    private let extras: [HeaderList.Field]

    private static let bundleKey = "Simulator Target Bundle"

    /// Creates a push from a file.
    ///
    /// If no option sets a header, the value of the header is derived from the payload.
    init(_ file: [UInt8], _ options: PushOptions, at now: Instant) throws(Fault) {
        let inspection = PushPayload.inspect(file)
        guard let root = inspection.root, root.members != nil else {
            throw .badPayload(Self.complaint(about: inspection))
        }
        let type = options.type ?? Self.type(of: inspection.kind)
        self.type = type
        self.priority = options.priority ?? Self.priority(of: type)
        self.payload = try Self.payload(file, root)
        let bundle = inspection.simulatorTargetBundle
        self.topic = options.topic ?? bundle.map { $0 + type.topicSuffix }
        if self.topic == nil, !options.hasCertificate { throw .noTopic }
        var extras: [HeaderList.Field] = []
        switch options.expiration {
        case .at(let seconds): extras.append(HeaderList.Field("apns-expiration", String(seconds)))
        case .after(let time):
            extras.append(HeaderList.Field("apns-expiration", String(now.seconds + time.microseconds / 1_000_000)))
        case nil: break
        }
        if let id = options.collapseID { extras.append(HeaderList.Field("apns-collapse-id", id)) }
        if let id = options.id { extras.append(HeaderList.Field("apns-id", id)) }
        self.extras = extras
    }

    /// The headers in the order in which they are sent.
    func headers(authorization: String?) -> HeaderList {
        var headers = HeaderList()
        if let authorization { headers.append("authorization", authorization) }
        if let topic { headers.append("apns-topic", topic) }
        headers.append("apns-push-type", self.type.rawValue)
        headers.append("apns-priority", String(self.priority.rawValue))
        return HeaderList(headers.fields + self.extras)
    }

    private static func type(of kind: PayloadKind) -> PushType {
        switch kind {
        case .shoulderTap, .background: .background
        case .liveActivity: .liveactivity
        case .widgets: .widgets
        case .voip: .voip
        case .fileProvider: .fileprovider
        case .mdm: .mdm
        default: .alert
        }
    }

    private static func priority(of type: PushType) -> PushPriority {
        switch type {
        case .background, .widgets: .powerAware
        default: .immediate
        }
    }

    // MARK: The payload

    private static func complaint(about inspection: Inspection) -> String {
        guard let finding = inspection.diagnostics.first(where: { $0.severity == .error }) else {
            return "the payload must be a JSON object"
        }
        let place = TextPosition(of: finding.offset, in: inspection.bytes)
        return "line \(place.line), column \(place.column): \(finding.message)"
    }

    /// Returns the payload to send: the bytes of a file without the member that names the app for simulators. One comma
    /// next to this member is also left out.
    private static func payload(_ file: [UInt8], _ root: PayloadElement) throws(Fault) -> [UInt8] {
        guard let value = root[Self.bundleKey], let start = value.keyOffset else { return file }
        guard let bundle = value.string, !bundle.isEmpty, bundle.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
            throw .badPayload("the value of \"\(Self.bundleKey)\" is not a bundle id")
        }
        let comma = UInt8(ascii: ",")
        var (before, after) = (file[..<start], file[value.rawBytes.endIndex...])
        let rest = after.drop(while: Self.isSpace)
        if rest.first == comma {
            after = rest.dropFirst().drop(while: Self.isSpace)
        } else if let last = before.lastIndex(where: { !Self.isSpace($0) }), before[last] == comma {
            before = before[..<last]
        }
        return Array(before + after)
    }

    /// Whether a byte is white space in JSON.
    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
