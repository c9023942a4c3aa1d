import Basics
import PushGateway

/// A push that arrived over a connection, with the answer that its sender got.
struct ReceivedPush {
    let number: Int
    /// The real time at which the push arrived.
    let received: Instant
    /// The token in the path of the request, as sent.
    let token: String
    /// The id of the device with this token, if there is one.
    let device: String?
    let headers: HeaderList
    let payload: [UInt8]
    var outcome: Outcome
    /// The id of the script that determined the answer, or nil if the push service answered.
    let script: String?
    var warnings: [AdmissionWarning] = []

    /// The answer to a push.
    enum Outcome: Hashable {
        case answered(status: Int, reason: String?)
        /// The push got no answer, because of this action of a script.
        case none(AnswerScript.Action)
    }

    var status: Int? { if case .answered(let status, _) = self.outcome { status } else { nil } }
    var topic: String? { self.headers["apns-topic"] }
}

/// The latest pushes of a world.
struct PushLog {
    static let capacity = 10_000

    /// A ring buffer in the order of arrival, starting at `oldest`.
    private var ring: [ReceivedPush] = []
    private var oldest = 0
    /// The number of all pushes so far.
    private(set) var count = 0

    /// Returns the latest pushes that match, in the order in which they came.
    func filter(_ matches: (ReceivedPush) -> Bool) -> [ReceivedPush] {
        self.ring[self.oldest...].filter(matches) + self.ring[..<self.oldest].filter(matches)
    }

    /// Adds a push. When the log is full, the new push replaces the oldest push.
    ///
    /// `make` creates the push from its number. Returns the created push.
    mutating func append(_ make: (Int) -> ReceivedPush) -> ReceivedPush {
        self.count += 1
        let push = make(self.count)
        if self.ring.count < Self.capacity {
            self.ring.append(push)
        } else {
            self.ring[self.oldest] = push
            self.oldest = (self.oldest + 1) % Self.capacity
        }
        return push
    }
}
