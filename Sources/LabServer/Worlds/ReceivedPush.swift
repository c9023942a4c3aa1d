import Basics
import PushGateway

/// A push that came over a connection, with the answer that its sender got.
struct ReceivedPush {
    let number: Int
    /// The real time at which it came.
    let received: Instant
    /// The token in its path, as sent.
    let token: String
    /// The id of the device with this token, if there is one.
    let device: String?
    let headers: HeaderList
    let payload: [UInt8]
    var outcome: Outcome
    /// The script that decided about the answer; nil for the push service's own answer.
    let script: String?
    var warnings: [AdmissionWarning] = []

    /// The answer to a push.
    enum Outcome: Hashable {
        case answered(status: Int, reason: String?)
        /// The action of a script that prevented an answer.
        case none(AnswerScript.Action)
    }

    var status: Int? { if case .answered(let status, _) = self.outcome { status } else { nil } }
    var topic: String? { self.headers["apns-topic"] }
}

/// The latest pushes of a world.
struct PushLog {
    static let capacity = 10_000

    private(set) var kept: ArraySlice<ReceivedPush> = []
    /// The number of all pushes so far.
    private(set) var count = 0

    mutating func append(_ make: (Int) -> ReceivedPush) {
        self.count += 1
        self.kept.append(make(self.count))
        if self.kept.count >= 2 * Self.capacity { self.kept = ArraySlice(Array(self.kept.suffix(Self.capacity))) }
    }
}
