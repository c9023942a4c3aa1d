package import Basics

/// One push or request as it crossed the wire: when, to whom, what, and what came back.
package struct CaptureEntry: Hashable, Sendable {
    /// Whose wire it was.
    package enum Channel: String, CaseIterable, Sendable {
        case apns, fcm, wns, rest
    }

    /// Whom it was for.
    package enum Device: Hashable, Sendable {
        /// A name or a pseudonym, which may be shown to anybody.
        case named(String)
        /// The token as it was sent, which is a secret.
        case token(String)
    }

    /// What the other side said.
    package struct Answer: Hashable, Sendable {
        package var status: Int
        package var headers: HeaderList
        /// Nil when there was none, or nobody kept it.
        package var body: [UInt8]?

        package init(status: Int, headers: HeaderList = HeaderList(), body: [UInt8]? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// Nanoseconds since the start that the header names; nil when nobody knows.
    package var time: Int64?
    package var channel: Channel
    package var device: Device?
    /// The file that it was imported from, and the line.
    package var source: String?
    package var headers: HeaderList
    /// The very bytes.
    package var payload: [UInt8]
    package var answer: Answer?

    /// The status with which it was refused, so that it reached nobody; nil where it was not.
    package var refusal: Int? { self.answer.flatMap { $0.status >= 400 ? $0.status : nil } }

    package init(
        time: Int64? = nil, channel: Channel = .apns, device: Device? = nil, source: String? = nil,
        headers: HeaderList = HeaderList(), payload: [UInt8], answer: Answer? = nil
    ) {
        self.time = time
        self.channel = channel
        self.device = device
        self.source = source
        self.headers = headers
        self.payload = payload
        self.answer = answer
    }
}
