import ShoulderTap

/// The notifications that the taps of a capture are about.
///
/// A tap without ids is about the notifications of another tap at the same place in the feed. If no such tap has ids,
/// the lab makes up an id. Both the flow and the scenario of a capture use these ids.
struct FieldNames {
    /// A place in the feed of a user.
    private struct Place: Hashable {
        let user: Int
        let head: String
    }

    /// The places of taps without ids. The ids at other places are not kept, because a long capture has many places.
    private var nameless: Set<Place> = []
    // Used for lookup only: iteration order is not deterministic.
    private var earlier: [Place: [String]] = [:]
    /// The ids of taps after the first tap without ids at the same place.
    private var later: [Place: [String]] = [:]
    /// For each device, the number of taps that have neither ids nor a place.
    private var counts: [Int: Int] = [:]

    /// Notes a tap in the first reading of the captures.
    mutating func noteFirst(_ tap: Tap, of user: Int) {
        guard let place = Self.place(of: tap, user) else { return }
        if tap.activities.isEmpty {
            self.nameless.insert(place)
        } else if self.nameless.contains(place) {
            self.later[place] = tap.activities
        }
    }

    /// Notes a tap in the second reading, which starts after the first reading has ended.
    mutating func noteAgain(_ tap: Tap, of user: Int) {
        guard !tap.activities.isEmpty, let place = Self.place(of: tap, user), self.nameless.contains(place) else {
            return
        }
        self.earlier[place] = tap.activities
    }

    /// Returns the ids of the notifications that a tap is about.
    mutating func ids(of tap: Tap, member: Int, of user: Int) -> [String] {
        guard tap.activities.isEmpty else { return tap.activities }
        if let place = Self.place(of: tap, user) {
            return self.later[place] ?? self.earlier[place] ?? ["change-\(place.head)"]
        }
        // If a device gets several taps without names, the second of these taps is about the second change.
        self.counts[member, default: 0] += 1
        return ["unnamed-\(self.counts[member, default: 0])"]
    }

    private static func place(of tap: Tap, _ user: Int) -> Place? { tap.head.map { Place(user: user, head: $0) } }
}
