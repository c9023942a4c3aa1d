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

    package var headers: HeaderList {
        var headers = HeaderList()
        headers.append(":status", String(self.status))
        headers.append("apns-id", self.id)
        switch self.outcome {
        case .accepted(let uniqueID):
            if let uniqueID { headers.append("apns-unique-id", uniqueID) }
        case .refused:
            headers.append("content-type", "application/json")
        }
        return headers
    }

    /// The body, which is empty when the push was accepted. Send it in one piece, because some senders read only the
    /// first piece.
    package var body: [UInt8] { self.refusal?.body ?? [] }
}
