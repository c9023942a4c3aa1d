import Basics
import ConnectedDevices
import FeedContract
import FeedService
import NotificationFeed

/// What the world tells the apps, and what they want.
extension World {
    /// Tells an app something, now or when it gets time to run.
    mutating func tell(_ device: Int, _ event: AppEvent) {
        guard self.devices[device].isRunning else { return }
        guard self.isAwake(device) else { return self.devices[device].inbox.append(.app(event)) }
        self.handle(device) { $0.handle(event, device, &$1) }
    }

    mutating func tellSDK(_ device: Int, _ event: PlatformEvent) {
        guard self.devices[device].isRunning else { return }
        guard self.isAwake(device) else { return self.devices[device].inbox.append(.sdk(event)) }
        self.handle(device) { $0.receive(event, device, &$1) }
    }

    /// The app in front learns that an alert for it came.
    mutating func handAlert(_ device: Int) {
        guard self.devices[device].isRunning, self.isAwake(device) else { return }
        self.handle(device) { $0.alertCame(device, &$1) }
    }

    /// Hands over what waited while the app did not run.
    mutating func emptyInbox(_ device: Int) {
        while self.isAwake(device), self.devices[device].isRunning, !self.devices[device].inbox.isEmpty {
            switch self.devices[device].inbox.removeFirst() {
            case .app(let event): self.tell(device, event)
            case .sdk(let event): self.tellSDK(device, event)
            }
        }
    }

    private mutating func handle(_ device: Int, _ body: (inout RunningApps, inout AppSystem) -> Void) {
        let cause = self.cause
        let randoms = self.devices[device].randoms.isEmpty ? 0 : self.devices[device].randoms[cause] ?? 0
        self.system.begin(
            at: self.now, skew: self.skew(of: device), self.die, entity: self.devices[device].entity, cause,
            lastNumber: self.devices[device].lastNumber, randoms: randoms,
            delivered: self.devices[device].screen.delivered.map {
                AppSystem.DeliveredAlert(id: self.history.text($0.id), generation: $0.generation)
            })
        body(&self.apps, &self.system)
        self.devices[device].lastNumber = self.system.numbersGiven
        if self.system.randoms != randoms { self.devices[device].randoms[cause] = self.system.randoms }
        var actions: [AppAction] = []
        swap(&actions, &self.system.actions)
        let incarnation = self.devices[device].incarnation
        let death = actions.isEmpty ? nil : self.deathMidway(device, of: actions.count)
        for place in actions.indices {
            if place == death { self.crash(device, isMidway: true) }
            // What a process wanted dies with it.
            guard self.devices[device].isRunning, self.devices[device].incarnation == incarnation else { break }
            // Taken out, which costs less than a copy.
            var action = AppAction.askForToken
            swap(&action, &actions[place])
            self.carryOut(action, of: device, place: UInt64(place))
        }
        actions.removeAll(keepingCapacity: true)
        // The memory is used again, unless somebody was told something meanwhile.
        if self.system.actions.isEmpty { swap(&actions, &self.system.actions) }
    }

    /// Before which of so many things that it wants the app dies, if a test has asked for its death. It never dies of
    /// what is done to it in a step itself: whoever sees it die under their hands does that once more.
    private mutating func deathMidway(_ device: Int, of count: Int) -> Int? {
        guard self.cause.hop > 0, self.takesFault(\.deathsMidway, device) else { return nil }
        return Int(self.roll(.deathMidway, self.devices[device].entity).below(UInt64(count)))
    }

    private mutating func carryOut(_ action: consuming AppAction, of device: Int, place: UInt64) {
        let actor = HistoryEvent.Actor.device(device)
        switch consume action {
        case .request(let number, let token, let request):
            self.devices[device].outstanding.append(number)
            self.sendForApp(request, number, token: token, of: device, place: place)
        case .askForToken: self.askForToken(device)
        case .timer(let number, let due, let isIdle):
            let timer = Occurrence.appTimer(self.process(device), UInt32(number))
            self.devices[device].timers.append((number, self.plan(timer, of: device, at: due, isIdle: isIdle)))
        case .cancelTimer(let number):
            guard let index = self.devices[device].timers.firstIndex(where: { $0.number == number }) else { return }
            self.callOff(self.devices[device].timers.remove(at: index).handle)
        case .show(let text, let showing): self.show(self.history.number(of: text), showing, on: device)
        case .hide(let text): self.hide(self.history.number(of: text), on: device)
        case .alert(let text): self.alert(self.history.number(of: text), on: device)
        case .withdraw(let text): self.withdraw(self.history.number(of: text), on: device)
        case .badge(let count):
            if count < 0 { self.violate("P29: the app on \(self.title(device)) set its badge to \(count)") }
            self.devices[device].screen.badge = Int32(clamping: count)
            self.note(.badge(count), actor)
        case .store(let bytes):
            self.devices[device].stored = .bytes(bytes)
            self.note(.stored(byteCount: bytes.count), actor)
        case .finished(let push, let result): self.finish(push, result, of: device)
        case .log(let text): self.note(.said, actor, self.history.number(of: text))
        case .tellServer(let subscription): self.tellServer(subscription, of: device, place: place)
        case .ended(let end): self.processEnds(end)
        case .crash(let reason): self.crash(device, because: reason)
        case .sdk(let action): self.carryOut(action, of: device, place: place)
        }
    }

    private mutating func carryOut(_ action: consuming SDKAction, of device: Int, place: UInt64) {
        let actor = HistoryEvent.Actor.device(device)
        switch consume action {
        case .connect: self.connect(device)
        case .keep(let kept, let count):
            if case .state(let outdated) = self.devices[device].stored.take() { self.system.outdated.append(outdated) }
            self.devices[device].stored = .state(kept)
            self.note(.stored(byteCount: count), actor)
        case .request(let ticket, let token, let request):
            self.send(request, .sdk(ticket), token: token, of: device, place: place)
        case .show(let name, let showing): self.show(self.number(of: name), showing, on: device)
        case .hide(let name): self.hide(self.number(of: name), on: device)
        case .alert(let name): self.alert(self.number(of: name), on: device)
        case .withdraw(let name): self.withdraw(self.number(of: name), on: device)
        case .alarm(let moment, let isIdle):
            if let handle = self.devices[device].alarm.take() { self.callOff(handle) }
            guard let moment else { return }
            let alarm = Occurrence.alarm(self.process(device))
            self.devices[device].alarm = self.plan(alarm, of: device, at: moment, isIdle: isIdle)
        case .parsed(let push, let isTap): self.note(.parsed(UInt64(push), isTap: isTap), actor)
        case .dataChanged: self.note(.dataChanged, actor)
        case .syncStatus(let isSynchronized): self.note(.syncStatus(isSynchronized: isSynchronized), actor)
        case .registrationState(let state): self.note(.registrationState(state), actor)
        }
    }

    // MARK: Screens

    private mutating func show(_ id: HistoryEvent.TextNumber, _ showing: Showing, on device: Int) {
        self.devices[device].screen.show(id, showing)
        let states = NotificationStates(isRead: showing.isRead, action: showing.action)
        self.note(.shown(states, version: showing.version, generation: showing.generation), .device(device), id)
    }

    private mutating func hide(_ id: HistoryEvent.TextNumber, on device: Int) {
        if self.devices[device].screen.hide(id) { self.note(.hidden, .device(device), id) }
    }

    private mutating func alert(_ id: HistoryEvent.TextNumber, on device: Int) {
        self.devices[device].screen.alert(id)
        self.note(.alerted, .device(device), id)
    }

    private mutating func withdraw(_ id: HistoryEvent.TextNumber, on device: Int) {
        if self.devices[device].screen.withdraw(id) { self.note(.withdrawn, .device(device), id) }
    }

    /// What the history calls the text of a name. All devices of a user show the same ones.
    private mutating func number(of name: Name) -> HistoryEvent.TextNumber {
        let place = Int(name.number)
        if place < self.shownNames.count, self.shownNames[place] != .none {
            let known = self.shownNames[place]
            assert(self.history.text(known).isExactly(self.system.names.text(name)), "the names have moved")
            return known
        }
        let number = self.history.number(of: self.system.names.text(name))
        self.shownNames.grow(to: place + 1, with: .none)
        self.shownNames[place] = number
        return number
    }

    // MARK: Requests

    /// An app without SDK has its connection made by the lab, when it first asks for something.
    private mutating func sendForApp(
        _ request: FeedRequest, _ number: Int, token: String?, of device: Int, place: UInt64
    ) {
        if !self.devices[device].isConnected {
            self.note(.connectAsked, .device(device))
            self.connectionEnds(device)
        }
        guard self.devices[device].isConnected else {
            let sender = self.sender(device, .app(UInt32(number)), place)
            let sibling = self.nextPlace(self.devices[device].entity)
            self.plan(.loss(self.flights.add(.lost(sender))), in: Self.silence, place: sibling)
            return
        }
        self.send(
            request, .app(UInt32(number)), token: token ?? self.ownToken(of: device), of: device, place: place)
    }

    // MARK: Tokens

    private mutating func askForToken(_ device: Int) {
        self.note(.tokenAsked, .device(device))
        let delay = self.roll(.tokenDelay, self.devices[device].entity).within(self.delays.crossing)
        self.plan(.accessToken(self.process(device)), in: delay)
    }

    mutating func giveAccessToken(_ device: Int) {
        guard self.devices[device].isOnline, !self.takesFault(\.tokensToRefuse, device) else {
            self.note(.tokenRefused, .device(device))
            return self.tell(device, .accessToken(nil))
        }
        guard let token = self.issueToken(for: device) else {
            self.note(.tokenRefused, .device(device))
            return self.tell(device, .accessToken(nil))
        }
        self.note(.tokenGiven, .device(device))
        self.tell(device, .accessToken(token.text))
    }

    private static let scopesOfConsumers = AccessScope.consumer.map(\.name)
    private static let scopesAtWork = [AccessScope.organizationAudience.name]

    private mutating func issueToken(for device: Int) -> (text: String, expires: Instant)? {
        let request = TokenRequest(
            .delegated(user: self.users[self.devices[device].user]), client: self.appId,
            scopes: self.devices[device].account == .work ? Self.scopesAtWork : Self.scopesOfConsumers)
        return self.issue(request, entity: self.devices[device].entity)
    }

    /// Nil for who cannot have one, such as a user whose name is empty or too long.
    mutating func issue(_ request: TokenRequest, entity: UInt64) -> (text: String, expires: Instant)? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AccessToken.byteCount)
        self.issuedTokens += 1
        for n in 0..<4 as Range<UInt64> {
            let word = self.roll(.accessToken, entity, n: self.issuedTokens << 2 | n).bits
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        do throws(IssueRefusal) {
            let issued = try self.feedService.office.issue(request, bytes: bytes, at: self.now)
            return (issued.token.text, issued.holder.expires)
        } catch { return nil }
    }

    /// A token that holds for the minutes that a slow network takes; one that nobody takes for who cannot have one.
    private mutating func ownToken(of device: Int) -> String {
        let arrival = self.now.later(by: .minutes(5))
        if let token = self.devices[device].accessToken, token.expires > arrival { return token.text }
        guard let token = self.issueToken(for: device) else { return "" }
        self.devices[device].accessToken = token
        return token.text
    }

    // MARK: Timers

    /// An app without network waits for the network, and nobody waits for it.
    private mutating func plan(
        _ timer: Occurrence, of device: Int, at due: Instant, isIdle: Bool
    ) -> Agenda<Planned>.Handle {
        let isOnline = self.devices[device].isOnline
        let handle = self.plan(timer, at: due, isUrgent: !isIdle && isOnline)
        if !isIdle, !isOnline { self.agenda.edit(handle) { $0.waitsForNetwork = true } }
        return handle
    }

    /// The network is back, so that there is something to wait for again.
    mutating func awaitTimers(of device: Int) {
        let alarm = self.devices[device].alarm.map { [$0] } ?? []
        for handle in self.devices[device].timers.map(\.handle) + alarm {
            var isAwaited = false
            self.agenda.edit(handle) { planned in
                isAwaited = planned.waitsForNetwork
                if isAwaited { (planned.waitsForNetwork, planned.isUrgent) = (false, true) }
            }
            if isAwaited { self.urgent += 1 }
        }
    }

    mutating func appTimerRings(_ device: Int, _ number: Int) {
        self.devices[device].timers.removeAll { $0.number == number }
        self.tell(device, .timer(number))
    }

    mutating func alarmRings(_ device: Int) {
        self.devices[device].alarm = nil
        self.tellSDK(device, .timer)
    }
}
