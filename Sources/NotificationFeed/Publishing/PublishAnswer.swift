package import Basics
import FeedContract
import ShoulderTap

/// The response to the app server.
package struct PublishAnswer: Hashable, Sendable {
    package var status: Int
    package var headers: HeaderList
    package var body: [UInt8]
    /// The reason why the request was refused, or nil when it was accepted.
    package var error: PublishError?
}

extension PublishAnswer {
    /// The two ids of a request: one from the server and one from the caller.
    struct RequestNames {
        var request: String
        /// The caller's own id for the request. If it is nil, the server's id is used for both.
        var client: String?

        fileprivate var headers: [HeaderList.Field] {
            [.init("request-id", self.request), .init("client-request-id", self.client ?? self.request)]
        }
    }

    /// Creates a refusal with all problems. The first problem determines the code and the status.
    init(refusing problems: [PublishProblem], _ names: RequestNames, at now: Instant) {
        precondition(!problems.isEmpty, "a refusal has a reason")
        let first = problems[0]
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("error")
            writer.object { writer in
                writer.member("code", first.error.code)
                writer.member("message", problems.map(\.message).joined(separator: " "))
                writer.key("innerError")
                writer.object { writer in
                    writer.member("request-id", names.request)
                    writer.member("date", ISODate.text(of: now, fraction: .digits(0)))
                }
            }
        }
        self.status = first.error.status
        self.headers = HeaderList(
            [.init("Content-Type", "application/json")] + names.headers + problems.flatMap(\.headers))
        self.body = writer.bytes
        self.error = first.error
    }

    /// Creates the representation of the stored notification. Like the original service, it does not repeat raw
    /// content.
    init(
        created notification: PublishReceipt, for user: String, _ names: RequestNames, root: String,
        at now: Instant
    ) {
        var writer = JSONWriter()
        writer.object { writer in
            let quoted = user.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
                .map { Self.percentEncoded($0) }.joined(separator: "%27%27")
            writer.member("@odata.context", "\(root)/$metadata#users('\(quoted)')/notifications/$entity")
            writer.member("displayTimeToLive", notification.displaySeconds(after: now))
            writer.member("expirationDateTime", ISODate.text(of: notification.expiration))
            writer.member("groupName", notification.groupName)
            writer.member("id", notification.serverId)
            writer.member("priority", notification.priority.spelling)
            writer.key("payload")
            writer.object { writer in
                guard let visual = notification.visual else { return }
                writer.key("visualContent")
                writer.object { writer in
                    writer.member("title", visual.title)
                    if let body = visual.body { writer.member("body", body) }
                }
            }
        }
        self.status = 201
        self.headers = HeaderList(
            [
                .init("Content-Type", Self.contentType), .init("OData-Version", "4.0"),
                .init("Location", "\(root)/me/activities/\(Self.percentEncoded(notification.serverId.utf8))"),
            ] + names.headers)
        self.body = writer.bytes
    }

    private static let contentType =
        "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"

    /// Percent-encodes every byte except the unreserved characters of RFC 3986.
    private static func percentEncoded(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ text: String?) {
        if let text { self.member(key, text) } else { self.member(key, raw: "null") }
    }

    fileprivate mutating func member(_ key: String, _ number: Int64?) {
        self.member(key, raw: number.map { String($0) } ?? "null")
    }
}
