import Basics
import ConnectedDevices
import FeedContract
import FeedService
import NotificationFeed

/// The events that the world sends to the apps, and the actions that the apps request.
extension World {
    /// Sends an event to an app, now or when the system lets it run.
    mutating func tell(_ device: Int, _ event: AppEvent) {
        guard self.people.devices[device].isRunning else { return }
        guard self.people.isAwake(device) else { return self.people.devices[device].inbox.append(.app(event)) }
        self.handle(device) { $0.handle(event, device, &$1) }
    }

    mutating func tellSDK(_ device: Int, _ event: PlatformEvent) {
        guard self.people.devices[device].isRunning else { return }
        guard self.people.isAwake(device) else { return self.people.devices[device].inbox.append(.sdk(event)) }
        self.handle(device) { $0.receive(event, device, &$1) }
    }

    /// Informs the app in the foreground of an alert.
    mutating func handAlert(_ device: Int) {
        guard self.people.devices[device].isRunning, self.people.isAwake(device) else { return }
        self.handle(device) { $0.alertCame(device, &$1) }
    }

    /// Sends the events that waited while the app did not run.
    mutating func emptyInbox(_ device: Int) {
        while self.people.isAwake(device), self.people.devices[device].isRunning,
            !self.people.devices[device].inbox.isEmpty
        {
            switch self.people.devices[device].inbox.removeFirst() {
            case .app(let event): self.tell(device, event)
            case .sdk(let event): self.tellSDK(device, event)
            }
        }
    }

    private mutating func handle(_ device: Int, _ body: (inout RunningApps, inout AppSystem) -> Void) {
        guard !self.record.isOver else { return }
        let cause = self.clock.cause
        let randoms = self.people.devices[device].randoms.isEmpty ? 0 : self.people.devices[device].randoms[cause] ?? 0
        self.people.system.begin(
            at: self.clock.now, skew: self.skew(of: device), self.clock.die, entity: self.people.devices[device].entity,
            cause,
            lastNumber: self.people.devices[device].lastNumber, randoms: randoms,
            delivered: self.people.devices[device].screen.delivered.map {
                AppSystem.DeliveredAlert(id: self.record.history.text($0.id), generation: $0.generation)
            })
        body(&self.people.apps, &self.people.system)
        self.people.devices[device].lastNumber = self.people.system.numbersGiven
        if self.people.system.randoms != randoms {
            self.people.devices[device].randoms[cause] = self.people.system.randoms
        }
        var actions: [AppAction] = []
        swap(&actions, &self.people.system.actions)
        let incarnation = self.people.devices[device].incarnation
        let death = actions.isEmpty ? nil : self.deathMidway(device, of: actions.count)
        for place in actions.indices {
            if place == death { self.crash(device, isMidway: true) }
            // Actions of a process that has ended are not carried out.
            guard self.people.devices[device].isRunning, self.people.devices[device].incarnation == incarnation else {
                break
            }
            // The action is swapped out, because a swap is cheaper than a copy.
            var action = AppAction.askForToken
            swap(&action, &actions[place])
            self.carryOut(action, of: device, place: UInt64(place))
        }
        actions.removeAll(keepingCapacity: true)
        // The buffer is reused, unless an event was sent to an app in the meantime.
        if self.people.system.actions.isEmpty { swap(&actions, &self.people.system.actions) }
    }

    /// Returns the index of the action before which the app dies, if a test planned this death. Otherwise returns nil.
    ///
    /// The app never dies because of an event that a step itself sends: the step would have to be repeated.
    private mutating func deathMidway(_ device: Int, of count: Int) -> Int? {
        guard self.clock.cause.hop > 0, self.takesFault(\.deathsMidway, device) else { return nil }
        return Int(self.clock.roll(.deathMidway, self.people.devices[device].entity).below(UInt64(count)))
    }

    private mutating func carryOut(_ action: consuming AppAction, of device: Int, place: UInt64) {
        let actor = HistoryEvent.Actor.device(device)
        switch consume action {
        case .request(let number, let token, let request):
            self.people.devices[device].outstanding.append(number)
            self.sendForApp(request, number, token: token, of: device, place: place)
        case .askForToken: self.askForToken(device)
        case .timer(let number, let due, let isIdle):
            let timer = Occurrence.appTimer(self.people.process(device), UInt32(number))
            self.people.devices[device].timers.append(
                (number, self.planTimer(timer, of: device, at: due, isIdle: isIdle)))
        case .cancelTimer(let number):
            guard let index = self.people.devices[device].timers.firstIndex(where: { $0.number == number }) else {
                return
            }
            self.clock.callOff(self.people.devices[device].timers.remove(at: index).handle)
        case .show(let text, let showing): self.show(self.record.history.number(of: text), showing, on: device)
        case .hide(let text): self.hide(self.record.history.number(of: text), on: device)
        case .alert(let text): self.alert(self.record.history.number(of: text), on: device)
        case .withdraw(let text): self.withdraw(self.record.history.number(of: text), on: device)
        case .badge(let count):
            if count < 0 { self.violate("P29: the app on \(self.people.title(device)) set its badge to \(count)") }
            self.people.devices[device].screen.badge = Int32(clamping: count)
            self.note(.badge(count), actor)
        case .store(let bytes):
            self.people.devices[device].stored = .bytes(bytes)
            self.note(.stored(byteCount: bytes.count), actor)
        case .finished(let push, let result): self.finish(push, result, of: device)
        case .log(let text): self.note(.said, actor, self.record.history.number(of: text))
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
            if case .state(let outdated) = self.people.devices[device].stored.take() {
                self.people.system.outdated.append(outdated)
            }
            self.people.devices[device].stored = .state(kept)
            self.note(.stored(byteCount: count), actor)
        case .request(let ticket, let token, let request):
            self.send(request, .sdk(ticket), token: token, of: device, place: place)
        case .show(let name, let showing): self.show(self.number(of: name), showing, on: device)
        case .hide(let name): self.hide(self.number(of: name), on: device)
        case .alert(let name): self.alert(self.number(of: name), on: device)
        case .withdraw(let name): self.withdraw(self.number(of: name), on: device)
        case .alarm(let moment, let isIdle):
            if let handle = self.people.devices[device].alarm.take() { self.clock.callOff(handle) }
            guard let moment else { return }
            let alarm = Occurrence.alarm(self.people.process(device))
            self.people.devices[device].alarm = self.planTimer(alarm, of: device, at: moment, isIdle: isIdle)
        case .parsed(let push, let isTap): self.note(.parsed(UInt64(push), isTap: isTap), actor)
        case .dataChanged: self.note(.dataChanged, actor)
        case .syncStatus(let isSynchronized): self.note(.syncStatus(isSynchronized: isSynchronized), actor)
        case .registrationState(let state): self.note(.registrationState(state), actor)
        }
    }

    // MARK: Screens

    private mutating func show(_ id: HistoryEvent.TextNumber, _ showing: Showing, on device: Int) {
        self.people.devices[device].screen.show(id, showing)
        let states = NotificationStates(isRead: showing.isRead, action: showing.action)
        self.note(.shown(states, version: showing.version, generation: showing.generation), .device(device), id)
    }

    private mutating func hide(_ id: HistoryEvent.TextNumber, on device: Int) {
        if self.people.devices[device].screen.hide(id) { self.note(.hidden, .device(device), id) }
    }

    private mutating func alert(_ id: HistoryEvent.TextNumber, on device: Int) {
        self.people.devices[device].screen.alert(id)
        self.note(.alerted, .device(device), id)
    }

    private mutating func withdraw(_ id: HistoryEvent.TextNumber, on device: Int) {
        if self.people.devices[device].screen.withdraw(id) { self.note(.withdrawn, .device(device), id) }
    }

    /// Returns the number that the history uses for the text of a name.
    private mutating func number(of name: Name) -> HistoryEvent.TextNumber {
        self.record.number(of: name, in: self.people.system.names)
    }

    // MARK: Requests

    /// Sends a request of an app without SDK.
    ///
    /// The lab connects such an app when it first requests something.
    private mutating func sendForApp(
        _ request: FeedRequest, _ number: Int, token: String?, of device: Int, place: UInt64
    ) {
        if !self.people.devices[device].isConnected {
            self.note(.connectAsked, .device(device))
            self.connectionEnds(device)
        }
        guard self.people.devices[device].isConnected else {
            let sender = self.sender(device, .app(UInt32(number)), place)
            let sibling = self.clock.nextPlace(self.people.devices[device].entity)
            self.clock.plan(.loss(self.service.flights.add(.lost(sender))), in: LabDelays.silence, place: sibling)
            return
        }
        self.send(
            request, .app(UInt32(number)), token: token ?? self.ownToken(of: device), of: device, place: place)
    }

    // MARK: Timers

    /// Plans a timer.
    ///
    /// If the device has no network, the lab does not wait for the timer until the network is back.
    private mutating func planTimer(
        _ timer: Occurrence, of device: Int, at due: Instant, isIdle: Bool
    ) -> Agenda<Planned>.Handle {
        let isOnline = self.people.devices[device].isOnline
        let handle = self.clock.plan(timer, at: due, isUrgent: !isIdle && isOnline)
        if !isIdle, !isOnline { self.clock.agenda.edit(handle) { $0.waitsForNetwork = true } }
        return handle
    }

    /// Makes the timers of a device urgent, since its network is back.
    mutating func awaitTimers(of device: Int) {
        let alarm = self.people.devices[device].alarm.map { [$0] } ?? []
        for handle in self.people.devices[device].timers.map(\.handle) + alarm {
            self.clock.makeUrgent(handle)
        }
    }

    mutating func appTimerRings(_ device: Int, _ number: Int) {
        self.people.devices[device].timers.removeAll { $0.number == number }
        self.tell(device, .timer(number))
    }

    mutating func alarmRings(_ device: Int) {
        self.people.devices[device].alarm = nil
        self.tellSDK(device, .timer)
    }
}
