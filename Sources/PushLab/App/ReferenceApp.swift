import Basics
package import ConnectedDevices
import FeedContract
import ShoulderTap

/// The correct app: the steps of the published sample, without its mistakes, on the value machine of the SDK.
///
/// It signs in, registers, subscribes, and reads whenever the SDK says that there is something. It syncs when it is
/// launched, looked at or registered, and every six hours while it runs.
package struct ReferenceApp: SDKApp {
    /// What the app waits for from the SDK.
    private enum Call: Hashable {
        case account
        case registration
        case subscription
        case push(Int)
        case save
        case delete
    }

    private let appId: String
    private var machine = DeviceMachine(device: .none)
    private var account = AccountKey(.none, .msa)
    private var host = Name.none
    private var platform = LabPlatform.ios
    private var feed: FeedNumber?
    private var reader: ReaderNumber?
    /// How far it has read, kept over restarts so that nothing alerts twice.
    private var place: UInt64 = 0
    private var pushToken = Name.none
    private var calls: [(number: CallNumber, call: Call)] = []
    private var lastCall: UInt32 = 0
    /// The timer of the sync that nobody asked for.
    private var idleTimer = 0
    /// The timer of the next try to set everything up; none while nothing failed.
    private var retryTimer = 0
    private var retries = 0

    private static let idleInterval = Duration.seconds(6 * 3_600)
    private static let firstRetry = 10
    private static let longestRetry = 3_600

    package init(appId: String) { self.appId = appId }

    package mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        switch event {
        case .launched(let launch): self.launched(launch, &system)
        case .pushToken(let token): self.pushTokenCame(token, &system)
        case .push(let push): self.pushCame(push, &system)
        case .foreground: self.lookedAt(&system)
        case .background: break
        case .user(let act, let id): self.userActed(act, id, &system)
        case .timer(let number):
            if number == self.retryTimer { self.lookedAt(&system) }
            guard number == self.idleTimer else { break }
            self.sync(&system)
            self.rearm(&system)
        case .accessToken(let token):
            let event: DeviceEvent =
                token.map { .tokenProvided(self.account, system.names.intern($0)) } ?? .tokenRefused(self.account)
            self.run(event, &system)
            // The SDK does not ask again by itself for what its app could not give.
            if token == nil { self.retryLater(&system) } else { self.retries = 0 }
        case .answer: break
        }
    }

    package mutating func receive(_ event: PlatformEvent, _ system: inout AppSystem) {
        switch event {
        case .foreground: self.run(.foreground, &system)
        case .connected: self.run(.connected, &system)
        case .connectionFailed(let fault): self.run(.connectionFailed(fault), &system)
        case .answer(let ticket, let answer): self.run(.answer(ticket, system.names.intern(answer)), &system)
        case .lost(let ticket, let fault): self.run(.lost(ticket, fault), &system)
        case .timer: self.run(.timer, &system)
        }
    }
}

// MARK: - What happens

extension ReferenceApp {
    private mutating func launched(_ launch: AppLaunch, _ system: inout AppSystem) {
        self.platform = launch.platform
        self.host = system.names.intern(launch.host)
        self.account = AccountKey(system.names.intern(launch.user), .msa)
        let device = system.names.intern(launch.installation)
        self.machine = DeviceMachine(device: device)
        if let stored = launch.stored { self.restore(stored, device, &system) }
        self.run(.start, &system)
        if self.machine.accountKeys.contains(self.account) { self.open(&system) } else { self.signIn(&system) }
        self.rearm(&system)
    }

    private mutating func restore(_ stored: [UInt8], _ device: Name, _ system: inout AppSystem) {
        guard stored.count > 8 else { return system.log("What was stored is too short, so everything is read again.") }
        do throws(DurableFault) {
            let machine = try DeviceMachine(decoding: Array(stored[8...]), &system.names)
            guard machine.device == device else { return }
            self.machine = machine
            self.place = stored[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        } catch { system.log("What was stored is \(error), so everything is read again.") }
    }

    private mutating func store(_ system: inout AppSystem) {
        let place = (0..<8 as Range<UInt64>).map { UInt8(truncatingIfNeeded: self.place >> (8 * (7 - $0))) }
        system.store(place + self.machine.encoded(system.names))
    }

    private mutating func signIn(_ system: inout AppSystem) {
        let key = self.account
        self.begin(.account, &system) { .addAccount($0, key) }
    }

    private mutating func pushTokenCame(_ token: String, _ system: inout AppSystem) {
        self.pushToken = system.names.intern(token)
        self.register(&system)
    }

    private mutating func register(_ system: inout AppSystem) {
        guard !self.pushToken.isNone, self.machine.accountKeys.contains(self.account) else { return }
        let channel = DeviceChannel(
            PushChannel.Kind(self.platform), token: self.pushToken, appId: system.names.intern(self.appId))
        let state = self.machine.registrationState(of: self.account)
        guard self.machine.registeredChannel(of: self.account) != channel || state != .registered else { return }
        let key = self.account
        self.begin(.registration, &system) { .register($0, key, channel) }
    }

    /// Opens feed and reader, shows what is known, and asks for what is new.
    private mutating func open(_ system: inout AppSystem) {
        if self.feed == nil { self.feed = self.machine.openFeed(self.account, host: self.host) }
        guard let feed = self.feed else { return }
        if self.reader == nil { self.reader = self.machine.createReader(feed, at: self.place) }
        for item in self.machine.everything(in: feed) { self.show(item, &system) }
        self.read(&system)
        self.register(&system)
        if self.machine.subscription(of: feed) == nil { self.subscribe(&system) }
        self.sync(&system)
    }

    private mutating func subscribe(_ system: inout AppSystem) {
        guard let feed = self.feed else { return }
        let app = system.names.intern(self.appId)
        self.begin(.subscription, &system) { .subscribe($0, feed, appId: app) }
    }

    private mutating func sync(_ system: inout AppSystem) {
        if let feed = self.feed { self.run(.startSync(feed), &system) }
    }

    private mutating func lookedAt(_ system: inout AppSystem) {
        self.retryTimer = 0
        guard self.machine.accountKeys.contains(self.account) else { return self.signIn(&system) }
        self.register(&system)
        if let feed = self.feed, self.machine.subscription(of: feed) == nil { self.subscribe(&system) }
        self.sync(&system)
        self.rearm(&system)
    }

    private mutating func rearm(_ system: inout AppSystem) {
        if self.idleTimer != 0 { system.cancelTimer(self.idleTimer) }
        self.idleTimer = system.timer(after: Self.idleInterval, isIdle: true)
    }

    private mutating func pushCame(_ push: AppPush, _ system: inout AppSystem) {
        guard let tap = push.tap else {
            system.actions.append(.sdk(.parsed(push: push.number, isTap: false)))
            return system.finished(push, .noData)
        }
        system.actions.append(.sdk(.parsed(push: push.number, isTap: true)))
        let arrival = system.names.arrival(of: tap)
        self.begin(.push(push.number), &system) { .process($0, arrival) }
    }

    private mutating func userActed(_ act: UserAct, _ id: String, _ system: inout AppSystem) {
        guard let feed = self.feed else { return }
        let name = system.names.intern(id)
        guard let item = self.machine.notification(name, in: feed), !item.isDeleted else { return }
        let generation = item.generation
        func save(_ read: ReadState?, _ action: UserActionState?) -> (CallNumber) -> DeviceEvent {
            { .save($0, feed, id: name, generation: generation, read, action) }
        }
        switch act {
        case .open: self.begin(.save, &system, save(.read, .activated))
        case .dismiss: self.begin(.save, &system, save(nil, .dismissed))
        case .snooze: self.begin(.save, &system, save(nil, .snoozed))
        case .read: self.begin(.save, &system, save(.read, nil))
        case .delete: self.begin(.delete, &system) { .delete($0, feed, id: name, generation: generation) }
        }
        // What the user did is seen at once, and seen again as it was should the service refuse.
        if let item = self.machine.notification(name, in: feed) { self.show(item, &system) }
        if act == .delete { system.hide(id) }
    }
}

// MARK: - The SDK

extension ReferenceApp {
    private mutating func begin(_ call: Call, _ system: inout AppSystem, _ event: (CallNumber) -> DeviceEvent) {
        self.lastCall += 1
        let number = CallNumber(self.lastCall)
        self.calls.append((number, call))
        self.run(event(number), &system)
    }

    private mutating func run(_ event: DeviceEvent, _ system: inout AppSystem) {
        var actions: [DeviceAction] = []
        let context = DeviceContext(now: system.instant, draw: system.draw(), rules: system.rules)
        self.machine.handle(event, context, into: &actions)
        for action in actions { self.carryOut(action, &system) }
    }

    private mutating func carryOut(_ action: DeviceAction, _ system: inout AppSystem) {
        switch action {
        case .store: self.store(&system)
        case .connect: system.actions.append(.sdk(.connect))
        case .request(let ticket, _, let token, let request):
            let written = system.names.request(request)
            system.actions.append(.sdk(.request(ticket, token: system.names.text(token), written)))
        case .askForToken: system.requestAccessToken()
        case .tokenInvalidated: break
        case .timer(let moment): system.actions.append(.sdk(.alarm(moment, isIdle: self.machine.isQuiet)))
        case .registrationStateChanged(let key):
            let state = self.machine.registrationState(of: key)
            system.actions.append(.sdk(.registrationState(state)))
            if state == .expiring || state == .expired { self.register(&system) }
        case .syncStatusChanged(let feed):
            system.actions.append(.sdk(.syncStatus(isSynchronized: self.machine.isSynchronized(feed))))
        case .dataChanged(let reader):
            guard reader == self.reader else { return }
            system.actions.append(.sdk(.dataChanged))
            self.read(&system)
        case .completed(let number, let outcome): self.completed(number, outcome, &system)
        }
    }

    private mutating func completed(_ number: CallNumber, _ outcome: DeviceOutcome, _ system: inout AppSystem) {
        guard let index = self.calls.firstIndex(where: { $0.number == number }) else { return }
        let call = self.calls.remove(at: index).call
        switch (call, outcome) {
        case (.account, .done): self.open(&system)
        // A sync finds out what a push would have told before the app could be woken.
        case (.registration, .done): self.sync(&system)
        case (.subscription, .done):
            self.sync(&system)
            self.tellServer(&system)
        case (.push(let push), .done): system.finished(push, .newData)
        case (.push(let push), _): system.finished(push, .failed)
        case (.account, _), (.registration, _), (.subscription, _): self.retryLater(&system)
        // The SDK shows what stands, and the user sees it.
        case (.save, _), (.delete, _): break
        }
    }

    /// What failed may work later; the reasons are passing ones.
    private mutating func retryLater(_ system: inout AppSystem) {
        guard self.retryTimer == 0 else { return }
        let delay = min(Self.firstRetry << min(self.retries, 16), Self.longestRetry)
        self.retries += 1
        self.retryTimer = system.timer(after: .seconds(delay))
    }

    /// The server of the app publishes by the subscription's id.
    private mutating func tellServer(_ system: inout AppSystem) {
        guard let feed = self.feed, let subscription = self.machine.subscription(of: feed) else { return }
        system.tellServer(subscription: system.names.text(subscription.name))
    }

    /// Reads all that is new, batch by batch.
    private mutating func read(_ system: inout AppSystem) {
        guard let reader = self.reader else { return }
        while let batch = self.machine.readBatch(reader, most: 100), !batch.isEmpty {
            for item in batch { self.take(item, &system) }
        }
        let place = self.machine.place(of: reader) ?? self.place
        guard place != self.place else { return }
        self.place = place
        self.store(&system)
    }

    private mutating func take(_ item: ReadNotification, _ system: inout AppSystem) {
        self.show(item, &system)
        guard !item.isDeleted else { return }
        let id = system.names.text(item.id)
        if item.userActionState == .noInteraction, item.readState == .unread {
            system.alert(id)
        } else {
            system.withdrawAlert(id)
        }
    }

    private mutating func show(_ item: ReadNotification, _ system: inout AppSystem) {
        let id = system.names.text(item.id)
        if item.isDeleted { return system.hide(id) }
        system.show(
            id, generation: Int(clamping: item.generation), version: Int(clamping: item.version),
            isRead: item.readState == .read, action: AppChange.Action(item.userActionState))
        if item.userActionState == .dismissed || item.userActionState == .activated { system.withdrawAlert(id) }
    }
}
