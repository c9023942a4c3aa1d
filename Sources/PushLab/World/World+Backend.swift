import Basics
import FeedContract
import FeedService
import NotificationFeed

/// The server under test, if one is plugged in.
extension World {
    /// Plugs a server in and starts it.
    mutating func plug(_ make: @escaping BackendHost.Maker) {
        self.plugs.backend = BackendHost(make)
        self.startBackend()
    }

    /// The number by which random draws identify the server.
    static let backendEntity = UInt64(HistoryEvent.Actor.backend.number)

    private mutating func startBackend() {
        guard var host = self.plugs.backend, host.app == nil else { return }
        (host.start, host.isKilled) = (nil, false)
        let token = self.issueBackendToken(user: nil)
        let start = BackendStart(host: self.people.host, accessToken: token, stored: host.stored)
        host.app = host.make(start)
        self.plugs.backend = host
        self.note(.serverStarted, .backend)
        self.tellBackend(.started(start))
        self.readBackendNews()
    }

    /// Sends the events that came while the server did not run.
    private mutating func readBackendNews() {
        while self.plugs.backend?.app != nil, let host = self.plugs.backend, let event = host.inbox.first {
            self.plugs.backend?.inbox.removeFirst()
            guard self.tellBackend(event) else { return self.plugs.backend?.inbox.insert(event, at: 0) ?? () }
        }
    }

    /// Asks the server to publish a notification of the test.
    ///
    /// Requests wait while the server does not run.
    mutating func askBackend(_ notification: LabNotification, user: Int) {
        self.service.publications += 1
        self.note(.publishAsked, .backend, self.record.history.number(of: notification.id), party: .user(user))
        self.plugs.backend?.inbox.append(.publish(notification, user: self.people.users[user]))
        self.readBackendNews()
    }

    /// Sends a subscription id to the server. The server needs this id to publish for the app's user.
    mutating func tellServer(_ subscription: String, of device: Int, place: UInt64) {
        guard self.plugs.backend != nil else { return }
        self.note(.serverTold, .device(device), self.record.history.number(of: subscription))
        let news = BackendEvent.subscribed(
            user: self.people.users[self.people.devices[device].user], device: self.people.devices[device].name,
            subscription: subscription)
        let delay = self.clock.roll(.requestDelay, self.people.devices[device].entity, n: place).within(
            self.weather.delays.crossing)
        self.planBackend(.news(news), in: delay)
    }

    mutating func backendIsDue(_ number: Int) {
        guard let due = self.plugs.backend?.take(number) else { return }
        let current = self.plugs.backend?.incarnation
        switch due {
        case .start: self.startBackend()
        case .news(let event):
            self.plugs.backend?.inbox.append(event)
            self.readBackendNews()
        case .token(let user, let incarnation):
            guard incarnation == current else { return }
            self.tellBackend(.accessToken(self.issueBackendToken(user: user), user: user))
        case .post(let post, let incarnation): self.postArrives(post, incarnation)
        case .answer(let number, let answer, let id, let generation, let incarnation):
            guard incarnation == current else { return }
            self.note(.publishAnswered(status: answer.status, generation: generation), .backend, id)
            self.tellBackend(.answer(number, answer))
        case .timer(let number, let incarnation):
            guard incarnation == current else { return }
            self.plugs.backend?.timers.removeAll { $0.number == number }
            self.tellBackend(.timer(number))
        }
    }

    @discardableResult
    mutating func planBackend(
        _ due: BackendHost.Due, in delay: Interval, isUrgent: Bool = true, place: UInt64 = 0
    ) -> Agenda<Planned>.Handle? {
        guard let number = self.plugs.backend?.add(due) else { return nil }
        return self.clock.plan(.backend(UInt32(number)), in: delay, isUrgent: isUrgent, place: place)
    }

    /// Sends an event to the server. Returns whether the server received the event.
    @discardableResult
    private mutating func tellBackend(_ event: BackendEvent) -> Bool {
        guard !self.record.isOver, var app = self.plugs.backend?.app, let lastNumber = self.plugs.backend?.lastNumber
        else { return false }
        self.plugs.backend?.app = nil
        var system = BackendSystem(
            at: self.clock.now, since: LabTime.start, self.clock.die, self.clock.cause, lastNumber: lastNumber,
            randoms: self.plugs.backend?.randoms[self.clock.cause] ?? 0)
        app.handle(event, &system)
        self.plugs.backend?.app = app
        self.plugs.backend?.lastNumber = system.lastNumber
        if system.randoms > 0 { self.plugs.backend?.randoms[self.clock.cause] = system.randoms }
        let first = self.plugs.backend?.count(system.actions.count, for: self.clock.cause) ?? 0
        var isHeard = true
        for (place, action) in system.actions.enumerated() {
            if case .ended(.brokeBefore) = action { isHeard = false }
            self.carryOut(action, place: first + UInt64(place))
        }
        if case .started = event { return isHeard }
        // If the server survives an event after its start, its next restart waits only for the shortest pause.
        if self.plugs.backend?.app != nil { self.plugs.backend?.pause = BackendHost.shortestPause }
        return isHeard
    }

    private mutating func carryOut(_ action: BackendAction, place: UInt64) {
        guard let incarnation = self.plugs.backend?.incarnation else { return }
        switch action {
        case .post(let number, let path, let headers, let body):
            let post = BackendPost(number: number, place: place, path: path, headers: headers, body: body)
            let delay = self.clock.roll(.publishDelay, Self.backendEntity, n: place).within(
                self.weather.delays.crossing)
            let sibling = self.clock.nextPlace(Self.backendEntity)
            self.planBackend(.post(post, incarnation: incarnation), in: delay, place: sibling)
        case .askForToken(let user):
            let delay = self.clock.roll(.tokenDelay, Self.backendEntity, n: place).within(self.weather.delays.crossing)
            self.planBackend(.token(user: user, incarnation: incarnation), in: delay)
        case .timer(let number, let due, let isIdle):
            let timer = BackendHost.Due.timer(number, incarnation: incarnation)
            guard let handle = self.planBackend(timer, in: due - self.clock.now, isUrgent: !isIdle) else { return }
            self.plugs.backend?.timers.append((number, handle))
        case .cancelTimer(let number):
            guard let index = self.plugs.backend?.timers.firstIndex(where: { $0.number == number }),
                let timer = self.plugs.backend?.timers.remove(at: index)
            else { return }
            self.clock.callOff(timer.handle)
        case .store(let bytes):
            self.plugs.backend?.stored = bytes
            self.note(.stored(byteCount: bytes.count), .backend)
        case .log(let text): self.note(.said, .backend, self.record.history.number(of: text))
        case .ended(let end): self.backendEnds(end)
        }
    }

    // MARK: The end of its process

    private mutating func backendEnds(_ end: PortEnd) {
        guard let pause = self.plugs.backend?.pause else { return }
        self.endBackend()
        self.plugs.backend?.pause = min(pause * 2, BackendHost.longestPause)
        self.take(end)
        if case .gaveUp = end { return }
        self.planBackendStart(in: pause)
    }

    private mutating func endBackend() {
        guard var host = self.plugs.backend else { return }
        self.note(.serverDied, .backend)
        for timer in host.timers { self.clock.callOff(timer.handle) }
        host.timers = []
        host.app = nil
        host.incarnation &+= 1
        self.plugs.backend = host
    }

    private mutating func planBackendStart(in time: Interval) {
        // The start of a killed server is not urgent: to settle, the world starts the server at once.
        let isUrgent = self.plugs.backend?.isKilled == false
        guard let handle = self.planBackend(.start, in: time, isUrgent: isUrgent) else { return }
        self.plugs.backend?.start = (self.clock.now.later(by: time), handle)
    }

    /// Kills the server's process.
    ///
    /// If the process is dead already, the later of the two restart times applies.
    ///
    /// Messages that the process has already sent still arrive. The lab's own server has no process.
    mutating func killBackend(for time: Interval) {
        guard let host = self.plugs.backend else { return }
        if host.app != nil {
            self.endBackend()
        } else {
            guard let start = host.start, start.moment < self.clock.now.later(by: time) else { return }
            self.clock.callOff(start.handle)
        }
        self.plugs.backend?.isKilled = true
        self.planBackendStart(in: time)
    }

    /// Starts a killed server.
    mutating func startKilledBackend() {
        guard let host = self.plugs.backend, host.isKilled, let start = host.start else { return }
        self.clock.callOff(start.handle)
        self.startBackend()
    }

    // MARK: Processes that are not the lab's own

    /// Handles the end of an app's process, which may end the processes of other apps too.
    mutating func processEnds(_ end: PortEnd) {
        self.take(end)
        for device in self.people.devices.indices {
            guard (self.people.apps.other(device) as? any HostedApp)?.isGone == true else { continue }
            self.crash(device)
        }
    }

    private mutating func take(_ end: PortEnd) {
        switch end {
        case .broke(let sentence, let sort), .brokeBefore(let sentence, let sort):
            self.record.blame(sentence, sort, at: self.clock.now)
        case .gaveUp(let failure): self.record.fail(failure)
        }
    }
}
