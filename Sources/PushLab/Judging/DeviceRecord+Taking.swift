import Basics
import PushGateway

/// Updates of a device's record, event by event.
extension DeviceRecord {
    mutating func take(_ event: HistoryEvent, at index: Int) {
        self.wake(at: event.moment)
        switch event.kind {
        case .launched:
            self.isRunning = true
            // The pending requests of the previous process are void.
            self.pages = []
            self.writes = []
            self.sleptOver = []
            (self.fetches, self.open, self.former) = ([], [], [])
            self.patience.endAll(at: LabTime.number(of: event.moment))
        case .userActed:
            let seen = self.list[event.subject]?.generation ?? 0
            self.wishes[event.subject] = Wish(
                count: (self.wishes[event.subject]?.count ?? 0) + 1, index: index,
                first: self.wishes[event.subject]?.first ?? index, generation: seen,
                isOfLatest: seen != 0 && seen == self.latestGeneration(of: event.subject),
                act: event.act)
        case .requestSent:
            let kind = event.request
            self.patience.ask(event.ticket, at: LabTime.number(of: event.moment))
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
            self.servedAt = LabTime.number(of: event.moment)
            let (kind, start) = (event.page, event.pageStart)
            // If an app begins a read at or after the end of a page, it has already taken in that page.
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
            self.patience.endAll(at: LabTime.number(of: event.moment))
            self.troubles += 1
        case .requestLost, .tokenRefused, .tapStored, .tapHeld, .tapRefused, .alertRefused, .answerSpoiled,
            .slowed:
            if event.kind == .tokenRefused { self.lacksTokenSince = index }
            self.troubles += 1
        case .pushArrived:
            self.tappedAt = LabTime.number(of: event.moment)
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
            // If an app sleeps through the end of a read, it has not acted on the beginning of that read either.
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

    /// Records an event of the device that its app did not cause.
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

    /// Notes that the world has settled. By this time, a device that was opened has sent all its changes to the
    /// service.
    mutating func settle() {
        self.unheard = Ledger()
        guard self.mayBeOpened else { return }
        swap(&self.wishes, &self.unheard)
        self.isRestored = false
    }

    /// Handles the end of a sleep: a device that wakes handles the events that came while it slept, in order.
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
            self.hidden[event.subject] = index
        case .alerted, .alertArrived: self.tray[event.subject] = index
        case .withdrawn: self.tray[event.subject] = nil
        case .badge: self.badge = event.badge
        case .syncStatus: self.hasSDK = true
        case .stored: (self.storedAt, self.storedIndex) = (LabTime.number(of: event.moment), index)
        default: break
        }
    }

    /// Notes that the app died while its actions were carried out.
    ///
    /// The app may have acted on only some of the last answers, or on none. Its last stored state may say that an
    /// action failed because there was no token. But the app may not have shown that failure.
    private mutating func dieMidway(at moment: Instant, _ index: Int) {
        if let wholeRead, wholeRead.end == moment { self.neverHandled.append(wholeRead.start..<index) }
        if self.granted.moment == moment { for (id, wish) in self.granted.wishes.reversed() { self.wishes[id] = wish } }
        if self.wokenAt == moment { self.sleptOver = [] }
        guard self.storedAt == LabTime.number(of: moment) else { return }
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
        // After a timeout the app still wants the same action. A request that the app makes on its own says nothing
        // about that action.
        guard !isLate, let wish = self.wishes[id], wish.first <= sent else { return }
        guard event.isVerdict else {
            // The app could not inform the user about an action that an earlier process began, so the app requests the
            // action again.
            if self.wishes[id]?.isInherited == false { self.wishes[id]?.isPutOff = true }
            return
        }
        guard self.isAwake else { return self.sleptOver.append(id) }
        if self.granted.moment != event.moment { self.granted = (event.moment, []) }
        self.granted.wishes.append((id, wish))
        self.grant(id)
    }

    /// Ends the wait for an answer. Returns whether the answer is so late that the app may have timed out.
    private mutating func waitEnds(_ event: HistoryEvent, at index: Int) -> Bool {
        let now = LabTime.number(of: event.moment)
        let isLate = self.patience.isOver(event.ticket, at: now)
        // The changes of a page come after its answer. The earlier pages of the same read do not count without this
        // answer.
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
        // Two answers may arrive out of order, so that the newer answer comes first.
        guard self.isAddressed, let change = event.change, event.version >= self.heard[event.subject]?.version ?? 0
        else { return }
        self.heard[event.subject] = Heard(
            version: event.version, generation: event.generation, change: change, states: event.states,
            index: index)
    }

    private mutating func end(at index: Int) {
        if let start = self.sleepsOverSince.take() { self.neverHandled.append(start..<index) }
        self.forgetUnstored(at: index)
        self.isRunning = false
        self.troubles += 1
        for id in self.wishes.keys { self.wishes[id]?.isInherited = true }
        self.owed = []
        if self.state != .forceQuit { self.state = .suspended }
    }

    /// Forgets everything about the previous user, because it does not apply to the next user.
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
