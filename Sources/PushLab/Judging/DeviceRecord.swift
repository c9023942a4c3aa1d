import Basics
import PushGateway

/// What one device has been through, has heard and shows.
struct DeviceRecord: Sendable {
    let user: Int
    let platform: LabPlatform

    var isRunning = false
    var state = AppState.foreground
    var isOnline = true
    var isUnlocked = true
    var isSignedIn = true
    /// Whether the SDK, which keeps what it could not tell the service, is in its app.
    var hasSDK = false
    /// Whether the lab has opened it in the calm that goes on, or in the last one.
    var isOpened = false
    /// How much has gone wrong since all was quiet.
    var troubles = 0

    var list = Ledger<Seen>()
    var tray = Ledger<Int>()
    var badge: UInt64?
    /// The latest word about each notification that reached the device.
    var heard = Ledger<Heard>()
    /// Pages that were made for it and have not arrived, the oldest first.
    var pages: [Page] = []
    /// As many as may be under way for an app that reads once for each tap of a burst.
    static let mostPages = 64
    /// The fetches of the process that runs. Another process may have given the same numbers.
    var fetches: Set<UInt64> = []
    /// What is asked and not answered, and of that what a user asked who has signed out since.
    var open: Set<UInt64> = []
    var former: Set<UInt64> = []
    /// What its user did something with that the service has not said a word about. An app may keep it over failures
    /// and restarts until it can tell the service.
    /// Whoever did two things may tell of each in a request of its own, so how many they are counts.
    var wishes = Ledger<Wish>()
    /// Whether it began with what was kept of it or of another, and all was not quiet since. That may have wishes in it
    /// that nobody can name, and what was sent before may still come to the service.
    var isRestored = false
    /// Those of which it had heard nothing when all became quiet.
    var unheard = Ledger<Wish>()
    /// What the service answered to while the device slept, and has still to hear of.
    var sleptOver: [HistoryEvent.TextNumber] = []
    /// What the service answered to at the latest such moment, as it was before.
    var granted: (moment: Instant, wishes: [(id: HistoryEvent.TextNumber, wish: Wish)]) = (LabTime.start, [])
    /// What the requests under way are about, where it is a notification.
    var writes: [(ticket: UInt64, id: HistoryEvent.TextNumber, index: Int)] = []
    /// Whether it was told to read everything anew and has not read on from there: what it is told meanwhile may be
    /// older than its own latest change.
    var isBeginningAnew = false
    /// When the latest page was made for it and the latest push came to it, in microseconds.
    var servedAt: UInt64 = 0
    var tappedAt: UInt64 = 0
    /// When its app stored something last, in microseconds, and where in the history.
    var storedAt: UInt64?
    var storedIndex = -1
    /// Where in the history each notification went from the screen last.
    var hidden = Ledger<Int>()
    /// Where in the history it got no access token last.
    var lacksTokenSince = -1
    /// Whether what arrives answers the user who is signed in now, and is no answer to one who left.
    var isAddressed = true
    /// Whether what arrives is on a page that goes on where another ended.
    var isReadingOn = false
    /// Since where in the history what it heard came in reads that did not come to their end: nobody acts on a part.
    var unappliedSince: Int?
    /// Where in the history the latest read began that came to its end, and when it did.
    var wholeRead: (start: Int, end: Instant)?
    /// Since where in the history it sleeps over what comes, and what it slept over before its process died.
    var sleepsOverSince: Int?
    /// When it woke to what it slept over.
    var wokenAt: Instant?
    var neverHandled: [Range<Int>] = []
    /// Where in the history it heard what it may have given up before, and up to which version that was.
    var heardLate: [(places: Range<Int>, reach: UInt64)] = []
    var patience = Patience()
    /// Pushes that its app has still to finish.
    var owed: [(push: UInt64, index: Int)] = []

    init(user: Int, platform: LabPlatform) {
        self.user = user
        self.platform = platform
    }

    @inline(__always)
    var mayBeOpened: Bool { self.isOnline && self.isUnlocked && self.state != .forceQuit }
    /// Whether in the calm it can have caught up with everything.
    @inline(__always)
    var isCaughtUp: Bool { self.isOpened && self.isSignedIn }

    /// Whether what it heard at some place of the history has been acted on.
    @inline(__always)
    func hasApplied(_ index: Int) -> Bool {
        index < self.unappliedSince ?? .max && index < self.sleepsOverSince ?? .max
            && !self.neverHandled.contains { $0.contains(index) } && !self.isDoubtful(index)
    }

    /// Whether the read in which it heard that is complete since this very moment. All of it may be shown now, in its
    /// order.
    func takesIn(_ index: Int, at moment: Instant) -> Bool {
        self.wholeRead.map { $0.end == moment && $0.start <= index } ?? false
    }

    /// Whether it has neither read nor been tapped since a moment, in microseconds.
    func isUntold(since moment: UInt64) -> Bool { self.servedAt < moment && self.tappedAt < moment }

    /// Whether nobody can tell if it heeded what it heard at some place of the history.
    @inline(__always)
    func isDoubtful(_ index: Int) -> Bool { self.heardLate.contains { $0.places.contains(index) } }

    /// Whether it woke at this moment to what it slept over.
    func wakes(at moment: Instant) -> Bool { self.wokenAt == moment }

    // The questions that judges ask at each event look at a field or two, for which nobody copies the record.

    /// Whether its app gets time to run.
    @inline(__always)
    var isAwake: Bool { self.isUp || !self.owed.isEmpty }

    /// Whether nothing but its user or the end of its process keeps its app from running.
    @inline(__always)
    var isAlwaysAwake: Bool { self.isRunning && self.isUp }

    @inline(__always)
    var isUp: Bool { self.state == .foreground || self.state == .background }

    /// Whether a notification is on the screen and waits for its user.
    @inline(__always)
    func shows(_ id: HistoryEvent.TextNumber) -> Bool {
        self.tray[id] != nil || self.list[id].map { !$0.states.isHandled } ?? false
    }

    /// Whether a user asked this who has signed out since.
    func isFormer(_ ticket: UInt64) -> Bool { self.former.contains(ticket) }

    /// Whether a save or a delete of its app waits for an answer.
    var isWriting: Bool { !self.writes.isEmpty }

    /// Whether its user did something with a notification that the service may not have said a word about.
    @inline(__always)
    func hasWish(for id: HistoryEvent.TextNumber) -> Bool { self.wishes[id] != nil || self.isRestored }

    /// The latest publication of a notification of which it has heard.
    @inline(__always)
    func latestGeneration(of id: HistoryEvent.TextNumber) -> UInt64 {
        max(self.heard[id]?.generation ?? 0, self.list[id]?.generation ?? 0)
    }

    /// What its user did with the publication before the one that it has heard of since, and with no other.
    func wishOutlived(of id: HistoryEvent.TextNumber) -> Wish? {
        guard let wish = self.wishes[id], wish.isOfLatest, wish.count == 1, !self.isRestored,
            wish.generation != self.latestGeneration(of: id)
        else { return nil }
        return wish
    }

    @inline(__always)
    func page(_ ticket: UInt64) -> Page? { self.pages.last { $0.ticket == ticket } }
}
