import ConnectedDevices

/// The traps of an app, and the additional state that they need.
struct Mistakes {
    let traps: Set<Trap>
    /// T2, S6: readers of earlier set-ups, whose listeners were never cancelled.
    var leftOver: [ReaderNumber] = []
    /// T2: whether the account was already registered when the pending registration began.
    var registersAgain = false
    /// T3: whether the process has registered, and so may have a reader.
    var hasRegistered = false
    /// T5, T11: whether a push started the process and the app has not received this push yet.
    var awaitsFirstPush = false
    /// T9: the account in the table of registrations.
    var registered: AccountKey?
    /// T12: the push address that the app last tried to register.
    var handedOn = Name.none
    /// S1: the list at the time of the setup.
    var list: [ReadNotification] = []
    /// S3: whether the app assumes that it has a subscription.
    var believesSubscribed = false

    init(traps: Set<Trap>) { self.traps = traps }
}

extension ReferenceApp {
    /// Whether the app has this bug.
    func has(_ trap: Trap) -> Bool { self.mistakes.first?.traps.contains(trap) ?? false }

    // MARK: Setting up

    mutating func noteLaunch(_ reason: AppLaunch.Reason) {
        if !self.mistakes.isEmpty { self.mistakes[0].awaitsFirstPush = reason == .push }
    }

    /// Whether this push started the process. Always false for an app without traps.
    mutating func takesFirstPush() -> Bool {
        guard self.mistakes.first?.awaitsFirstPush ?? false else { return false }
        self.mistakes[0].awaitsFirstPush = false
        return true
    }

    /// Whether the traps let the app register.
    ///
    /// With T9 and T12, the app checks its own record of earlier registrations. For T2, this function also notes
    /// whether the account is registered already.
    mutating func mayRegister() -> Bool {
        guard !self.mistakes.isEmpty else { return true }
        self.mistakes[0].registersAgain = self.machine.registeredChannel(of: self.account) != nil
        if self.has(.t12), self.platform == .android {
            guard self.mistakes[0].handedOn != self.pushToken else { return false }
            self.mistakes[0].handedOn = self.pushToken
        }
        guard self.has(.t9) else { return true }
        let known = self.mistakes[0].registered
        guard known == nil || known == self.account || known?.id != self.account.id else { return false }
        self.mistakes[0].registered = self.account
        return true
    }

    /// T3: whether the app has no reader yet because no registration has succeeded.
    var needsReader: Bool { self.has(.t3) && !self.mistakes[0].hasRegistered }

    mutating func registrationSucceeded(_ system: inout AppSystem) {
        guard !self.mistakes.isEmpty else { return }
        if self.has(.t2), self.mistakes[0].registersAgain { self.setUpAgain() }
        guard self.needsReader, let feed = self.feed else { return }
        self.mistakes[0].hasRegistered = true
        self.makeReader(feed)
        self.read(&system)
    }

    /// T2, S6: adds a new reader and a new listener. The old listener is still called too.
    mutating func setUpAgain() {
        guard let feed = self.feed, let reader = self.reader else { return }
        self.mistakes[0].leftOver.append(reader)
        self.makeReader(feed)
    }

    func isLeftOver(_ reader: ReaderNumber) -> Bool { self.mistakes.first?.leftOver.contains(reader) ?? false }

    /// T10: repeats the setup as the Android sample does.
    mutating func repeatSetup(_ system: inout AppSystem) {
        guard self.platform == .android, self.machine.accountKeys.contains(self.account) else { return }
        let (key, channel) = (self.account, self.channel(&system))
        for _ in 0..<2 {
            self.begin(.registration(channel), &system) { .register($0, key, channel) }
            self.subscribe(&system)
        }
    }

    /// S3: assumes that the subscription succeeded, and syncs.
    mutating func believeSubscribed(_ system: inout AppSystem) {
        self.mistakes[0].believesSubscribed = true
        self.sync(&system)
    }

    var believesSubscribed: Bool { self.mistakes.first?.believesSubscribed ?? false }

    // MARK: Another platform object

    /// S2: adds the account to a platform that is never started.
    mutating func signInElsewhere(_ system: inout AppSystem) {
        var stranger = DeviceMachine(device: self.machine.device)
        self.ask(&stranger, .addAccount(self.expect(.account), self.account), &system)
    }

    /// T14: passes the push to a platform that runs but has no account.
    mutating func processElsewhere(_ push: Int, _ arrival: TapArrival, _ system: inout AppSystem) {
        var stranger = DeviceMachine(device: self.machine.device)
        self.ask(&stranger, .start, &system)
        self.ask(&stranger, .process(self.expect(.push(push)), arrival), &system)
    }

    private mutating func ask(_ stranger: inout DeviceMachine, _ event: DeviceEvent, _ system: inout AppSystem) {
        var actions: [DeviceAction] = []
        let context = system.deviceContext()
        stranger.handle(event, context, into: &actions)
        for case .completed(let number, let outcome) in actions { self.completed(number, outcome, &system) }
    }

    // MARK: Reading

    /// S1: stores the list as it is now, so that the app can later process this list by mistake.
    mutating func keep(_ list: [ReadNotification]) { if self.has(.s1) { self.mistakes[0].list = list } }

    /// The notifications that the app processes. Normally this is the whole batch. With S1, it is by mistake a stored
    /// list.
    func worthTaking(_ batch: [ReadNotification]) -> [ReadNotification] {
        self.has(.s1) ? self.mistakes[0].list : batch
    }
}
