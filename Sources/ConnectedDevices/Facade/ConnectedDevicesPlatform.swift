import Basics
import FeedContract

/// The settings of a platform: the place where the SDK stores its state.
public struct ConnectedDevicesPlatformSettings: Hashable, Sendable {
    /// The name under which the host stores the state.
    public var storagePath: String

    /// Creates settings with this path.
    public init(storagePath: String = "ConnectedDevices") { self.storagePath = storagePath }
}

/// The SDK of one app on one device.
///
///     let platform = ConnectedDevicesPlatform(host: phone)
///     platform.accountManager.accessTokenRequested.subscribe { _, args in … }
///     platform.start()
///
/// The host runs it: in the lab that is the `PlatformPhone` of a `PlatformApp`.
///
/// Events and completions arrive one at a time and in order. They never arrive while code of the app is still running.
/// Batches requested from a reader come first, in order; everything else comes after them, in order. The platform
/// belongs to its host's executor, so it is not `Sendable`, and the host outlives it.
public final class ConnectedDevicesPlatform {
    /// The settings that the platform was made with.
    public let settings: ConnectedDevicesPlatformSettings
    /// The accounts that the platform works for.
    public let accountManager = ConnectedDevicesAccountManager()
    /// The registrations that let push services wake the app, for each account.
    public let notificationRegistrationManager = ConnectedDevicesNotificationRegistrationManager()
    /// Warnings about the app's use of the SDK, for humans.
    public private(set) var warnings: [String] = []

    private weak var host: (any ConnectedDevicesHost)?
    private(set) var machine: DeviceMachine
    private(set) var names: NameTable
    private var namesAfterCleaning = 0
    private var lastCall: UInt32 = 0
    /// The number of events that are being handled at the moment, one inside the other.
    private var depth = 0
    private var calls: [CallNumber: (DeviceOutcome) -> Void] = [:]
    /// The pending callbacks to the app, oldest first.
    private var deliveries: [() -> Void] = []
    /// The number of callbacks at the front of ``deliveries`` that deliver batches. The app requested these batches
    /// from readers.
    private var readsAhead = 0
    private var isDeliveryDue = false
    // The references are weak, because feeds and readers hold the platform.
    private var feeds: [FeedNumber: Weak<UserDataFeed>] = [:]
    private var readers: [ReaderNumber: Weak<UserNotificationReader>] = [:]

    private struct Weak<Object: AnyObject> {
        weak var object: Object?
    }

    package init(
        host: any ConnectedDevicesHost, settings: ConnectedDevicesPlatformSettings = ConnectedDevicesPlatformSettings()
    ) {
        self.host = host
        self.settings = settings
        var names = NameTable()
        let device = names.intern(host.installation)
        self.machine = DeviceMachine(device: device)
        if let bytes = host.load(settings.storagePath) {
            do throws(DurableFault) {
                let kept = try DeviceMachine(decoding: bytes, &names)
                if kept.device == device { self.machine = kept }
            } catch { self.warnings.append("The stored state is \(error); everything is read again.") }
        }
        self.names = names
        self.accountManager.platform = self
        self.notificationRegistrationManager.platform = self
        let warn = { [weak self] in self?.warnOfLateSubscription() ?? () }
        self.accountManager.accessTokenRequested.onSubscribe = warn
        self.accountManager.accessTokenInvalidated.onSubscribe = warn
        self.notificationRegistrationManager.notificationRegistrationStateChanged.onSubscribe = warn
        host.made(self)
    }

    /// Starts the platform. Events may fire from then on, so subscribe all handlers before this call.
    public func start() {
        guard !self.machine.isRunning else { return self.warnings.append("start was called again; it does nothing.") }
        guard !self.machine.isStopped else {
            return self.warnings.append(ConnectedDevicesError(code: .shutDown).message)
        }
        self.run(.start)
    }

    /// Shuts the platform down. Open calls fail, and no event fires after the completion.
    public func shutdown(completion: @escaping (ConnectedDevicesError?) -> Void = { _ in }) {
        self.call({ .shutdown($0) }) { completion($0.error) }
    }

    /// Handles a push. The completion is called once, after the fetch and after `dataChanged`.
    ///
    /// The system may suspend the app after the completion.
    public func processNotification(
        _ notification: ConnectedDevicesNotification,
        completion: @escaping (ConnectedDevicesError?) -> Void = { _ in }
    ) {
        self.host?.perform(.said(.tapped), for: self)
        let arrival = self.names.arrival(of: notification.tap)
        self.call({ .process($0, arrival) }) { completion($0.error) }
    }

    private func warnOfLateSubscription() {
        guard self.machine.isRunning else { return }
        self.warnings.append("An event handler was attached after start; it misses earlier events.")
    }
}

extension ConnectedDevicesPlatform {
    /// Handles an event from the host.
    package func receive(_ event: PlatformEvent) {
        switch event {
        case .foreground: self.run(.foreground)
        case .connected: self.run(.connected)
        case .connectionFailed(let fault): self.run(.connectionFailed(fault))
        case .answer(let ticket, let answer): self.run(.answer(ticket, self.names.intern(answer)))
        case .lost(let ticket, let fault): self.run(.lost(ticket, fault))
        case .timer: self.run(.timer)
        }
    }

    /// Makes one pending callback. If there are more, requests another call.
    package func deliver() {
        self.isDeliveryDue = false
        guard !self.deliveries.isEmpty else { return }
        let delivery = self.deliveries.removeFirst()
        if self.readsAhead > 0 { self.readsAhead -= 1 }
        self.planDelivery()
        delivery()
    }

    func enqueue(_ delivery: @escaping () -> Void) {
        guard self.host != nil else { return }
        self.deliveries.append(delivery)
        self.planDelivery()
    }

    /// Queues a read before all other callbacks.
    ///
    /// An app reads when it is informed of changes. After the push that announced these changes is completed, the
    /// system may suspend the app. So the read must come before that completion.
    func enqueueRead(_ delivery: @escaping () -> Void) {
        guard self.host != nil else { return }
        self.deliveries.insert(delivery, at: self.readsAhead)
        self.readsAhead += 1
        self.planDelivery()
    }

    private func planDelivery() {
        guard !self.isDeliveryDue, !self.deliveries.isEmpty else { return }
        self.isDeliveryDue = true
        self.host?.perform(.deliver, for: self)
    }

    /// Handles the end of the process: no more callbacks are made, and all listeners are released.
    package func abandon() {
        self.host = nil
        self.readsAhead = 0
        // The lists must be empty before their contents are released, because a deinitializer may call back.
        var (calls, deliveries) = ([CallNumber: (DeviceOutcome) -> Void](), [() -> Void]())
        swap(&calls, &self.calls)
        swap(&deliveries, &self.deliveries)
        self.accountManager.accessTokenRequested.forgetListeners()
        self.accountManager.accessTokenInvalidated.forgetListeners()
        self.notificationRegistrationManager.notificationRegistrationStateChanged.forgetListeners()
        let (feeds, readers) = (self.feeds, self.readers)
        for number in feeds.keys.sorted(by: { $0.number < $1.number }) {
            feeds[number]?.object?.syncStatusChanged.forgetListeners()
        }
        for number in readers.keys.sorted(by: { $0.number < $1.number }) {
            readers[number]?.object?.dataChanged.forgetListeners()
        }
    }

    /// Begins a call of the app.
    func call(_ event: (CallNumber) -> DeviceEvent, _ completion: @escaping (DeviceOutcome) -> Void) {
        guard self.host != nil else { return }
        self.lastCall += 1
        let call = CallNumber(self.lastCall)
        self.calls[call] = completion
        self.run(event(call))
    }

    /// Passes an event to the machine, and carries out the resulting actions.
    func run(_ event: DeviceEvent) {
        guard let host = self.host else { return }
        var actions: [DeviceAction] = []
        let context = DeviceContext(now: host.now, uptime: host.uptime, draw: host.draw(), rules: host.rules)
        self.machine.handle(event, context, into: &actions)
        self.depth += 1
        for action in actions { self.carryOut(action, host) }
        self.depth -= 1
        // A nested event must not renumber the names that later actions contain.
        if self.depth == 0 { self.cleanNames() }
    }

    private func carryOut(_ action: DeviceAction, _ host: any ConnectedDevicesHost) {
        switch action {
        case .store: host.perform(.store(path: self.settings.storagePath, self.machine.encoded(self.names)), for: self)
        case .connect: host.perform(.connect, for: self)
        case .request(let ticket, _, let token, let request):
            let written = self.names.request(request)
            host.perform(.request(ticket, token: self.names.text(token), written), for: self)
        case .timer(let moment): host.perform(.timer(moment), for: self)
        case .askForToken(let key): self.accountManager.askForToken(key)
        case .tokenInvalidated(let key): self.accountManager.tokenInvalidated(key)
        case .registrationStateChanged(let key):
            host.perform(.said(.registrationState(self.machine.registrationState(of: key))), for: self)
            self.notificationRegistrationManager.stateChanged(key)
        case .syncStatusChanged(let number):
            host.perform(.said(.syncStatus(isSynchronized: self.machine.isSynchronized(number))), for: self)
            self.feeds[number]?.object?.statusChanged()
        case .dataChanged(let number):
            guard let reader = self.readers[number]?.object else { return }
            host.perform(.said(.dataChanged), for: self)
            reader.changed()
        case .completed(let call, let outcome):
            guard let completion = self.calls.removeValue(forKey: call) else { return }
            self.enqueue { completion(outcome) }
        }
    }
}

extension ConnectedDevicesPlatform {
    func key(_ account: ConnectedDevicesAccount) -> AccountKey {
        AccountKey(self.names.intern(account.accountId), account.type)
    }

    func account(_ key: AccountKey) -> ConnectedDevicesAccount {
        ConnectedDevicesAccount(accountId: self.names.text(key.id), type: key.type)
    }

    func intern(_ text: String) -> Name { self.names.intern(text) }

    /// The app's id on its platform. It is `none` after the process has ended.
    var appId: Name { self.host.map { self.names.intern($0.appId) } ?? .none }

    func feed(
        of account: ConnectedDevicesAccount, host: String
    ) throws(ConnectedDevicesError) -> UserDataFeed {
        try self.check()
        guard let number = self.machine.openFeed(self.key(account), host: self.names.intern(host)) else {
            throw ConnectedDevicesError(code: .accountNotFound)
        }
        if let feed = self.feeds[number]?.object { return feed }
        let feed = UserDataFeed(self, number, account, host)
        self.feeds[number] = Weak(object: feed)
        return feed
    }

    /// Throws unless the platform can be used now.
    func check() throws(ConnectedDevicesError) {
        guard !self.machine.isRunning else { return }
        throw ConnectedDevicesError(code: self.machine.isStopped ? .shutDown : .notStarted)
    }

    func edit<Result>(_ change: (inout DeviceMachine) -> Result) -> Result { change(&self.machine) }

    /// Stores the changed state.
    func store() {
        // After shutdown, another platform may use the path.
        if self.machine.isRunning, let host = self.host { self.carryOut(.store, host) }
    }

    func keep(_ reader: UserNotificationReader, _ number: ReaderNumber) {
        self.readers[number] = Weak(object: reader)
    }

    func forget(_ reader: ReaderNumber) {
        self.readers[reader] = nil
        self.machine.closeReader(reader)
    }

    /// Removes unused texts: expired tokens, and content of removed notifications.
    private func cleanNames() {
        guard self.names.count > 2 * self.namesAfterCleaning + 1_000 else { return }
        var names = NameTable()
        self.machine.rename(from: self.names, to: &names)
        self.names = names
        self.namesAfterCleaning = names.count
    }

    /// Whether the alarm is for work. False if it is only for a registration that is about to end.
    package var isAlarmForWork: Bool { self.machine.isAlarmForWork }

    /// The number of texts in memory.
    package var nameCount: Int { self.names.count }
}

extension DeviceOutcome {
    /// The failure as an error, for callers that get no status.
    var error: ConnectedDevicesError? {
        if case .failed(let failure) = self { return ConnectedDevicesError(failure) }
        return nil
    }
}
