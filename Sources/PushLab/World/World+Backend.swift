import Basics
import FeedContract
import FeedService
import NotificationFeed

/// The server under test, where one is plugged in.
extension World {
    /// Plugs a server in and starts it.
    mutating func plug(_ make: @escaping BackendHost.Maker) {
        self.backend = BackendHost(make)
        self.startBackend()
    }

    /// The die's name for it.
    private static let backendEntity = UInt64(HistoryEvent.Actor.backend.number)

    private mutating func startBackend() {
        guard var host = self.backend, host.app == nil else { return }
        (host.start, host.isKilled) = (nil, false)
        let token = self.issueBackendToken(user: nil)
        let start = BackendStart(host: self.host, accessToken: token, stored: host.stored)
        host.app = host.make(start)
        self.backend = host
        self.note(.serverStarted, .backend)
        self.tellBackend(.started(start))
        self.readBackendNews()
    }

    /// Hands over what came while the server did not run.
    private mutating func readBackendNews() {
        while self.backend?.app != nil, let host = self.backend, let event = host.inbox.first {
            self.backend?.inbox.removeFirst()
            guard self.tellBackend(event) else { return self.backend?.inbox.insert(event, at: 0) ?? () }
        }
    }

    /// The test wants the server to publish something. What comes while the server does not run waits for it.
    mutating func askBackend(_ notification: LabNotification, user: Int) {
        self.publications += 1
        self.note(.publishAsked, .backend, self.history.number(of: notification.id), party: .user(user))
        self.backend?.inbox.append(.publish(notification, user: self.users[user]))
        self.readBackendNews()
    }

    /// An app tells its server by which id its user's notifications are published.
    mutating func tellServer(_ subscription: String, of device: Int, place: UInt64) {
        guard self.backend != nil else { return }
        self.note(.serverTold, .device(device), self.history.number(of: subscription))
        let news = BackendEvent.subscribed(
            user: self.users[self.devices[device].user], device: self.devices[device].name, subscription: subscription)
        let delay = self.roll(.requestDelay, self.devices[device].entity, n: place).within(self.delays.crossing)
        self.planBackend(.news(news), in: delay)
    }

    mutating func backendIsDue(_ number: Int) {
        guard let due = self.backend?.take(number) else { return }
        let current = self.backend?.incarnation
        switch due {
        case .start: self.startBackend()
        case .news(let event):
            self.backend?.inbox.append(event)
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
            self.backend?.timers.removeAll { $0.number == number }
            self.tellBackend(.timer(number))
        }
    }

    @discardableResult
    private mutating func planBackend(
        _ due: BackendHost.Due, in delay: Interval, isUrgent: Bool = true, place: UInt64 = 0
    ) -> Agenda<Planned>.Handle? {
        guard let number = self.backend?.add(due) else { return nil }
        return self.plan(.backend(UInt32(number)), in: delay, isUrgent: isUrgent, place: place)
    }

    /// Tells the server something, and says whether it heard that.
    @discardableResult
    private mutating func tellBackend(_ event: BackendEvent) -> Bool {
        guard var app = self.backend?.app, let lastNumber = self.backend?.lastNumber else { return false }
        self.backend?.app = nil
        var system = BackendSystem(
            at: self.now, since: World.start, self.die, self.cause, lastNumber: lastNumber,
            randoms: self.backend?.randoms[self.cause] ?? 0)
        app.handle(event, &system)
        self.backend?.app = app
        self.backend?.lastNumber = system.lastNumber
        if system.randoms > 0 { self.backend?.randoms[self.cause] = system.randoms }
        let first = self.backend?.count(system.actions.count, for: self.cause) ?? 0
        var isHeard = true
        for (place, action) in system.actions.enumerated() {
            if case .ended(.brokeBefore) = action { isHeard = false }
            self.carryOut(action, place: first + UInt64(place))
        }
        if case .started = event { return isHeard }
        // Who got over more than the start may be started at once the next time.
        if self.backend?.app != nil { self.backend?.pause = BackendHost.shortestPause }
        return isHeard
    }

    private mutating func carryOut(_ action: BackendAction, place: UInt64) {
        guard let incarnation = self.backend?.incarnation else { return }
        switch action {
        case .post(let number, let path, let headers, let body):
            let post = BackendPost(number: number, place: place, path: path, headers: headers, body: body)
            let delay = self.roll(.publishDelay, Self.backendEntity, n: place).within(self.delays.crossing)
            let sibling = self.nextPlace(Self.backendEntity)
            self.planBackend(.post(post, incarnation: incarnation), in: delay, place: sibling)
        case .askForToken(let user):
            let delay = self.roll(.tokenDelay, Self.backendEntity, n: place).within(self.delays.crossing)
            self.planBackend(.token(user: user, incarnation: incarnation), in: delay)
        case .timer(let number, let due, let isIdle):
            let timer = BackendHost.Due.timer(number, incarnation: incarnation)
            guard let handle = self.planBackend(timer, in: due - self.now, isUrgent: !isIdle) else { return }
            self.backend?.timers.append((number, handle))
        case .cancelTimer(let number):
            guard let index = self.backend?.timers.firstIndex(where: { $0.number == number }),
                let timer = self.backend?.timers.remove(at: index)
            else { return }
            self.callOff(timer.handle)
        case .store(let bytes):
            self.backend?.stored = bytes
            self.note(.stored(byteCount: bytes.count), .backend)
        case .log(let text): self.note(.said, .backend, self.history.number(of: text))
        case .ended(let end): self.backendEnds(end)
        }
    }

    // MARK: Its deaths

    private mutating func backendEnds(_ end: PortEnd) {
        guard let pause = self.backend?.pause else { return }
        self.endBackend()
        self.backend?.pause = min(pause * 2, BackendHost.longestPause)
        self.take(end)
        if case .gaveUp = end { return }
        self.planBackendStart(in: pause)
    }

    private mutating func endBackend() {
        guard var host = self.backend else { return }
        self.note(.serverDied, .backend)
        for timer in host.timers { self.callOff(timer.handle) }
        host.timers = []
        host.app = nil
        host.incarnation &+= 1
        self.backend = host
    }

    private mutating func planBackendStart(in time: Interval) {
        // Whoever waits for all to be quiet starts at once what was killed.
        let isUrgent = self.backend?.isKilled == false
        guard let handle = self.planBackend(.start, in: time, isUrgent: isUrgent) else { return }
        self.backend?.start = (self.now.later(by: time), handle)
    }

    /// The server's process dies, and whoever is dead stays so for as long as the longest word about it says. What it
    /// has sent still arrives. The lab's own server has no process.
    mutating func killBackend(for time: Interval) {
        guard let host = self.backend else { return }
        if host.app != nil {
            self.endBackend()
        } else {
            guard let start = host.start, start.moment < self.now.later(by: time) else { return }
            self.callOff(start.handle)
        }
        self.backend?.isKilled = true
        self.planBackendStart(in: time)
    }

    /// Starts what was killed.
    mutating func startKilledBackend() {
        guard let host = self.backend, host.isKilled, let start = host.start else { return }
        self.callOff(start.handle)
        self.startBackend()
    }

    // MARK: Posts

    private mutating func postArrives(_ post: BackendPost, _ incarnation: UInt32) {
        guard self.service.isRunning else { return self.answerForService(post, incarnation) }
        self.fresh += 1
        let arrival = PublishDesk.Arrival(
            path: post.path, headers: HeaderList(post.headers.map { HeaderList.Field($0.name, $0.value) }),
            body: post.body, id: Hex.text(of: self.roll(.fresh, self.fresh, n: 2).bits))
        let flight = self.flights.add(.post(post, incarnation: incarnation))
        self.atService { service, now, fresh, actions in
            service.post(arrival, from: flight.caller, at: now, &fresh, inflate: Self.inflate, into: &actions)
        }
    }

    /// A post of the server is answered. `about` is the notification, unless the post was refused unread.
    mutating func postIsAnswered(
        _ answer: PublishAnswer, _ result: FeedResult?, _ about: HistoryEvent.TextNumber, to flight: FlightNumber
    ) {
        guard case .post(let post, let incarnation) = self.flights.land(flight) else {
            preconditionFailure("only the server posts")
        }
        var (id, generation) = (about, UInt64(0))
        if case .published(let receipt) = result?.outcome {
            id = self.history.number(of: receipt.id)
            generation = receipt.generation
        }
        let heard = BackendAnswer(
            status: answer.status, headers: answer.headers.fields.map { BackendAnswer.Header($0.name, $0.value) },
            body: answer.body)
        let delay = self.roll(.postAnswerDelay, Self.backendEntity, n: post.place).within(self.delays.crossing)
        self.planBackend(
            .answer(post.number, heard, id: id, generation: generation, incarnation: incarnation), in: delay)
    }

    /// Whoever stands before the service says that it is not there.
    mutating func answerForService(_ post: BackendPost, _ incarnation: UInt32) {
        let answer = BackendAnswer(status: 503, headers: [BackendAnswer.Header("Retry-After", "1")], body: [])
        let delay = self.roll(.postAnswerDelay, Self.backendEntity, n: post.place).within(self.delays.crossing)
        self.planBackend(
            .answer(post.number, answer, id: .none, generation: 0, incarnation: incarnation), in: delay)
    }

    private mutating func issueBackendToken(user: String?) -> String {
        if let user, self.user(named: user) == nil { return "" }
        let request =
            if let user {
                TokenRequest(.delegated(user: user), client: self.appId, scopes: [AccessScope.notifications.name])
            } else {
                TokenRequest(.application, client: self.appId, scopes: [AccessScope.graphDefault.name])
            }
        // Who cannot have one is told by the service.
        return self.issue(request, entity: Self.backendEntity)?.text ?? ""
    }

    // MARK: Processes that are not the lab's own

    /// An app's process ended, and with it perhaps those of others.
    mutating func processEnds(_ end: PortEnd) {
        self.take(end)
        for device in self.devices.indices {
            guard (self.apps.other(device) as? any HostedApp)?.isGone == true else { continue }
            self.crash(device)
        }
    }

    private mutating func take(_ end: PortEnd) {
        switch end {
        case .broke(let sentence), .brokeBefore(let sentence): self.violate(sentence)
        case .gaveUp(let failure): self.failure = self.failure ?? failure
        }
    }
}
