package import Basics

/// One push or request with its time, its target, its content and its answer.
package struct CaptureEntry: Hashable, Sendable {
    /// The channel over which the entry was sent.
    package enum Channel: String, CaseIterable, Sendable {
        case apns, fcm, wns, rest
    }

    /// The device that the entry was sent to.
    package enum Device: Hashable, Sendable {
        /// A name or a pseudonym, which is not secret.
        case named(String)
        /// The token as sent, which is secret.
        case token(String)
    }

    /// The answer of the other side.
    package struct Answer: Hashable, Sendable {
        package var status: Int
        package var headers: HeaderList
        /// The body. Nil if there was no body or if it was not kept.
        package var body: [UInt8]?

        package init(status: Int, headers: HeaderList = HeaderList(), body: [UInt8]? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// The time of the entry, in nanoseconds after the start time in the header. Nil when unknown.
    package var time: Int64?
    package var channel: Channel
    package var device: Device?
    /// The file and line from which the entry was imported.
    package var source: String?
    package var headers: HeaderList
    /// The exact bytes.
    package var payload: [UInt8]
    package var answer: Answer?

    /// The status of the answer if the push was refused. Otherwise nil.
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
