/// Apple's push service with its front door: each push is a request with headers and a provider token, and gets an
/// answer. Without it a push counts as a request that passed every check.
package struct FrontDoor: Hashable, Sendable {
    /// What can be wrong with a push, by the status of the answer.
    package enum Trouble: Int, Hashable, Sendable, CaseIterable {
        /// The sender shows a provider token of two hours ago.
        case expiredToken = 403
        /// The app gets another address, just before the push for the old one.
        case addressGone = 410
        /// Something on the way has made the payload larger than a push may be.
        case tooLarge = 413
        /// Too many pushes came for the device.
        case tooMany = 429
        /// The push service has no room.
        case overloaded = 503
    }

    /// Of a hundred pushes, how many meet each trouble: one number for each case, in their order.
    private var shares = Trouble.allCases.map { _ in 0 }

    package init() {}

    package subscript(trouble: Trouble) -> Int {
        get { self.shares[Self.place(of: trouble)] }
        set {
            precondition(0...100 ~= newValue, "a share is a percentage")
            self.shares[Self.place(of: trouble)] = newValue
        }
    }

    /// Of a hundred pushes, how many meet any trouble.
    package var troubled: Int { self.shares.reduce(0, +) }

    /// The trouble of a push for which chance drew a number below 100.
    func trouble(drawn number: UInt64) -> Trouble? {
        var end = 0
        for trouble in Trouble.allCases {
            end += self[trouble]
            if number < UInt64(end) { return trouble }
        }
        return nil
    }

    private static func place(of trouble: Trouble) -> Int {
        guard let place = Trouble.allCases.firstIndex(of: trouble) else {
            preconditionFailure("every case has a place")
        }
        return place
    }
}
