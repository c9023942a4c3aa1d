import Basics

/// The state of one push from its acceptance to its end.
///
/// The content is stored separately in `PushDelivery.contents`. So a copy of a parcel copies only a few words and
/// changes no reference counts.
struct Parcel: Hashable {
    enum Place: UInt8, CaseIterable {
        /// The push is in transit. This is its first attempt, or a new attempt after the link was restored.
        case flying
        case storedOffline
        case storedForPower
        case held
        /// The app has the push and must call its handler.
        case handling
    }

    private(set) var number: PushNumber
    let priority: PushPriority
    let behaviour: Behaviour
    /// The number of the token that the push was sent to.
    let registration: UInt32
    let app: AppNumber
    /// The expiration, or nil for a push that allows only one attempt.
    let expiresAt: Instant?
    var place: Place
    /// The part of the fate that is still ahead. Its delay is included in `due` once the push is in transit.
    var fate: Fate
    /// The time at which the push leaves its place: arrival, release of the group, or the earliest wake.
    ///
    /// For a push that the app is handling, it is the time at which the handling began.
    var due: Instant
    /// The slot of the next push that the same app handles.
    var next: UInt32?

    init(
        _ number: PushNumber, _ push: AcceptedPush, registration: UInt32, app: AppNumber, expiresAt: Instant?,
        place: Place = .flying, fate: Fate, due: Instant
    ) {
        self.number = number
        self.priority = push.priority
        self.behaviour = push.behaviour
        self.registration = registration
        self.app = app
        self.expiresAt = expiresAt
        self.place = place
        self.fate = fate
        self.due = due
    }

    /// Returns a duplicate that arrives after `gap`.
    func copy(_ number: PushNumber, after gap: Interval) -> Parcel {
        var copy = self
        copy.number = number
        copy.due = self.due.later(by: gap)
        return copy
    }

    func isExpired(at now: Instant) -> Bool { self.expiresAt.map { $0 <= now } ?? false }
}
