package import Basics

/// The part of the push service that delivers pushes, together with the operating systems of the devices.
///
/// This is a value type. The inputs are accepted pushes, changes of devices and apps, and timers. The actions are
/// written into the sink. Every random decision is also an input, given as a `Fate` or a lag. A push is in one place at
/// a time (`Parcel.Place`) and has at most one timer.
package struct PushDelivery: Sendable {
    struct Device: Hashable {
        var link = LinkState.online
        var power = PowerState.normalPower
        var lock = LockState.unlocked
        var firstApp: UInt32?
    }

    struct App: Hashable {
        var allowance = WakeAllowance.untouched
        let device: DeviceNumber
        let bundle: UInt32
        /// The app that was installed next on the same device.
        var next: UInt32?
        var state = AppState.suspended
        var switches: AppSwitches
        var isInstalled = true
        var stored: UInt32?
        var held: UInt32?
        /// The slot of the first push that the app has to finish.
        var handling: UInt32?
        /// The number of the latest token of the app.
        var lastToken: UInt32?
    }

    package internal(set) var rules: DeliveryRules
    var directory = TokenDirectory()
    var devices: [Device] = []
    var apps: [App] = []
    var bundles = TextNumbers()
    var parcels = Slab<Parcel>()
    /// The pushes of the parcels, by slot. A free slot is nil.
    var contents: [AcceptedPush?] = []
    var nextPush: UInt64 = 1

    package init(rules: DeliveryRules = DeliveryRules()) { self.rules = rules }

    /// The number of pushes that are in progress, waiting or being handled.
    package var pushesUnderWay: Int { self.parcels.count }

    /// Returns the number of a token. Returns nil if the service never gave out this token.
    package func number(of token: DeviceToken) -> TokenNumber? {
        self.directory.number(of: token).map(TokenNumber.init)
    }

    /// Returns the app that has or had a token; nil for a token that the service never gave out.
    package func app(with token: DeviceToken) -> AppNumber? {
        self.directory.number(of: token).map { AppNumber(self.directory.records[Int($0)].app) }
    }

    /// Returns the facts about a token at `now`; nil for a token that the service never gave out.
    package func known(_ token: DeviceToken, at now: Instant) -> KnownToken? {
        self.number(of: token).map { self.known($0, at: now) }
    }

    package func known(_ token: TokenNumber, at now: Instant) -> KnownToken {
        let record = self.directory.records[Int(token.value)]
        let topic = self.directory.topics[record.topic]
        return KnownToken(
            app: AppNumber(record.app), bundle: self.bundles[self.apps[Int(record.app)].bundle], topic: topic,
            environment: record.environment, registeredAt: record.registeredAt,
            life: record.life(at: now))
    }

    /// Accepts a push that was answered with 200. Returns nil if the token of the push belongs to no app.
    @discardableResult
    package mutating func accept(
        _ push: AcceptedPush, fate: Fate = .ideal, at now: Instant, into sink: inout some DeliverySink
    ) -> PushNumber? {
        guard let token = self.number(of: push.token),
            self.directory.records[Int(token.value)].environment == push.environment
        else {
            let number = self.number(into: &sink)
            sink.take(.log(id: push.id, .discardedTokenNotActive))
            sink.take(.drop(number, .tokenNotActive))
            return nil
        }
        return self.accept(push, to: token, fate: fate, at: now, into: &sink)
    }

    /// Accepts a push for a token that the caller knows by its number. This avoids a search.
    @discardableResult
    package mutating func accept(
        _ push: AcceptedPush, to token: TokenNumber, fate: Fate = .ideal, at now: Instant,
        into sink: inout some DeliverySink
    ) -> PushNumber {
        let taken = self.take(push, to: token, fate: fate, at: now, into: &sink)
        self.send(taken, at: now, into: &sink)
        return taken.number
    }

    /// Accepts a push without sending it, so that its row can be written first. If the process restarts after the row
    /// was written, the push is still sent.
    package mutating func take(
        _ push: AcceptedPush, to token: TokenNumber, fate: Fate = .ideal, at now: Instant,
        into sink: inout some DeliverySink
    ) -> TakenPush {
        precondition(Int(token.value) < self.directory.records.count, "token \(token.value) was never given out")
        let number = self.number(into: &sink)
        let parcel = Parcel(
            number, push, registration: token.value, app: AppNumber(self.directory.records[Int(token.value)].app),
            expiresAt: self.expiry(of: push, acceptedAt: now), fate: fate, due: now.later(by: fate.delay))
        let slot = self.pack(push, in: parcel)
        self.changed(slot, in: &sink)
        return TakenPush(number: number, slot: slot)
    }

    /// Decides the fate of an accepted push that was not sent yet. The fate is decided only now, so that no random
    /// number is drawn for a refused push.
    package mutating func decide(_ fate: Fate, of taken: TakenPush, at now: Instant, into sink: inout some DeliverySink)
    {
        guard self.waits(taken) else { return }
        self.parcels[taken.slot].fate = fate
        self.parcels[taken.slot].due = now.later(by: fate.delay)
        self.changed(taken.slot, in: &sink)
    }

    /// Returns the behaviour of an accepted push that was not sent yet. Returns nil for any other push.
    package func behaviour(of taken: TakenPush) -> Behaviour? {
        self.waits(taken) ? self.parcels[taken.slot].behaviour : nil
    }

    /// Sends an accepted push. A push that was already sent is not sent again.
    package mutating func send(_ taken: TakenPush, at now: Instant, into sink: inout some DeliverySink) {
        guard self.waits(taken) else { return }
        self.depart(taken.slot, at: now, into: &sink)
    }

    /// Removes an accepted push that could not be written.
    package mutating func withdraw(_ taken: TakenPush, into sink: inout some DeliverySink) {
        guard self.waits(taken) else { return }
        self.free(taken.slot, into: &sink)
    }

    /// Whether the push was not sent yet. Such a push is flying and has no timer. A flying push that was sent always
    /// has a timer.
    private func waits(_ taken: TakenPush) -> Bool {
        guard self.parcels.contains(taken.slot), self.parcels.alarm(of: taken.slot) == nil else { return false }
        return self.parcels[taken.slot].number == taken.number && self.parcels[taken.slot].place == .flying
    }

    func push(in slot: UInt32) -> AcceptedPush {
        guard let push = self.contents[Int(slot)] else { preconditionFailure("slot \(slot) is empty") }
        return push
    }

    /// Returns the id of a push without copying the rest of the push.
    func id(in slot: UInt32) -> String {
        guard let id = self.contents[Int(slot)]?.id else { preconditionFailure("slot \(slot) is empty") }
        return id
    }

    mutating func pack(_ push: AcceptedPush, in parcel: Parcel) -> UInt32 {
        let slot = self.parcels.insert(parcel)
        if Int(slot) == self.contents.count {
            self.contents.append(push)
        } else {
            precondition(self.contents[Int(slot)] == nil, "slot \(slot) still has a push")
            self.contents[Int(slot)] = push
        }
        return slot
    }

    private mutating func number(into sink: inout some DeliverySink) -> PushNumber {
        defer { self.nextPush += 1 }
        sink.changed(DeliveryRowChange(.service))
        return PushNumber(self.nextPush)
    }

    /// Returns the expiration of a push. Returns nil if the push is never stored.
    private func expiry(of push: AcceptedPush, acceptedAt now: Instant) -> Instant? {
        let limit = now.later(by: self.rules.longestStorage)
        return switch push.expiration {
        case .none: limit
        case .once: nil
        case .at(let moment): min(moment, limit)
        }
    }

    /// Sends a parcel again.
    mutating func launch(_ slot: UInt32, _ fate: Fate, at now: Instant, into sink: inout some DeliverySink) {
        self.parcels[slot].fate = fate
        self.parcels[slot].place = .flying
        self.parcels[slot].due = now.later(by: fate.delay)
        self.depart(slot, at: now, into: &sink)
    }

    /// Sends a parcel, followed by its copy if the fate requires one.
    mutating func depart(_ slot: UInt32, at now: Instant, into sink: inout some DeliverySink) {
        let copy = self.copy(of: slot, into: &sink)
        self.fly(slot, at: now, into: &sink)
        if let copy { self.fly(copy, at: now, into: &sink) }
    }

    /// Creates the duplicate that the fate of a push asks for, if any.
    mutating func copy(of slot: UInt32, into sink: inout some DeliverySink) -> UInt32? {
        guard let gap = self.parcels[slot].fate.copyAfter else { return nil }
        self.parcels[slot].fate.copyAfter = nil
        let copy = self.pack(self.push(in: slot), in: self.parcels[slot].copy(self.number(into: &sink), after: gap))
        self.changed(slot, in: &sink)
        self.changed(copy, in: &sink)
        return copy
    }

    private mutating func fly(_ slot: UInt32, at now: Instant, into sink: inout some DeliverySink) {
        let arrival = self.parcels[slot].due
        guard arrival > now else { return self.arrive(slot, at: now, into: &sink) }
        self.changed(slot, in: &sink)
        self.arm(slot, at: arrival, into: &sink)
    }
}
