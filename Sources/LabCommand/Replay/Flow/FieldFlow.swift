package import Basics
package import Captures
package import PushLab
import ShoulderTap

/// Drives the entries of a capture through a lab. Each tap reaches a device, which parses the tap, fetches the changes
/// and calls its app back.
///
/// A notification is published right before its first tap, unless the capture contains the publication.
package final class FieldFlow {
    /// The results of one entry.
    package struct Outcome {
        /// The virtual time at which the device got the entry.
        package var start = Interval.zero
        /// The events that earlier entries triggered after they were handled, and before this entry was handled.
        package var earlier: [FieldEvent] = []
        package var events: [FieldEvent] = []
        /// The reason why no app got the entry.
        package var remark: String?
    }

    /// The user and the subscription of a tap.
    ///
    /// Each subscription counts its heads separately.
    private struct Source: Hashable {
        let user: Int
        let subscription: String?
    }

    private struct Place: Hashable {
        let source: Source
        let head: String
    }

    /// A device whose user is not known yet, because the device has received no tap for the app of the capture.
    private struct Stranger {
        let device: CaptureEntry.Device?
        let channel: CaptureEntry.Channel
        /// Whether the device got a push that was not a tap for this app.
        var isWoken = false
        /// The notifications on this device that the user acted on.
        var ids: [String] = []
    }

    /// A device and a notification about which the device got a tap.
    private struct Told: Hashable {
        let member: Int
        let id: String
    }

    private struct Known: Hashable {
        let user: Int
        let id: String
    }

    /// The number of devices that are set up at the same time.
    private static let devicesAtOnce = 256

    /// The maximum gap between two entries. A longer pause in the recording is shortened to this gap.
    private static let longestGap = Interval.days(30)

    private let lab: Lab
    private let speed: ReplaySpeed
    private var cast = FieldCast()
    private var devices: [LabDevice] = []
    private var users: [LabUser] = []
    /// The devices without a known user, in the order in which the capture mentions them.
    private var strangers: [Stranger] = []
    private var placeOfStranger: [CaptureEntry.Device?: Int] = [:]
    /// The events that happened elsewhere in the lab while a device was set up.
    private var meanwhile: [FieldEvent] = []
    /// The app of the capture, taken from the first tap.
    private var host: String?
    /// The virtual time from which the times of entries are counted. Nil until the first entry with a time.
    private var origin: Interval?
    // Used for lookup only: iteration order is not deterministic.
    private var told: Set<Told> = []
    private var names = FieldNames()
    private var drafts: [String: LabNotification] = [:]
    private var published: Set<Known> = []
    /// For each head (the place in a feed that a tap names) from the capture, the corresponding place in the lab's
    /// feed.
    private var heads: [Place: String] = [:]
    /// For each user and subscription, the latest place in the lab's feed that was assigned to a head.
    private var newest: [Source: String] = [:]
    /// The number of taps for the app of the capture.
    private(set) var taps = 0

    package init(_ lab: Lab, _ speed: ReplaySpeed, _ hazards: TapHazards) {
        self.lab = lab
        self.speed = speed
        // The capture already contains its own delays.
        lab.network.tapping = .within(.zero ... .zero)
        (lab.network.tapsLostPercent, lab.network.tapsDoubledPercent) = (hazards.lost, hazards.doubled)
        lab.takeTapsFromField()
    }

    package var keepsEvents: Bool {
        get { self.lab.keepsEvents }
        set { self.lab.keepsEvents = newValue }
    }

    /// Registers the device of an entry, and the user if the entry reveals the user. All entries are registered before
    /// the first one is driven.
    package func meet(_ entry: CaptureEntry, _ verdict: ChannelVerdict) {
        let deed = FieldDeed(entry, verdict)
        switch deed {
        case .none, .publish: return
        case .tap(let tap) where self.host == nil || self.isOurs(tap):
            guard let number = self.member(in: entry, deed) else { return }
            self.names.noteFirst(tap, of: self.cast.members[number].user)
        case .tap, .wake: self.meet(entry) { $0.isWoken = true }
        case .act(_, let id): self.meet(entry) { $0.ids.append(id) }
        }
    }

    /// Registers a device without a known user.
    ///
    /// A later tap may reveal whose device it is.
    private func meet(_ entry: CaptureEntry, _ note: (inout Stranger) -> Void) {
        guard !self.cast.knows(entry.device) else { return }
        let place = self.placeOfStranger[entry.device] ?? self.strangers.count
        if place == self.strangers.count {
            self.placeOfStranger[entry.device] = place
            self.strangers.append(Stranger(device: entry.device, channel: entry.channel))
        }
        note(&self.strangers[place])
    }

    /// Sets up all registered devices.
    ///
    /// A device that is first seen during the flow joins at that time.
    ///
    /// - Parameter pause: A closure that gets the number of ready devices and the total from time to time. It may stop
    ///   the setup by throwing.
    package func open(_ pause: (Int, Int) throws -> Void) throws {
        for stranger in self.strangers {
            let owner = stranger.ids.lazy.compactMap {
                self.cast.member(stranger.device, stranger.channel, actingOn: $0)
            }
            guard owner.first == nil, stranger.isWoken else { continue }
            _ = self.cast.member(stranger.device, stranger.channel, tapped: nil)
        }
        (self.strangers, self.placeOfStranger) = ([], [:])
        while self.devices.count < self.cast.members.count {
            let ready = self.devices.count
            try pause(ready, self.cast.members.count)
            for member in self.cast.members[ready...].prefix(Self.devicesAtOnce) {
                self.devices.append(self.device(of: member))
            }
            _ = try self.lab.comeToRest()
            for device in self.devices[ready...] { device.suspend() }
            _ = self.lab.takeEvents()
        }
    }

    /// Begins another capture. Its times and heads do not depend on those of earlier captures. Only taps without
    /// `activities` are about the same notifications in all captures.
    func begin() {
        self.origin = nil
        (self.heads, self.newest) = ([:], [:])
    }

    package func drive(_ entry: CaptureEntry, _ verdict: ChannelVerdict) throws -> Outcome {
        var outcome = Outcome()
        try self.await(entry)
        if self.speed != .max { outcome.earlier = self.lab.takeEvents() }
        let deed = FieldDeed(entry, verdict)
        let number = self.member(in: entry, deed)
        let device = try number.map { try self.device($0) }
        outcome.earlier += self.meanwhile
        self.meanwhile = []
        outcome.start = self.now
        if let number, let stray = self.stray(deed, over: entry.channel, to: number) {
            outcome.remark = stray
            return outcome
        }
        switch deed {
        case .none(let reason): outcome.remark = reason
        case .publish(let notification, let subscription): try self.publish(notification, subscription)
        case .act(let act, let id): outcome.remark = try self.act(act, id, device, number)
        case .wake: try device?.receive(verdict.handed)
        case .tap(let tap):
            guard let number, let device else { preconditionFailure("whoever is tapped is a member of the cast") }
            try self.tap(tap, verdict.handed, device, number)
        }
        if self.speed == .max, !(try self.lab.comeToRest()) { outcome.remark = "the lab does not become quiet" }
        outcome.events = self.lab.takeEvents()
        return outcome
    }

    /// Opens all apps, settles the lab, and returns the problems.
    func finish() throws -> (Outcome, problems: [String]) {
        var (outcome, problems) = (Outcome(), [String]())
        if self.speed != .max {
            _ = try self.lab.comeToRest()
            outcome.earlier = self.lab.takeEvents()
        }
        outcome.start = self.now
        do { try self.lab.settle() } catch let failure as NotSettled { problems.append("\(failure)") }
        outcome.events = self.lab.takeEvents()
        problems += self.lab.violations.map(\.description)
        problems += self.lab.disagreements
        return (outcome, problems)
    }

    /// The summary of the flow, for the last line.
    var figures: String {
        let cast = "\(counted(self.cast.userCount, "user")), \(counted(self.devices.count, "device"))"
        return "\(cast): \(counted(self.lab.eventCount, "event")) in \(self.now.clockText) of virtual time, "
            + "seed \(self.lab.seed), fingerprint \(self.lab.fingerprint)"
    }

    // MARK: Time

    private var now: Interval { Interval(self.lab.now) }

    private func await(_ entry: CaptureEntry) throws {
        guard case .thousandths(let speed) = self.speed, let time = entry.time else { return }
        // Nanoseconds divided by thousandths of the speed are microseconds.
        let scaled = Interval(microseconds: time / speed)
        guard let origin = self.origin else {
            self.origin = Interval(microseconds: self.now.microseconds &- scaled.microseconds)
            return
        }
        let (due, overflow) = origin.microseconds.addingReportingOverflow(scaled.microseconds)
        let gap = overflow ? .max : due &- self.now.microseconds
        guard gap > 0 else { return }
        try self.lab.advance(by: .microseconds(min(gap, Self.longestGap.microseconds)))
    }

    // MARK: Actions

    /// Publishes a notification.
    ///
    /// If its user is unknown, the notification is published later, when the first tap about it reveals the user.
    private func publish(_ notification: LabNotification, _ subscription: String?) throws {
        let user = self.cast.user(of: notification.id, subscription)
        guard let user else { return self.drafts[notification.id] = notification }
        self.published.insert(Known(user: user, id: notification.id))
        try self.lab.commit(notification, to: self.user(user))
    }

    /// Performs an action.
    ///
    /// Returns the reason if nothing was done.
    private func act(_ act: UserAct, _ id: String, _ device: LabDevice?, _ number: Int?) throws -> String? {
        guard let number, let device else { return "nobody knows whose device it was" }
        let isTold = self.told.contains(Told(member: number, id: id))
        if !isTold {
            // A user can act on a notification without a tap only after opening the app.
            device.enterForeground()
            _ = try self.lab.comeToRest()
        }
        guard device.canTouch(id) else {
            if !isTold { device.enterBackground() }
            return "\(device.title.fullName) does not show \(id)"
        }
        try device.act(act, id)
        device.enterBackground()
        return nil
    }

    private func tap(_ tap: Tap, _ payload: [UInt8], _ device: LabDevice, _ number: Int) throws {
        guard self.isOurs(tap) else { return try device.receive(payload) }
        self.taps += 1
        let user = self.cast.members[number].user
        var isNews = false
        for id in self.ids(of: tap, number, user) {
            self.told.insert(Told(member: number, id: id))
            guard self.published.insert(Known(user: user, id: id)).inserted else { continue }
            isNews = true
            let draft = self.drafts.removeValue(forKey: id)
            try self.lab.commit(draft ?? .raw("content of \(id)", id: id), to: self.user(user))
        }
        guard let own = device.keptTap else { return try device.receive(payload) }
        let head = self.head(of: tap, own, user, isNews: isNews)
        try device.receive(FieldTap(payload: payload).renamed(like: own, head: head))
    }

    /// Returns the ids of the notifications that a tap is about.
    private func ids(of tap: Tap, _ number: Int, _ user: Int) -> [String] {
        self.names.noteAgain(tap, of: user)
        // The entries of a pipe are not registered first. So a place that is known may have no ids there.
        if tap.activities.isEmpty, let head = tap.head,
            self.heads[Place(source: Source(user: user, subscription: tap.subscription), head: head)] != nil
        {
            return []
        }
        return self.names.ids(of: tap, member: number, of: user)
    }

    /// Returns the place in the lab's feed that replaces the head of a tap from the capture. Returns nil if the tap has
    /// no head, or if no place in the lab's feed corresponds to it.
    private func head(of tap: Tap, _ own: Tap, _ user: Int, isNews: Bool) -> String? {
        guard let head = tap.head else { return nil }
        let source = Source(user: user, subscription: tap.subscription)
        let place = Place(source: source, head: head)
        if !isNews, let known = self.heads[place] { return known }
        // No change is known since the last head, so the device must fetch without a tap.
        guard let newest = own.head, isNews || self.newest[source] != newest else { return nil }
        self.newest[source] = newest
        self.heads[place] = newest
        return newest
    }

    private func user(_ number: Int) -> LabUser {
        while self.users.count <= number { self.users.append(self.lab.user(FieldCast.userName(self.users.count))) }
        return self.users[number]
    }

    private func device(_ number: Int) throws -> LabDevice {
        while self.devices.count <= number {
            let device = self.device(of: self.cast.members[self.devices.count])
            self.devices.append(device)
            _ = try self.lab.comeToRest()
            // The app is not open, so a tap has to wake it.
            device.suspend()
            // The setup is not part of what the push triggers. Other events may happen in the meantime.
            self.meanwhile += self.lab.takeEvents().filter { $0.actor != device.name }
        }
        return self.devices[number]
    }

    private func device(of member: FieldCast.Member) -> LabDevice {
        self.user(member.user).device(member.name, on: member.platform)
    }

    /// Returns the number of the cast member whose device an entry is about, if there is one.
    private func member(in entry: CaptureEntry, _ deed: FieldDeed) -> Int? {
        switch deed {
        case .none, .publish: return nil
        case .act(_, let id): return self.cast.member(entry.device, actingOn: id)
        case .wake: return self.cast.member(entry.device, entry.channel, tapped: nil)
        case .tap(let tap):
            if self.host == nil { self.host = tap.host }
            return self.cast.member(entry.device, entry.channel, tapped: self.isOurs(tap) ? tap : nil)
        }
    }

    /// Returns a reason if a push does not reach the device, because the device gets its pushes from another service.
    /// Otherwise returns nil.
    private func stray(_ deed: FieldDeed, over channel: CaptureEntry.Channel, to number: Int) -> String? {
        switch deed {
        case .none, .publish, .act: return nil
        case .tap, .wake: break
        }
        let member = self.cast.members[number]
        return member.platform == LabPlatform(channel) ? nil : "\(member.name) has its pushes over another channel"
    }

    /// Whether a tap is for the app of the capture.
    private func isOurs(_ tap: Tap) -> Bool { tap.host == nil || tap.host == self.host }
}
