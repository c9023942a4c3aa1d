package import Basics

/// One request as received, not yet interpreted.
package struct PushRequest: Hashable, Sendable {
    package enum BodyEnd: Hashable, Sendable {
        case complete
        /// The sender stopped sending, and the timer for the body ended the request.
        case cutByTimer
    }

    /// The headers as sent, including pseudo-headers.
    package var headers: HeaderList
    /// The body. Reading may stop at the first byte over the largest limit.
    package var body: [UInt8]
    package var bodyEnd: BodyEnd

    package init(headers: HeaderList, body: [UInt8], bodyEnd: BodyEnd = .complete) {
        self.headers = headers
        self.body = body
        self.bodyEnd = bodyEnd
    }
}

/// The headers that the service reads, found in one pass. If a header is repeated, its first value is used.
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
    /// Whether any header is repeated, including headers that the service does not read.
    private(set) var hasRepeated = false

    init(_ headers: HeaderList) {
        for (place, field) in headers.fields.enumerated() {
            let name = Self.lowercased(field.name)
            let isFirst: Bool
            // The lengths are compared first, because most names differ in length.
            switch (name.utf8.count, name) {
            case (7, ":method"): isFirst = Self.keep(field.value, in: &self.method)
            case (5, ":path"): isFirst = Self.keep(field.value, in: &self.path)
            case (13, "authorization"): isFirst = Self.keep(field.value, in: &self.authorization)
            case (10, "apns-topic"): isFirst = Self.keep(field.value, in: &self.topic)
            case (14, "apns-push-type"): isFirst = Self.keep(field.value, in: &self.pushType)
            case (13, "apns-priority"): isFirst = Self.keep(field.value, in: &self.priority)
            case (15, "apns-expiration"): isFirst = Self.keep(field.value, in: &self.expiration)
            case (16, "apns-collapse-id"): isFirst = Self.keep(field.value, in: &self.collapseID)
            case (7, "apns-id"): isFirst = Self.keep(field.value, in: &self.id)
            // HTTP/2 itself allows a cookie in several fields.
            case (6, "cookie"): isFirst = true
            // A name that the service does not read.
            default: isFirst = !headers.fields[..<place].contains { $0.hasName(name) }
            }
            if !isFirst { self.hasRepeated = true }
        }
    }

    /// Stores the first value of a field. Returns false for any later value.
    private static func keep(_ value: String, in field: inout String?) -> Bool {
        guard field == nil else { return false }
        field = value
        return true
    }

    /// Converts ASCII letters to lower case. Names in HTTP/2 are already lower case.
    private static func lowercased(_ name: String) -> String {
        guard name.utf8.contains(where: { 0x41...0x5A ~= $0 }) else { return name }
        return String(decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
