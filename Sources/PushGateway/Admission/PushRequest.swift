package import Basics

/// One request as it came in: what was sent, not yet what it means.
package struct PushRequest: Hashable, Sendable {
    package enum BodyEnd: Hashable, Sendable {
        case complete
        /// The sender fell silent until the timer for the body cut it off.
        case cutByTimer
    }

    /// As sent, pseudo headers included.
    package var headers: HeaderList
    /// Who reads a body may stop at the first byte over the largest limit.
    package var body: [UInt8]
    package var bodyEnd: BodyEnd

    package init(headers: HeaderList, body: [UInt8], bodyEnd: BodyEnd = .complete) {
        self.headers = headers
        self.body = body
        self.bodyEnd = bodyEnd
    }
}

/// The headers that the service reads, found in one pass. Of a repeated header the first value counts.
struct RequestFields {
    private(set) var method: String?
    private(set) var path: String?
    private(set) var authorization: String?
    private(set) var topic: String?
    private(set) var pushType: String?
    private(set) var priority: String?
    private(set) var expiration: String?
    private(set) var collapseID: String?
    private(set) var id: String?
    /// Whether any name stands twice, whether or not the service reads it.
    private(set) var hasRepeated = false

    init(_ headers: HeaderList) {
        var seen: [String] = []
        seen.reserveCapacity(headers.fields.count)
        for field in headers.fields {
            let name = Self.lowercased(field.name)
            // HTTP/2 itself allows a cookie in several fields.
            if name != "cookie", seen.contains(name) {
                self.hasRepeated = true
                continue
            }
            seen.append(name)
            self.keep(field.value, as: name)
        }
    }

    private mutating func keep(_ value: String, as name: String) {
        switch name {
        case ":method": self.method = value
        case ":path": self.path = value
        case "authorization": self.authorization = value
        case "apns-topic": self.topic = value
        case "apns-push-type": self.pushType = value
        case "apns-priority": self.priority = value
        case "apns-expiration": self.expiration = value
        case "apns-collapse-id": self.collapseID = value
        case "apns-id": self.id = value
        default: break
        }
    }

    /// Only ASCII letters have a case in a name; over HTTP/2 there is nothing to do.
    private static func lowercased(_ name: String) -> String {
        guard name.utf8.contains(where: { 0x41...0x5A ~= $0 }) else { return name }
        return String(decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
