import Basics
import PushGateway
import PushServer
import ShoulderTap

/// The answer of a push service, for people and for scripts.
struct PushOutcome: Equatable {
    /// The status. Nil when the service closed the whole connection with a GOAWAY instead.
    let status: Int?
    let reason: String?
    /// The time since which the token has been dead.
    let since: Instant?
    let id: String?
    /// The id of the push in Apple's delivery log. Only the sandbox provides it.
    let uniqueID: String?

    init(_ answer: ClientAnswer) {
        let body = ReasonBody(answer.body)
        self.status = answer.status
        (self.reason, self.since) = (body.reason, body.since)
        (self.id, self.uniqueID) = (answer.headers["apns-id"], answer.headers["apns-unique-id"])
    }

    /// Reads a GOAWAY frame. Returns nil when the frame gives no reason.
    init?(_ goAway: ReceivedGoAway) {
        let body = ReasonBody(goAway.note)
        guard let reason = body.reason else { return nil }
        (self.status, self.reason, self.since, self.id, self.uniqueID) = (nil, reason, body.since, nil, nil)
    }

    var isAccepted: Bool { self.status == 200 }

    private var meaning: PushReason? { self.reason.flatMap { PushReason($0) } }

    /// Returns the status and the reason, and a line for each other detail.
    func lines(of letter: PushLetter) -> String {
        let status = self.status.map(String.init) ?? "GOAWAY"
        let word = self.isAccepted ? "accepted" : TerminalText.escaped(self.reason ?? "refused without a reason")
        let topic = letter.topic.map { " to \(TerminalText.escaped($0))" } ?? ""
        let sent = "\(letter.type), priority \(letter.priority.rawValue)\(topic), \(letter.payload.count) bytes"
        let rows: [(String, String?)] = [
            ("apns-id", self.id.map(TerminalText.escaped)), ("log id", self.uniqueID.map(TerminalText.escaped)),
            ("sent", sent), ("since", self.since.map { ISODate.text(of: $0) }),
            ("meaning", self.meaning?.meaning), ("remedy", self.meaning?.remedy),
        ]
        let named = rows.compactMap { name, text in text.map { TerminalText.padded(name, to: 9) + $0 + "\n" } }
        return "\(status) \(word)\n" + named.joined()
    }

    /// Returns one JSON object on one line.
    ///
    /// The keys and their order are part of the interface.
    func json(of letter: PushLetter) -> [UInt8] {
        var json = JSONText()
        json.raw("{\"accepted\":")
        json.boolean(self.isAccepted)
        json.raw(",\"status\":")
        if let status { json.number(status) } else { json.raw("null") }
        json.raw(",\"reason\":")
        json.string(self.reason)
        json.raw(",\"apnsId\":")
        json.string(self.id)
        if let uniqueID {
            json.raw(",\"apnsUniqueId\":")
            json.string(uniqueID)
        }
        json.raw(",\"pushType\":")
        json.string(letter.type.rawValue)
        json.raw(",\"priority\":")
        json.number(Int(letter.priority.rawValue))
        json.raw(",\"topic\":")
        json.string(letter.topic)
        json.raw(",\"bytes\":")
        json.number(letter.payload.count)
        if let since {
            json.raw(",\"timestamp\":")
            json.number(Int(since.milliseconds))
        }
        if let meaning {
            json.raw(",\"meaning\":")
            json.string(meaning.meaning)
            json.raw(",\"remedy\":")
            json.string(meaning.remedy)
        }
        json.raw("}\n")
        return json.bytes
    }
}

/// The JSON body in which the push service gives a reason.
private struct ReasonBody {
    let reason: String?
    let since: Instant?

    /// The maximum size, far more than any reason needs.
    private static let mostBytes = 4_096

    init(_ bytes: [UInt8]) {
        let root = bytes.count <= Self.mostBytes ? PushPayload.inspect(bytes).root : nil
        self.reason = root?["reason"]?.string
        self.since = root?["timestamp"]?.int64.flatMap { milliseconds in
            let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
            return overflow ? nil : Instant(microseconds: microseconds)
        }
    }
}
