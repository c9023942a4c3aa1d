import Basics

/// One push between its acceptance and its end: all that the machine decides by. What is handed on in the end lies
/// beside it in `PushDelivery.contents`, so that looking at a parcel copies a few words and counts no references.
struct Parcel: Hashable {
    enum Place: UInt8, CaseIterable {
        /// Under way to the first attempt, or to one after the link came back.
        case flying
        case storedOffline
        case storedForPower
        case held
        /// The app has it and owes the call of its handler.
        case handling
    }

    private(set) var number: PushNumber
    let priority: PushPriority
    let behaviour: Behaviour
    /// The record of the token that it was addressed to.
    let registration: UInt32
    let app: AppNumber
    /// Nil for a push that asked for one attempt only.
    let expiresAt: Instant?
    var place: Place
    /// What is left of the fate: the delay is in `due` once the push flies.
    var fate: Fate
    /// When the place is left by itself: arrival, release of the group, the earliest wake. For a push that is being
    /// handled, when that began.
    var due: Instant
    /// The next push that the same app handles.
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

    /// The same push once more, under way so much later.
    func copy(_ number: PushNumber, after gap: Interval) -> Parcel {
        var copy = self
        copy.number = number
        copy.due = self.due.later(by: gap)
        return copy
    }

    func isExpired(at now: Instant) -> Bool { self.expiresAt.map { $0 <= now } ?? false }
}
