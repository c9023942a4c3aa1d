import Basics
import PushGateway

/// What one device has been through, has heard and shows.
struct DeviceRecord: Sendable {
    struct Seen: Sendable {
        var version: UInt64
        var generation: UInt64
        var states: NotificationStates
        var index: Int
    }

    struct Heard: Sendable {
        var version: UInt64
        var generation: UInt64
        var change: AppChange.Kind
        var states: NotificationStates
        var index: Int

        var isLive: Bool { self.change.isLive }
    }

    /// A page on its way to the device.
    struct Page: Sendable {
        var from: UInt64
        var to: UInt64
        var kind: PageKind
        /// When the service made it, in microseconds.
        var time: UInt64
        var index: Int
        /// The request that it answers, once that is known.
        var ticket: UInt64?
    }

    /// What a user wanted of a notification.
    struct Wish: Sendable {
        /// How often something was done with it.
        var count: Int
        /// Where that stands in the history, at last.
        var index: Int
        /// And where the first of them stands that the service has not said a word about.
        var first: Int
        /// What the user saw.
        var generation: UInt64
        /// Whether that was the latest publication of which the device had heard.
        var isOfLatest: Bool
        var act: UserAct
        /// Whether the app shows it as it was before: it could not be done, and the user sees that.
        var isTakenBack = false
        /// Whether the service answered it with a word about something else, so that it may be asked again or given up.
        var isPutOff = false
        /// Whether the process that knew of it has died since: a later one has to know of it too.
        var isInherited = false
    }

    let user: Int
    let platform: LabPlatform

    private(set) var isRunning = false
    private(set) var state = AppState.foreground
    private(set) var isOnline = true
    private(set) var isUnlocked = true
    private(set) var isSignedIn = true
    /// Whether the SDK, which keeps what it could not tell the service, is in its app.
    private(set) var hasSDK = false
    /// Whether the lab has opened it in the calm that goes on, or in the last one.
    var isOpened = false
    /// How much has gone wrong since all was quiet.
    var troubles = 0

    private(set) var list = Ledger<Seen>()
    private(set) var tray = Ledger<Int>()
    private(set) var badge: UInt64?
    /// The latest word about each notification that reached the device.
    private(set) var heard = Ledger<Heard>()
    /// Pages that were made for it and have not arrived, the oldest first.
    private(set) var pages: [Page] = []
    /// As many as may be under way for an app that reads once for each tap of a burst.
    private static let mostPages = 64
    /// The fetches of the process that runs. Another process may have given the same numbers.
    private var fetches: Set<UInt64> = []
    /// What is asked and not answered, and of that what a user asked who has signed out since.
    private var open: Set<UInt64> = []
    private var former: Set<UInt64> = []
    /// What its user did something with that the service has not said a word about. An app may keep it over failures
    /// and restarts until it can tell the service.
    /// Whoever did two things may tell of each in a request of its own, so how many they are counts.
    private var wishes = Ledger<Wish>()
    /// Whether it began with what was kept of it or of another, and all was not quiet since. That may have wishes in it
    /// that nobody can name, and what was sent before may still come to the service.
    private(set) var isRestored = false
    /// Those of which it had heard nothing when all became quiet.
    private(set) var unheard = Ledger<Wish>()
    /// What the service answered to while the device slept, and has still to hear of.
    private var sleptOver: [HistoryEvent.TextNumber] = []
    /// What the service answered to at the latest such moment, as it was before.
    private var granted: (moment: Instant, wishes: [(id: HistoryEvent.TextNumber, wish: Wish)]) = (World.start, [])
    /// What the requests under way are about, where it is a notification.
    private var writes: [(ticket: UInt64, id: HistoryEvent.TextNumber, index: Int)] = []
    /// Whether it was told to read everything anew and has not read on from there: what it is told meanwhile may be
    /// older than its own latest change.
    private(set) var isBeginningAnew = false
    /// When the latest page was made for it and the latest push came to it, in microseconds.
    private var servedAt: UInt64 = 0
    private var tappedAt: UInt64 = 0
    /// When its app stored something last, in microseconds.
    private var storedAt: UInt64?
    /// Where in the history it got no access token last.
    private var lacksTokenSince = -1
    /// Whether what arrives answers the user who is signed in now, and is no answer to one who left.
    private(set) var isAddressed = true
    /// Whether what arrives is on a page that goes on where another ended.
    private(set) var isReadingOn = false
    /// Since where in the history what it heard came in reads that did not come to their end: nobody acts on a part.
    private(set) var unappliedSince: Int?
    /// Where in the history the latest read began that came to its end, and when it did.
    private var wholeRead: (start: Int, end: Instant)?
    /// Since where in the history it sleeps over what comes, and what it slept over before its process died.
    private var sleepsOverSince: Int?
    /// When it woke to what it slept over.
    private var wokenAt: Instant?
    private var neverHandled: [Range<Int>] = []
    /// Where in the history it heard what it may have given up before, and up to which version that was.
    private var heardLate: [(places: Range<Int>, reach: UInt64)] = []
    private(set) var patience = Patience()
    /// Pushes that its app has still to finish.
    private(set) var owed: [(push: UInt64, index: Int)] = []

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
    private var isUp: Bool { self.state == .foreground || self.state == .background }

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

    mutating func take(_ event: HistoryEvent, at index: Int) {
        self.wake(at: event.moment)
        switch event.kind {
        case .launched:
            self.isRunning = true
            // The requests of the process before are nobody's any more.
            self.pages = []
            self.writes = []
            self.sleptOver = []
            (self.fetches, self.open, self.former) = ([], [], [])
            self.patience.endAll(at: World.time(of: event.moment))
        case .userActed:
            let seen = self.list[event.subject]?.generation ?? 0
            self.wishes[event.subject] = Wish(
                count: (self.wishes[event.subject]?.count ?? 0) + 1, index: index,
                first: self.wishes[event.subject]?.first ?? index, generation: seen,
                isOfLatest: seen != 0 && seen == self.latestGeneration(of: event.subject),
                act: event.act)
        case .requestSent:
            let kind = event.request
            self.patience.ask(event.ticket, at: World.time(of: event.moment))
            self.open.insert(event.ticket)
            if kind == .fetch { self.fetches.insert(event.ticket) }
            if kind == .save || kind == .delete { self.writes.append((event.ticket, event.subject, index)) }
        case .answerArrived: self.hearAnswer(event, at: index)
        case .requestGivenUp:
            self.patience.giveUp(event.ticket)
            self.writes.removeAll { $0.ticket == event.ticket }
        case .killed, .crashed:
            if event.kind == .crashed, event.isMidway { self.dieMidway(at: event.moment, index) }
            self.end(at: index)
        case .appState, .link, .lock, .signedIn, .signedOut, .installed: self.befall(event)
        case .pageServed:
            self.servedAt = World.time(of: event.moment)
            let (kind, start) = (event.page, event.pageStart)
            // Whoever begins a read behind a page has taken it.
            if !kind.isFull, !kind.isContinued { self.heardLate.removeAll { $0.reach <= start } }
            self.pages.append(Page(from: start, to: event.pageEnd, kind: kind, time: self.servedAt, index: index))
            if self.pages.count > Self.mostPages { self.pages.removeFirst() }
        case .answered:
            guard let last = self.pages.indices.last, self.pages[last].ticket == nil else { break }
            if self.fetches.contains(event.ticket) {
                self.pages[last].ticket = event.ticket
            } else {
                self.pages.removeLast()
            }
        case .changeArrived: self.hear(event, at: index)
        case .connectFailed:
            self.patience.endAll(at: World.time(of: event.moment))
            self.troubles += 1
        case .requestLost, .tokenRefused, .tapStored, .tapHeld, .tapRefused, .answerSpoiled:
            if event.kind == .tokenRefused { self.lacksTokenSince = index }
            self.troubles += 1
        case .pushArrived:
            self.tappedAt = World.time(of: event.moment)
            self.owed.append((event.push, index))
        case .finished: self.owed.removeAll { $0.push == event.push }
        default: self.see(event, at: index)
        }
    }

    private mutating func hearAnswer(_ event: HistoryEvent, at index: Int) {
        self.isAddressed = self.isSignedIn && !self.isFormer(event.ticket)
        self.open.remove(event.ticket)
        self.former.remove(event.ticket)
        self.isReadingOn = self.page(event.ticket)?.kind.isContinued ?? false
        if event.status == 410 { self.isBeginningAnew = true }
        if !self.isAwake {
            // Whoever sleeps over the end of a read has not acted on its beginning.
            self.sleepsOverSince = self.sleepsOverSince ?? self.unappliedSince ?? index
            self.wokenAt = nil
        }
        let isLate = self.waitEnds(event, at: index)
        if let page = self.page(event.ticket) {
            if !page.kind.isFull { self.isBeginningAnew = false }
            let start = self.unappliedSince ?? index
            if page.kind.isLast { self.wholeRead = (start, event.moment) }
            self.unappliedSince = page.kind.isLast ? nil : start
        }
        self.answer(event, isLate: isLate)
    }

    /// What happens to a device, whatever its app does.
    private mutating func befall(_ event: HistoryEvent) {
        switch event.kind {
        case .appState: self.state = event.appState
        case .link:
            self.isOnline = event.isOnline
            self.troubles += 1
        case .lock: self.isUnlocked = event.lock == .unlocked
        case .signedIn: self.isSignedIn = true
        case .signedOut:
            self.isSignedIn = false
            self.forget()
        case .installed:
            self.forget()
            self.isRestored = event.installedFrom != .nothing
            self.list = Ledger()
            self.tray = Ledger()
            self.badge = nil
        default: break
        }
    }

    /// Whoever was looked at when all became quiet has told the service what there was to tell.
    mutating func settle() {
        self.unheard = Ledger()
        guard self.mayBeOpened else { return }
        swap(&self.wishes, &self.unheard)
        self.isRestored = false
    }

    /// What it slept over it works off in the moment in which it wakes, one after the other.
    private mutating func wake(at moment: Instant) {
        if let wokenAt {
            guard wokenAt < moment else { return }
            self.sleepsOverSince = nil
            self.wokenAt = nil
            for id in self.sleptOver { self.grant(id) }
            self.sleptOver = []
        } else if self.isAwake, self.sleepsOverSince != nil {
            self.wokenAt = moment
        }
    }

    private mutating func see(_ event: HistoryEvent, at index: Int) {
        switch event.kind {
        case .shown:
            let states = event.states
            self.take(back: event.subject, states.isUntouched)
            self.list[event.subject] = Seen(
                version: event.version, generation: event.generation, states: states, index: index)
        case .hidden:
            self.take(back: event.subject, false)
            self.list[event.subject] = nil
            self.tray[event.subject] = nil
        case .alerted, .alertArrived: self.tray[event.subject] = index
        case .withdrawn: self.tray[event.subject] = nil
        case .badge: self.badge = event.badge
        case .syncStatus: self.hasSDK = true
        case .stored: self.storedAt = World.time(of: event.moment)
        default: break
        }
    }

    /// What it had just heard it may have heeded in part or not at all. What it had just stored may be that something
    /// cannot be done for want of a token, which it did not come to show.
    private mutating func dieMidway(at moment: Instant, _ index: Int) {
        if let wholeRead, wholeRead.end == moment { self.neverHandled.append(wholeRead.start..<index) }
        if self.granted.moment == moment { for (id, wish) in self.granted.wishes.reversed() { self.wishes[id] = wish } }
        if self.wokenAt == moment { self.sleptOver = [] }
        guard self.storedAt == World.time(of: moment) else { return }
        for id in self.wishes.keys {
            guard let wish = self.wishes[id], !wish.isInherited, wish.index < self.lacksTokenSince else { continue }
            self.wishes[id]?.isPutOff = true
        }
    }

    private mutating func take(back id: HistoryEvent.TextNumber, _ isTakenBack: Bool) {
        guard var wish = self.wishes[id], !wish.isInherited else { return }
        wish.isTakenBack = isTakenBack
        self.wishes[id] = wish
    }

    private mutating func answer(_ event: HistoryEvent, isLate: Bool) {
        guard let place = self.writes.firstIndex(where: { $0.ticket == event.ticket }) else { return }
        let (_, id, sent) = self.writes.remove(at: place)
        // Whoever has given up waiting still wants what it wanted, and what an app asks by itself is no word on it.
        guard !isLate, let wish = self.wishes[id], wish.first <= sent else { return }
        guard event.isVerdict else {
            // Nobody could tell the user of what an earlier process began, so that it is asked again.
            if self.wishes[id]?.isInherited == false { self.wishes[id]?.isPutOff = true }
            return
        }
        guard self.isAwake else { return self.sleptOver.append(id) }
        if self.granted.moment != event.moment { self.granted = (event.moment, []) }
        self.granted.wishes.append((id, wish))
        self.grant(id)
    }

    /// Takes an answer for the end of a wait. Whether it came so late that whoever waited may have given up.
    private mutating func waitEnds(_ event: HistoryEvent, at index: Int) -> Bool {
        let now = World.time(of: event.moment)
        let isLate = self.patience.isOver(event.ticket, at: now)
        // The changes of a page follow its answer, and the pages before it are nothing without it.
        if isLate, event.status == 200, self.fetches.contains(event.ticket) {
            let places = (self.unappliedSince ?? index)..<index + 1 + Int(clamping: event.changeCount)
            self.heardLate.append((places, self.page(event.ticket)?.to ?? .max))
        }
        self.patience.end(event.ticket, at: now)
        return isLate
    }

    private mutating func grant(_ id: HistoryEvent.TextNumber) {
        guard var wish = self.wishes[id] else { return }
        wish.count -= 1
        if wish.count == 1 { wish.first = wish.index }
        self.wishes[id] = wish.count > 0 ? wish : nil
    }

    private mutating func hear(_ event: HistoryEvent, at index: Int) {
        // Of two answers under way the one that knows more may come first.
        guard self.isAddressed, let change = event.change, event.version >= self.heard[event.subject]?.version ?? 0
        else { return }
        self.heard[event.subject] = Heard(
            version: event.version, generation: event.generation, change: change, states: event.states,
            index: index)
    }

    private mutating func end(at index: Int) {
        if let start = self.sleepsOverSince.take() { self.neverHandled.append(start..<index) }
        self.isRunning = false
        self.troubles += 1
        for id in self.wishes.keys { self.wishes[id]?.isInherited = true }
        self.owed = []
        if self.state != .forceQuit { self.state = .suspended }
    }

    /// What one user's app was told is none of the next one's business.
    private mutating func forget() {
        self.heard = Ledger()
        self.wishes = Ledger()
        self.isRestored = false
        self.sleptOver = []
        self.pages = []
        self.former = self.open
        self.heardLate = []
        self.troubles += 1
    }
}
