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
    /// Whether the SDK is in the device's app.
    ///
    /// The SDK keeps changes that it could not send to the service.
    var hasSDK = false
    /// Whether the lab opened the device in the current calm or in the last one.
    var isOpened = false
    /// The number of faults since the world last settled.
    var troubles = 0

    var list = Ledger<Seen>()
    var tray = Ledger<Int>()
    var badge: UInt64?
    /// The latest change that reached the device for each notification.
    var heard = Ledger<Heard>()
    /// Pages that were made for the device and have not arrived, oldest first.
    var pages: [Page] = []
    /// The limit of pending pages: enough for an app that reads once for each tap of a burst.
    static let mostPages = 64
    /// The fetches of the current process.
    ///
    /// Another process may have used the same numbers.
    var fetches: Set<UInt64> = []
    /// The pending requests. `former` contains those requests whose user has signed out since they were sent.
    var open: Set<UInt64> = []
    var former: Set<UInt64> = []
    /// The user's actions that the service has not answered yet.
    ///
    /// An app may keep the actions over failures and restarts until it can send them. The record counts the actions,
    /// because an app may send each action in a separate request.
    var wishes = Ledger<Wish>()
    /// Whether the device was restored from a backup and the world has not settled since.
    ///
    /// The backup may contain actions that the record does not know, and requests from before the restore may still
    /// reach the service.
    var isRestored = false
    /// The actions that the service had not answered when the world settled.
    var unheard = Ledger<Wish>()
    /// The notifications whose writes were answered while the device slept.
    ///
    /// The device must still handle these answers.
    var sleptOver: [HistoryEvent.TextNumber] = []
    /// The actions that the service answered most recently, all at one moment. Each `wish` is a copy from before the
    /// answer.
    var granted: (moment: Instant, wishes: [(id: HistoryEvent.TextNumber, wish: Wish)]) = (LabTime.start, [])
    /// The notifications of the pending writes.
    var writes: [(ticket: UInt64, id: HistoryEvent.TextNumber, index: Int)] = []
    /// Whether the device has to read everything again and has not completed that read.
    ///
    /// Until then, the pages may be older than the device's own latest change.
    var isBeginningAnew = false
    /// The time at which the latest page was made for the device, in microseconds. `tappedAt` is the time at which the
    /// latest push came to the device.
    var servedAt: UInt64 = 0
    var tappedAt: UInt64 = 0
    /// The time at which the device's app last stored something, in microseconds.
    var storedAt: UInt64?
    var storedIndex = -1
    /// For each notification, the place in the history at which it last left the screen.
    var hidden = Ledger<Int>()
    /// The place in the history at which the device last failed to get an access token.
    var lacksTokenSince = -1
    /// Whether the last answer that arrived was for the current user, and not for a user who has signed out.
    var isAddressed = true
    /// Whether the last answer that arrived was a page that continues a read. The changes of this page arrive after the
    /// answer.
    var isReadingOn = false
    /// The place at which the device's current incomplete read began. Apps act only on complete reads.
    var unappliedSince: Int?
    /// The place at which the latest complete read began, and the moment at which it ended.
    var wholeRead: (start: Int, end: Instant)?
    /// The place in the history since which the sleeping device has handled nothing. `neverHandled` has the ranges of
    /// events that the device slept through until its process died.
    var sleepsOverSince: Int?
    /// The moment at which the device woke and handled the events that came while it slept.
    var wokenAt: Instant?
    var neverHandled: [Range<Int>] = []
    /// The places in the history of answers that came so late that the app may have timed out. `reach` is the last
    /// version on the late page.
    var heardLate: [(places: Range<Int>, reach: UInt64)] = []
    var patience = Patience()
    /// Pushes that the device's app has not finished yet.
    var owed: [(push: UInt64, index: Int)] = []

    init(user: Int, platform: LabPlatform) {
        self.user = user
        self.platform = platform
    }

    @inline(__always)
    var mayBeOpened: Bool { self.isOnline && self.isUnlocked && self.state != .forceQuit }
    /// Whether the device could read all changes in the latest calm: the lab opened it, and its user is signed in.
    @inline(__always)
    var isCaughtUp: Bool { self.isOpened && self.isSignedIn }

    /// Whether the app has acted on the changes that it read at a place in the history.
    @inline(__always)
    func hasApplied(_ index: Int) -> Bool {
        index < self.unappliedSince ?? .max && index < self.sleepsOverSince ?? .max
            && !self.neverHandled.contains { $0.contains(index) } && !self.isDoubtful(index)
    }

    /// Whether the read that contains a place was completed at this moment. The app may then show the whole read now,
    /// in order.
    @inline(__always)
    func takesIn(_ index: Int, at moment: Instant) -> Bool {
        self.wholeRead.map { $0.end == moment && $0.start <= index } ?? false
    }

    /// Whether the device has neither read nor received a push since a moment, in microseconds.
    @inline(__always)
    func isUntold(since moment: UInt64) -> Bool { self.servedAt < moment && self.tappedAt < moment }

    /// Whether it is unknown if the app acted on the changes that it read at a place in the history.
    @inline(__always)
    func isDoubtful(_ index: Int) -> Bool { self.heardLate.contains { $0.places.contains(index) } }

    /// Whether the device woke at this moment and handles the events that came while it slept.
    @inline(__always)
    func wakes(at moment: Instant) -> Bool { self.wokenAt == moment }

    // The members that judges read at each event are inlined, so that the record is not copied.

    /// Whether the system lets the device's app run.
    @inline(__always)
    var isAwake: Bool { self.isUp || !self.owed.isEmpty }

    /// Whether the app stays awake until its user stops it or its process ends.
    @inline(__always)
    var isAlwaysAwake: Bool { self.isRunning && self.isUp }

    @inline(__always)
    var isUp: Bool { self.state == .foreground || self.state == .background }

    /// Whether a notification is on the screen and waits for the user.
    @inline(__always)
    func shows(_ id: HistoryEvent.TextNumber) -> Bool {
        self.tray[id] != nil || self.list[id].map { !$0.states.isHandled } ?? false
    }

    /// Whether a request is from a user who has signed out since then.
    @inline(__always)
    func isFormer(_ ticket: UInt64) -> Bool { self.former.contains(ticket) }

    /// Whether a save or a delete of the device's app is pending.
    @inline(__always)
    var isWriting: Bool { !self.writes.isEmpty }

    /// Whether the user acted on a notification and the service may not have answered that action yet.
    @inline(__always)
    func hasWish(for id: HistoryEvent.TextNumber) -> Bool { self.wishes[id] != nil || self.isRestored }

    /// The latest generation of a notification that the device knows.
    @inline(__always)
    func latestGeneration(of id: HistoryEvent.TextNumber) -> UInt64 {
        max(self.heard[id]?.generation ?? 0, self.list[id]?.generation ?? 0)
    }

    /// Returns the user's only action on a notification, if two conditions hold: the action was on the latest
    /// generation that the device knew, and the device has since learned of a later generation. Otherwise returns nil.
    func wishOutlived(of id: HistoryEvent.TextNumber) -> Wish? {
        guard let wish = self.wishes[id], wish.isOfLatest, wish.count == 1, !self.isRestored,
            wish.generation != self.latestGeneration(of: id)
        else { return nil }
        return wish
    }

    @inline(__always)
    func page(_ ticket: UInt64) -> Page? { self.pages.last { $0.ticket == ticket } }
}
