package import Basics

/// The answer to the sender of one push.
package struct Answer: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The push was accepted. Only the sandbox gives an id for the delivery log.
        case accepted(uniqueID: String?)
        case refused(Refusal)
    }

    /// The `apns-id` in the sender's spelling: senders match answers with pushes by the exact text.
    package let id: String
    package let outcome: Outcome

    /// Returns a random id in the form of the real service.
    package static func freshID(_ bits: (UInt64, UInt64)) -> String { UUIDText.upperCase(bits) }

    package init(id: String, _ outcome: Outcome) {
        self.id = id
        self.outcome = outcome
    }

    package var refusal: Refusal? {
        guard case .refused(let refusal) = self.outcome else { return nil }
        return refusal
    }

    package var status: Int { self.refusal?.status ?? 200 }

    /// The answer to the same push if the push could not be committed.
    package var uncommitted: Answer { Answer(id: self.id, .refused(.internalServerError)) }

    package var headers: HeaderList { HeaderList([.init(":status", String(self.status))] + self.fields) }

    /// The headers without the status.
    package var fields: [HeaderList.Field] {
        let id = HeaderList.Field("apns-id", self.id)
        return switch self.outcome {
        case .accepted(let uniqueID): uniqueID.map { [id, .init("apns-unique-id", $0)] } ?? [id]
        case .refused: [id, .init("content-type", "application/json")]
        }
    }

    /// The body, which is empty when the push was accepted. Send it in one piece, because some senders read only the
    /// first piece.
    package var body: [UInt8] { self.refusal?.body ?? [] }
}
