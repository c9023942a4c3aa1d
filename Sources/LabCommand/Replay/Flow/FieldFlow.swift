package import Basics
package import Captures
package import PushLab
import ShoulderTap

/// Drives what a capture tells through a lab: each tap reaches a device, which parses, fetches and calls its app back.
///
/// What a tap tells of is published right before it, unless the capture shows the publication itself.
package final class FieldFlow {
    /// What came of one entry.
    package struct Outcome {
        /// When the device got it, in virtual time.
        package var start = Interval.zero
        /// What still came of the entries before, while time went on until this one.
        package var earlier: [FieldEvent] = []
        package var events: [FieldEvent] = []
        /// Why no app heard of it.
        package var remark: String?
    }

    /// Two subscriptions count their heads each for itself.
    private struct Source: Hashable {
        let user: Int
        let subscription: String?
    }

    private struct Place: Hashable {
        let source: Source
        let head: String
    }

    /// Somebody whom no tap of ours has named so far.
    private struct Stranger {
        let device: CaptureEntry.Device?
        let channel: CaptureEntry.Channel
        /// Whether a push came that was no tap of ours.
        var isWoken = false
        /// What the user touched there.
        var ids: [String] = []
    }

    /// What a device was tapped about.
    private struct Told: Hashable {
        let member: Int
        let id: String
    }

    private struct Known: Hashable {
        let user: Int
        let id: String
    }

    /// So many set themselves up in little time.
    private static let devicesAtOnce = 256

    /// Nobody waits longer for a push that comes late, however long the capture was left alone.
    private static let longestGap = Interval.days(30)

    private let lab: Lab
    private let speed: ReplaySpeed
    private var cast = FieldCast()
    private var devices: [LabDevice] = []
    private var users: [LabUser] = []
    /// In the order in which they were met.
    private var strangers: [Stranger] = []
    private var placeOfStranger: [CaptureEntry.Device?: Int] = [:]
    /// What came of earlier pushes while somebody joined.
    private var meanwhile: [FieldEvent] = []
    /// The app that the capture is about: the one whose tap was met first.
    private var host: String?
    /// When entries count from, in virtual time; nil until the first that has a time.
    private var origin: Interval?
    // Looked up, never walked through.
    private var told: Set<Told> = []
    private var drafts: [String: LabNotification] = [:]
    private var published: Set<Known> = []
    /// Which place of the lab's feed a head of the field means.
    private var heads: [Place: String] = [:]
    /// The place of the feed that a head was found for last.
    private var newest: [Source: String] = [:]

    package init(_ lab: Lab, _ speed: ReplaySpeed, _ hazards: TapHazards) {
        self.lab = lab
        self.speed = speed
        // A capture has its own delays.
        lab.network.tapping = .within(.zero ... .zero)
        (lab.network.tapsLostPercent, lab.network.tapsDoubledPercent) = (hazards.lost, hazards.doubled)
        lab.takeTapsFromField()
    }

    package var keepsEvents: Bool {
        get { self.lab.keepsEvents }
        set { self.lab.keepsEvents = newValue }
    }

    /// Makes the acquaintance of whoever an entry is about, before anything happens.
    package func meet(_ entry: CaptureEntry, _ verdict: ChannelVerdict) {
        let deed = FieldDeed(entry, verdict)
        switch deed {
        case .none, .publish: return
        case .tap(let tap) where self.host == nil || self.isOurs(tap): _ = self.member(in: entry, deed)
        case .tap, .wake: self.meet(entry) { $0.isWoken = true }
        case .act(_, let id): self.meet(entry) { $0.ids.append(id) }
        }
    }

    /// A later tap says better whose device it is.
    private func meet(_ entry: CaptureEntry, _ note: (inout Stranger) -> Void) {
        guard !self.cast.knows(entry.device) else { return }
        let place = self.placeOfStranger[entry.device] ?? self.strangers.count
        if place == self.strangers.count {
            self.placeOfStranger[entry.device] = place
            self.strangers.append(Stranger(device: entry.device, channel: entry.channel))
        }
        note(&self.strangers[place])
    }

    /// Sets up the devices of all who were met. Whoever is seen first while the flow runs joins then.
    ///
    /// - Parameter pause: Is told every now and then how many are ready, and of how many, and may end it.
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

    /// Times count anew, and so may heads.
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

    /// Lets all become quiet, looks into every app, and says what is wrong.
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

    /// What was driven, for the last line.
    var figures: String {
        let cast = "\(counted(self.cast.userCount, "user")), \(counted(self.devices.count, "device"))"
        return "\(cast): \(counted(self.lab.eventCount, "event")) in \(self.now.clockText) of virtual time, "
            + "seed \(self.lab.seed), fingerprint \(self.lab.fingerprint)"
    }

    // MARK: Time

    private var now: Interval { Interval(self.lab.now) }

    private func await(_ entry: CaptureEntry) throws {
        guard case .thousandths(let speed) = self.speed, let time = entry.time else { return }
        // Nanoseconds by thousandths of the speed are microseconds.
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

    // MARK: Deeds

    /// A publication for somebody who was not seen yet waits for the first tap about it.
    private func publish(_ notification: LabNotification, _ subscription: String?) throws {
        let user = self.cast.user(of: notification.id, subscription)
        guard let user else { return self.drafts[notification.id] = notification }
        self.published.insert(Known(user: user, id: notification.id))
        try self.lab.commit(notification, to: self.user(user))
    }

    /// Says why nothing was done.
    private func act(_ act: UserAct, _ id: String, _ device: LabDevice?, _ number: Int?) throws -> String? {
        guard let number, let device else { return "nobody knows whose device it was" }
        let isTold = self.told.contains(Told(member: number, id: id))
        if !isTold {
            // Whoever touches what no tap has brought has opened the app for it.
            device.enterForeground()
            _ = try self.lab.comeToRest()
        }
        guard device.canTouch(id) else {
            if !isTold { device.enterBackground() }
            return "\(device.title.user).\(device.title.device) does not show \(id)"
        }
        try device.act(act, id)
        device.enterBackground()
        return nil
    }

    private func tap(_ tap: Tap, _ payload: [UInt8], _ device: LabDevice, _ number: Int) throws {
        guard self.isOurs(tap) else { return try device.receive(payload) }
        let user = self.cast.members[number].user
        var isNews = false
        for id in tap.activities {
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

    /// The place in the lab's feed that a head of the field means.
    private func head(of tap: Tap, _ own: Tap, _ user: Int, isNews: Bool) -> String? {
        guard let head = tap.head else { return nil }
        let source = Source(user: user, subscription: tap.subscription)
        let place = Place(source: source, head: head)
        if !isNews, let known = self.heads[place] { return known }
        // Nothing is known to have changed since: the device shall look for itself.
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
            // Nobody looks at it: the tap has to wake it.
            device.suspend()
            // It is not part of what the push sets going. Something else may go on beside it.
            self.meanwhile += self.lab.takeEvents().filter { $0.actor != device.name }
        }
        return self.devices[number]
    }

    private func device(of member: FieldCast.Member) -> LabDevice {
        self.user(member.user).device(member.name, on: member.platform)
    }

    /// The member that an entry is about, if it is about one.
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

    /// Why a push does not reach the device, which has its pushes from another service.
    private func stray(_ deed: FieldDeed, over channel: CaptureEntry.Channel, to number: Int) -> String? {
        switch deed {
        case .none, .publish, .act: return nil
        case .tap, .wake: break
        }
        let member = self.cast.members[number]
        return member.platform == LabPlatform(channel) ? nil : "\(member.name) has its pushes over another channel"
    }

    /// Whether a tap is for the app that the capture is about.
    private func isOurs(_ tap: Tap) -> Bool { tap.host == nil || tap.host == self.host }
}
