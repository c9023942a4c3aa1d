package import Basics
public import ConnectedDevices

/// The device around an app that is built on the SDK, and the host of its platforms.
///
/// The app may create several platforms, even by mistake. They share the one connection of the device, and each gets
/// only the events that are for it.
public final class PlatformPhone: ConnectedDevicesHost {
    /// A platform that has requested something.
    private struct Running {
        let platform: ConnectedDevicesPlatform
        var alarm: Instant?
        var isConnecting = false
        /// The number of the timer that makes the platform deliver one event.
        var delivery: Int?
    }

    private struct Weak {
        weak var platform: ConnectedDevicesPlatform?
    }

    /// The launch of the process: the device, its user, and the stored bytes.
    public let launch: AppLaunch
    /// The id of the app on its platform, its bundle id on iOS.
    public let appId: String
    /// The number of the timer for errands. No timer of the lab has this number.
    static let errandTimer = 0

    /// The device's system during an event; an empty system at other times.
    private var lent = AppSystem()
    private var isAtWork = false
    private var hasEnded = false
    var disk: PlatformDisk
    /// All platforms that the app has created and not released, even those that have requested nothing.
    private var platforms: [Weak] = []
    // Held until the process ends: an app that releases its platform during a call still gets the answer.
    private var running: [Running] = []
    private var requests: [(number: TicketNumber, platform: Int, theirs: TicketNumber)] = []
    private var lastRequest: UInt32 = 0
    /// The last push that was passed to the code.
    private var lastPush: Int?
    var tokenWishes: [(String?) -> Void] = []
    var timers: [(number: Int, action: () -> Void)] = []
    var errands: [() -> Void] = []

    init(_ launch: AppLaunch, appId: String) {
        self.launch = launch
        self.appId = appId
        self.disk = PlatformDisk(launch.stored ?? [])
    }

    package var installation: String { self.launch.installation }
    package var now: Instant { self.system.wallClock }
    package var uptime: Instant { self.system.instant }
    package var rules: DeviceRules { self.system.rules }

    package func draw() -> Draw { self.system.draw() }

    package func load(_ storagePath: String) -> [UInt8]? { self.disk[storagePath] }

    package func made(_ platform: ConnectedDevicesPlatform) {
        self.platforms.removeAll { $0.platform == nil }
        self.platforms.append(Weak(platform: platform))
    }

    package func perform(_ action: PlatformAction, for platform: ConnectedDevicesPlatform) {
        self.mustBeAtWork()
        let index = self.index(of: platform)
        switch action {
        case .store(let path, let bytes):
            self.disk[path] = bytes
            self.system.store(self.disk.bytes)
        case .connect:
            self.running[index].isConnecting = true
            self.system.actions.append(.sdk(.connect))
        case .request(let theirs, let token, let request):
            self.lastRequest += 1
            let number = TicketNumber(self.lastRequest)
            self.requests.append((number, index, theirs))
            self.system.actions.append(.sdk(.request(number, token: token, request)))
        case .timer(let moment):
            self.running[index].alarm = moment
            self.setAlarm()
        // A timer without a delay: the delivery comes after everything that is pending, and outside of any call.
        case .deliver: self.running[index].delivery = self.system.startTimer(after: .zero)
        case .said(let claim): self.note(claim)
        }
    }

    private func note(_ claim: PlatformClaim) {
        switch claim {
        case .tapped:
            guard let push = self.lastPush else { return }
            self.system.actions.append(.sdk(.parsed(push: push, isTap: true)))
        case .dataChanged: self.system.actions.append(.sdk(.dataChanged))
        case .syncStatus(let isSynchronized):
            self.system.actions.append(.sdk(.syncStatus(isSynchronized: isSynchronized)))
        case .registrationState(let state): self.system.actions.append(.sdk(.registrationState(state)))
        }
    }

    private func index(of platform: ConnectedDevicesPlatform) -> Int {
        if let index = self.running.firstIndex(where: { $0.platform === platform }) { return index }
        self.running.append(Running(platform: platform))
        return self.running.count - 1
    }

    /// Sets the one alarm of the device to the earliest alarm of the platforms.
    private func setAlarm() {
        let isIdle = !self.running.contains { $0.platform.isAlarmForWork }
        self.system.actions.append(.sdk(.alarm(self.running.compactMap(\.alarm).min(), isIdle: isIdle)))
    }
}

// MARK: - Events of the lab

extension PlatformPhone {
    /// Makes `system` available to the code during one event.
    func work(_ system: inout AppSystem, _ body: () -> Void) {
        swap(&system, &self.lent)
        self.isAtWork = true
        body()
        self.isAtWork = false
        swap(&system, &self.lent)
    }

    var system: AppSystem {
        // This is `get` and not `_read`, because an optimized build reads a part of the yielded value after the
        // accessor has ended.
        get {
            self.mustBeAtWork()
            return self.lent
        }
        _modify {
            self.mustBeAtWork()
            yield &self.lent
        }
    }

    /// Checks that an event is being handled, because requests between events would have no effect.
    ///
    /// After the process has ended, requests are allowed to have no effect.
    private func mustBeAtWork() {
        precondition(
            self.isAtWork || self.hasEnded,
            "call the SDK only from handle, completions and timers: app code runs only while the lab handles an event")
    }

    /// Handles an event if it is not meant for the app's code. Returns false if the app's code must handle the event.
    func takes(_ event: AppEvent) -> Bool {
        switch event {
        case .timer(Self.errandTimer):
            let errands = self.errands
            self.errands = []
            for errand in errands { errand() }
        case .timer(let number):
            if let index = self.running.firstIndex(where: { $0.delivery == number }) {
                self.running[index].delivery = nil
                self.running[index].platform.deliver()
            } else if let index = self.timers.firstIndex(where: { $0.number == number }) {
                self.timers.remove(at: index).action()
            }
        case .push(let push):
            self.lastPush = push.number
            return false
        case .accessToken(let token): if !self.tokenWishes.isEmpty { self.tokenWishes.removeFirst()(token) }
        default: return false
        }
        return true
    }

    func pass(on event: PlatformEvent) {
        switch event {
        case .foreground: self.tellAll(event) { _ in true }
        case .connected: self.tellAll(event) { $0.isConnecting.take() }
        case .connectionFailed:
            // All requests over the connection are lost, both when it broke and when it was never made.
            self.requests = []
            self.tellAll(event) { running in
                running.isConnecting = false
                return true
            }
        case .answer(let ticket, let answer): self.pass(ticket) { .answer($0, answer) }
        case .lost(let ticket, let fault): self.pass(ticket) { .lost($0, fault) }
        case .timer:
            let now = self.uptime
            self.tellAll(event) { running in
                guard let alarm = running.alarm, alarm <= now else { return false }
                running.alarm = nil
                return true
            }
            self.setAlarm()
        }
    }

    private func tellAll(_ event: PlatformEvent, where isMeant: (inout Running) -> Bool) {
        for index in self.running.indices where isMeant(&self.running[index]) {
            self.running[index].platform.receive(event)
        }
    }

    private func pass(_ ticket: TicketNumber, _ event: (TicketNumber) -> PlatformEvent) {
        guard let index = self.requests.firstIndex(where: { $0.number == ticket }) else { return }
        let request = self.requests.remove(at: index)
        self.running[request.platform].platform.receive(event(request.theirs))
    }

    /// Ends the process.
    ///
    /// The lists are emptied before their elements are released, since a release may call back.
    func end() {
        self.hasEnded = true
        for weak in self.platforms { weak.platform?.abandon() }
        var (running, tokenWishes) = ([Running](), [(String?) -> Void]())
        var (timers, errands) = ([(number: Int, action: () -> Void)](), [() -> Void]())
        swap(&running, &self.running)
        swap(&tokenWishes, &self.tokenWishes)
        swap(&timers, &self.timers)
        swap(&errands, &self.errands)
    }
}

extension Bool {
    /// Returns the value, and sets it to false.
    fileprivate mutating func take() -> Bool {
        defer { self = false }
        return self
    }
}
