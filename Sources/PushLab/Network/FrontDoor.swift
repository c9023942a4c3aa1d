/// Apple's push service with its front door: each push is a request with headers and a provider token, and gets an
/// answer.
///
/// By default the push service accepts every push without checking it.
package struct FrontDoor: Hashable, Sendable {
    /// A reason to refuse a push. The raw value is the status of the answer.
    package enum Trouble: Int, Hashable, Sendable, CaseIterable {
        /// The sender uses a provider token of two hours ago.
        case expiredToken = 403
        /// The app gets a new address just before the push to the old address arrives.
        case addressGone = 410
        /// The payload grows beyond the limit of a push on its way.
        case tooLarge = 413
        /// Too many pushes came for the device.
        case tooMany = 429
        /// The push service is overloaded.
        case overloaded = 503
    }

    /// The percentage of pushes for each trouble. Troubles with zero percent are left out.
    private var shares: [Trouble: Int] = [:]

    package init() {}

    package subscript(trouble: Trouble) -> Int {
        get { self.shares[trouble] ?? 0 }
        set {
            precondition(0...100 ~= newValue, "a share is a percentage")
            self.shares[trouble] = newValue == 0 ? nil : newValue
        }
    }

    /// The percentage of pushes that are refused for any of the troubles.
    package var troubled: Int { Trouble.allCases.reduce(0) { $0 + self[$1] } }

    /// Returns the trouble of a push, chosen by a random number below 100.
    func trouble(drawn number: UInt64) -> Trouble? {
        var end = 0
        for trouble in Trouble.allCases {
            end += self[trouble]
            if number < UInt64(end) { return trouble }
        }
        return nil
    }
}
