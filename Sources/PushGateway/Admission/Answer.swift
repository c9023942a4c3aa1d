package import Basics

/// What the sender of one push is told.
package struct Answer: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// Carries the id for the delivery log, which only the sandbox gives.
        case accepted(uniqueID: String?)
        case refused(Refusal)
    }

    /// The `apns-id` as the sender spelt it: senders pair answers with pushes by the very letters.
    package let id: String
    package let outcome: Outcome

    /// An id as the real service makes them, of random bits.
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

    /// The answer to the same push when it could not be committed after all.
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

    /// Empty when the push was accepted. Otherwise to be sent in one piece: some senders read only one.
    package var body: [UInt8] { self.refusal?.body ?? [] }
}
