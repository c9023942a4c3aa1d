import Basics
import PushGateway

/// The state of one device: what happened to it, what it read, and what it shows.
struct DeviceRecord: Sendable {
    let user: Int
    let platform: LabPlatform

    var isRunning = false
    var state = AppState.foreground
    var isOnline = true
    var isUnlocked = true
    var isSignedIn = true
    /// Whether the SDK is in its app.
    ///
    /// The SDK keeps changes that it could not send to the service.
    var hasSDK = false
    /// Whether the lab opened it in the current calm, or in the last one.
    var isOpened = false
    /// The number of faults since the world last settled.
    var troubles = 0

    var list = Ledger<Seen>()
    var tray = Ledger<Int>()
    var badge: UInt64?
    /// The latest change of each notification that reached the device.
    var heard = Ledger<Heard>()
    /// Pages that were made for it and have not arrived, oldest first.
    var pages: [Page] = []
    /// The limit of pending pages: enough for an app that reads once for each tap of a burst.
    static let mostPages = 64
    /// The fetches of the current process.
    ///
    /// Another process may have used the same numbers.
    var fetches: Set<UInt64> = []
    /// The pending requests; `former` has those of a user who has signed out since.
    var open: Set<UInt64> = []
    var former: Set<UInt64> = []
    /// The user's actions that the service has not answered yet.
    ///
    /// An app may keep them over failures and restarts until it can send them. The number of actions counts, because an
    /// app may send each in a separate request.
    var wishes = Ledger<Wish>()
    /// Whether it was restored from a backup and the world has not settled since.
    ///
    /// The backup may contain actions that the record does not know, and requests from before may still reach the
    /// service.
    var isRestored = false
    /// The actions that the service had not answered when the world settled.
    var unheard = Ledger<Wish>()
    /// The notifications whose writes were answered while the device slept.
    ///
    /// It has yet to handle the answers.
    var sleptOver: [HistoryEvent.TextNumber] = []
    /// The actions that the service answered most recently, all at one moment, as they were before the answer.
    var granted: (moment: Instant, wishes: [(id: HistoryEvent.TextNumber, wish: Wish)]) = (LabTime.start, [])
    /// The notifications of the pending writes.
    var writes: [(ticket: UInt64, id: HistoryEvent.TextNumber, index: Int)] = []
    /// Whether it has to read everything again and has not completed that read.
    ///
    /// Until then, the pages may be older than its own latest change.
    var isBeginningAnew = false
    /// The times of the latest page for it and of the latest push to it, in microseconds.
    var servedAt: UInt64 = 0
    var tappedAt: UInt64 = 0
    /// The time at which its app last stored something, in microseconds.
    var storedAt: UInt64?
    var storedIndex = -1
    /// The places in the history at which each notification last left the screen.
    var hidden = Ledger<Int>()
    /// The place in the history at which it last got no access token.
    var lacksTokenSince = -1
    /// Whether arriving answers are for the current user, and not for one who signed out.
    var isAddressed = true
    /// Whether arriving changes are on a page that continues another page.
    var isReadingOn = false
    /// The place at which its current incomplete read began: apps act only on complete reads.
    var unappliedSince: Int?
    /// The place at which the latest complete read began, and the moment at which it ended.
    var wholeRead: (start: Int, end: Instant)?
    /// The place since which it sleeps. `neverHandled` has the events that it slept through before its process died.
    var sleepsOverSince: Int?
    /// The moment at which it woke and handled the events during its sleep.
    var wokenAt: Instant?
    var neverHandled: [Range<Int>] = []
    /// The places of answers that came after a possible timeout, with the version up to which each read.
    var heardLate: [(places: Range<Int>, reach: UInt64)] = []
    var patience = Patience()
    /// Pushes that its app has not finished yet.
    var owed: [(push: UInt64, index: Int)] = []

    init(user: Int, platform: LabPlatform) {
        self.user = user
        self.platform = platform
    }

    @inline(__always)
    var mayBeOpened: Bool { self.isOnline && self.isUnlocked && self.state != .forceQuit }
    /// Whether it can have caught up with everything in the calm.
    @inline(__always)
    var isCaughtUp: Bool { self.isOpened && self.isSignedIn }

    /// Whether the app has acted on what it read at a place of the history.
    @inline(__always)
    func hasApplied(_ index: Int) -> Bool {
        index < self.unappliedSince ?? .max && index < self.sleepsOverSince ?? .max
            && !self.neverHandled.contains { $0.contains(index) } && !self.isDoubtful(index)
    }

    /// Whether the read of a place was completed at this moment, so that the app may show all of it now, in order.
    func takesIn(_ index: Int, at moment: Instant) -> Bool {
        self.wholeRead.map { $0.end == moment && $0.start <= index } ?? false
    }

    /// Whether it has neither read nor received a push since a moment, in microseconds.
    func isUntold(since moment: UInt64) -> Bool { self.servedAt < moment && self.tappedAt < moment }

    /// Whether it is unknown if the app acted on what it read at a place of the history.
    @inline(__always)
    func isDoubtful(_ index: Int) -> Bool { self.heardLate.contains { $0.places.contains(index) } }

    /// Whether it woke at this moment and handles the events during its sleep.
    func wakes(at moment: Instant) -> Bool { self.wokenAt == moment }

    // The members that judges read at each event are inlined, so that the record is not copied.

    /// Whether the system lets its app run.
    @inline(__always)
    var isAwake: Bool { self.isUp || !self.owed.isEmpty }

    /// Whether only its user or the end of its process can stop its app from running.
    @inline(__always)
    var isAlwaysAwake: Bool { self.isRunning && self.isUp }

    @inline(__always)
    var isUp: Bool { self.state == .foreground || self.state == .background }

    /// Whether a notification is on the screen and waits for the user.
    @inline(__always)
    func shows(_ id: HistoryEvent.TextNumber) -> Bool {
        self.tray[id] != nil || self.list[id].map { !$0.states.isHandled } ?? false
    }

    /// Whether a request is from a user who has signed out since.
    func isFormer(_ ticket: UInt64) -> Bool { self.former.contains(ticket) }

    /// Whether a save or a delete of its app is pending.
    var isWriting: Bool { !self.writes.isEmpty }

    /// Whether its user acted on a notification and the service may not have answered yet.
    @inline(__always)
    func hasWish(for id: HistoryEvent.TextNumber) -> Bool { self.wishes[id] != nil || self.isRestored }

    /// The latest generation of a notification that it knows.
    @inline(__always)
    func latestGeneration(of id: HistoryEvent.TextNumber) -> UInt64 {
        max(self.heard[id]?.generation ?? 0, self.list[id]?.generation ?? 0)
    }

    /// The single action of its user on the generation before the latest one that the device knows; nil for any other
    /// case.
    func wishOutlived(of id: HistoryEvent.TextNumber) -> Wish? {
        guard let wish = self.wishes[id], wish.isOfLatest, wish.count == 1, !self.isRestored,
            wish.generation != self.latestGeneration(of: id)
        else { return nil }
        return wish
    }

    @inline(__always)
    func page(_ ticket: UInt64) -> Page? { self.pages.last { $0.ticket == ticket } }
}
