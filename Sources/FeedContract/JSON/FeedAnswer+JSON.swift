import Basics
import ShoulderTap

extension FeedAnswer {
    /// The answer as JSON. It is an object with one member, and the key of that member names the kind of answer.
    package var json: [UInt8] {
        switch self {
        case .page(let page): JSONWriter.only("page", page.write)
        case .saved(let result): JSONWriter.only("saved", result.write)
        case .subscribed(let answer): JSONWriter.only("subscribed", answer.write)
        case .registered(let answer): JSONWriter.only("registered", answer.write)
        case .done: JSONWriter.only("done") { _ in }
        case .refused(let refusal): JSONWriter.only("refused", refusal.write)
        }
    }

    /// Reads an answer. Unknown members are ignored, but an unknown kind of answer is refused.
    package init(json bytes: [UInt8]) throws(FeedFormatError) {
        let (name, fields) = try FieldReader(json: bytes).onlyMember()
        switch name {
        case "page": self = .page(try FeedPage(fields))
        case "saved": self = .saved(try UpdateResult(fields))
        case "subscribed": self = .subscribed(try SubscriptionAnswer(fields))
        case "registered": self = .registered(try RegistrationAnswer(fields))
        case "done": self = .done
        case "refused": self = .refused(try FeedRefusal(fields))
        default: throw FeedFormatError(.unknownValue, name)
        }
    }
}

extension UpdateResult {
    func write(_ writer: inout JSONWriter) {
        writer.member("id", self.id)
        writer.member("succeeded", raw: self.succeeded ? "true" : "false")
        writer.member("version", number: self.version)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            id: try required(fields.text("id"), "id"),
            succeeded: try required(fields.bool("succeeded"), "succeeded"), version: try fields.uint64("version"))
    }
}

extension SubscriptionAnswer {
    func write(_ writer: inout JSONWriter) {
        writer.member("subscription", self.subscription)
        writer.member("expiration", number: self.expiration.microseconds)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            subscription: try required(fields.text("subscription"), "subscription"),
            expiration: Instant(microseconds: try required(fields.int64("expiration"), "expiration")))
    }
}

extension RegistrationAnswer {
    func write(_ writer: inout JSONWriter) { writer.member("expiration", number: self.expiration.microseconds) }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(expiration: Instant(microseconds: try required(fields.int64("expiration"), "expiration")))
    }
}

extension FeedRefusal {
    func write(_ writer: inout JSONWriter) {
        writer.member("code", self.code, of: Words.refusals)
        writer.member("message", self.message)
        writer.member("retryAfter", number: self.retryAfter)
        writer.member("serial", number: self.serial)
    }

    init(_ fields: FieldReader) throws(FeedFormatError) {
        self.init(
            try required(fields.word("code", Words.refusals), "code"),
            try required(fields.text("message"), "message"),
            retryAfter: try fields.int64("retryAfter").map(Int.init(clamping:)),
            serial: try fields.uint64("serial"))
    }
}
