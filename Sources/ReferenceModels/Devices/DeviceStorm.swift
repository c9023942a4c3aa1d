import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// A random test of several devices: random operations and faults, followed by a calm phase without faults.
package struct DeviceStorm {
    var yard: DeviceYard
    var dice: RollingDie
    package private(set) var step = 0
    private let losesTaps: Bool
    private let losesConnections: Bool
    private let crashes: Bool
    private let losesTokens: Bool
    private let resyncs: Bool
    /// Whether accounts and addresses change, and weeks pass.
    private let hasLives: Bool
    /// Whether each device has two accounts of the same user.
    let hasTwins: Bool
    /// The current address of each device whose address was changed. `addresses` is the number of changes.
    var address: [Int: String] = [:]
    var addresses = 0
    /// The number of notification ids. Many notifications are stored in a different way than a few.
    private let ids: Int

    package init(seed: UInt64) {
        self.dice = RollingDie(seed: seed)
        var limits = FeedLimits()
        limits.pageSize = self.dice.pick([1, 2, 3, 100])
        limits.markLife = self.dice.pick([.minutes(2), .days(30)])
        self.yard = DeviceYard(limits, seed: self.dice.next())
        if self.dice.coin() { self.yard.rules.answerLimit = nil }
        self.losesTaps = self.dice.coin()
        self.losesConnections = self.dice.coin()
        self.crashes = self.dice.coin()
        self.losesTokens = self.dice.coin()
        self.resyncs = self.dice.coin()
        self.hasLives = self.dice.coin()
        self.hasTwins = self.dice.below(4) == 0
        self.ids = self.dice.pick([6, 6, 30])
        for index in 0...self.dice.below(4) {
            self.yard.device("device-\(index)")
            self.addReader(index)
            if self.hasTwins { self.yard.enterOther(index, token: nil) }
        }
    }

    /// Plays the storm. Returns the first problem; nil when there is none.
    package mutating func play() -> String? {
        if self.ids > 20 { for number in 0..<20 { self.yard.publish("n\(number)", life: nil) } }
        for _ in 0..<(20 + self.dice.below(60)) {
            self.step += 1
            if let problem = self.stir() { return problem }
            for _ in 0..<self.dice.below(6) where !self.yard.queue.isEmpty { self.deliver() }
            if let problem = self.wrong { return problem }
        }
        self.calm()
        return self.wrong ?? self.different ?? self.failure ?? self.unreached()
    }

    /// Adds a reader with filters to a device, and sets the number of days that a full read must cover.
    mutating func addReader(_ device: Int) {
        guard let feed = self.yard.devices[device].feed else { return }
        self.yard.devices[device].machine.setDaysToSync(feed, self.dice.pick(self.hasLives ? [0, 30] : [0, 1, 30]))
        let options = ReaderOptions(
            start: self.dice.below(4) == 0 ? .end : .beginning, phase: self.dice.pick([nil, nil, .active, .deleted]),
            readState: self.dice.pick([nil, .read, .unread]),
            userActionState: self.dice.pick([nil, nil, .noInteraction, .dismissed]))
        self.yard.devices[device].filtered = FilteredReader(
            options, of: feed, on: &self.yard.devices[device].machine, self.yard.names)
    }

    private mutating func id() -> String { "n\(self.dice.below(self.ids))" }

    private mutating func stir() -> String? {
        let device = self.dice.below(self.yard.devices.count)
        if self.hasTwins { self.yard.devices[device].usesTwin = self.dice.coin() }
        if self.hasLives, self.dice.below(4) == 0 {
            self.live(device)
            return nil
        }
        switch self.dice.below(16) {
        case 0...3:
            let life: Interval? = self.dice.below(3) == 0 ? .seconds(Int64(1 + self.dice.below(200))) : nil
            self.yard.publish(self.id(), life: life)
        case 4, 5: self.yard.save(self.id(), on: device, action: self.dice.pick([.dismissed, .activated]))
        case 6:
            self.yard.save(
                self.id(), on: device, read: self.dice.pick([.read, .unread]), action: self.dice.pick([nil, .snoozed]))
        case 7: self.yard.delete(self.id(), on: device)
        case 8: self.yard.sync(device)
        case 9: self.yard.wait(.seconds(Int64(self.dice.below(120))))
        case 10: self.yard.devices[device].fault = self.losesConnections ? self.dice.pick([.noNetwork, nil]) : nil
        case 11:
            if self.losesConnections { self.yard.send(.connectionFailed(.broken), to: device) }
        case 12:
            if self.crashes {
                if let problem = self.shutDown(device) ?? self.damaged(device) { return problem }
                if self.dice.below(4) == 0 {
                    self.yard.devices[device].restore()
                } else if self.dice.coin() {
                    self.yard.devices[device].backUp()
                }
                do throws(DurableFault) {
                    try self.yard.crash(device)
                } catch { preconditionFailure("what \(device) stored cannot be read: \(error)") }
                self.yard.open(device)
                self.addReader(device)
                if self.hasTwins { self.yard.enterOther(device, token: self.address[device]) }
            }
        case 13:
            if self.losesTokens { self.yard.users = [:] }
        case 14:
            if self.resyncs {
                _ = self.yard.run(.invalidateCursors(FeedKey(host: DeviceYard.host, user: "alice")))
            }
        default: self.yard.tend()
        }
        return nil
    }

    /// Sometimes shuts the SDK down before the process of the app is ended. Returns a problem if a call is still
    /// pending after the shutdown.
    private mutating func shutDown(_ device: Int) -> String? {
        guard self.dice.coin() else { return nil }
        self.yard.send(.shutdown(self.yard.devices[device].call()), to: device)
        let left = self.yard.devices[device].pending.map(\.number).min()
        return left.map { "call \($0) of \(self.yard.devices[device].name) outlives the SDK" }
    }

    /// Returns a problem if a device can be restored from its stored bytes although bytes at the end are missing or a
    /// byte was added.
    private mutating func damaged(_ device: Int) -> String? {
        let stored = self.yard.devices[device].stored
        for bytes in [Array(stored.dropLast(1 + self.dice.below(stored.count))), stored + [0]] {
            var names = self.yard.names
            if (try? DeviceMachine(decoding: bytes, &names)) != nil {
                return "\(self.yard.devices[device].name) starts with \(bytes.count) of \(stored.count) bytes"
            }
        }
        return nil
    }

    /// Delivers a random message of the queue. The message may also be lost, or delivered twice.
    private mutating func deliver() {
        let index = self.dice.below(self.yard.queue.count)
        let message = self.yard.queue[index]
        switch message {
        case .tap:
            if self.losesTaps, self.dice.below(3) == 0 {
                self.yard.queue.remove(at: index)
                return
            }
            if self.dice.below(4) == 0 { self.yard.queue.append(message) }
        case .event(_, .answer), .request:
            if self.losesConnections, self.dice.below(8) == 0 { return self.lose(index) }
            // The same bytes may be delivered twice. The second time, no request waits for the ticket.
            if case .event = message, self.dice.below(8) == 0 { self.yard.queue.append(message) }
        case .event: break
        }
        self.yard.deliver(index)
    }

    private mutating func lose(_ index: Int) {
        switch self.yard.queue.remove(at: index) {
        case .event(let device, .answer(let ticket, _)), .request(let device, let ticket, _, _):
            self.yard.send(.lost(ticket, .broken), to: device)
        case .event, .tap: break
        }
    }

    /// Ends all faults, opens the app on every device, and waits until the devices are quiet.
    private mutating func calm() {
        if self.hasLives { self.settleDown() }
        for device in self.yard.devices.indices {
            self.yard.devices[device].fault = nil
            self.yard.send(.foreground, to: device)
            for twin in [false, true] {
                self.yard.devices[device].usesTwin = twin
                self.yard.sync(device)
            }
        }
        self.yard.drain()
        for _ in 0..<200 where !self.yard.devices.allSatisfy(\.machine.isQuiet) { self.yard.wait(.minutes(1)) }
        // Delivers the news about notifications that expired in the meantime.
        self.yard.drain()
    }

    /// The first violation of a rule that holds at all times.
    private var wrong: String? {
        for device in self.yard.devices {
            if let problem = device.problem ?? device.stale(self.yard.names) { return "\(device.name) \(problem)" }
            if let feed = device.feed {
                let unread = device.machine.everything(in: feed).count { item in
                    !item.isDeleted && item.readState == .unread
                        && (item.userActionState == .noInteraction || item.userActionState == .snoozed)
                }
                let count = device.machine.unreadCount(in: feed)
                if count != unread { return "\(device.name) counts \(count) unread notifications, not \(unread)" }
            }
            let calls = device.completions.map(\.call.number)
            if Set(calls).count != calls.count { return "\(device.name) completed a call twice: \(calls)" }
            guard device.machine.isAtRest else { continue }
            let (machine, names) = device.machine.packedAndUnpacked(with: self.yard.names, near: self.yard.now)
            var table = NameTable()
            // Otherwise the same names often get the same numbers again.
            for number in 0...self.step % 7 { _ = table.intern("other-\(number)") }
            var renamed = device.machine
            renamed.rename(from: self.yard.names, to: &table)
            if renamed.encoded(table) != device.machine.encoded(self.yard.names) {
                return "\(device.name) is another with other names"
            }
            if machine != device.machine { return "\(device.name) is another from its bytes" }
            if machine.encoded(names) != device.machine.encoded(self.yard.names) {
                return "\(device.name) means other names from its bytes"
            }
        }
        return nil
    }

    /// The first difference between a device and the log of the service, after everything has settled.
    private var different: String? {
        let expected = self.yard.everything().map {
            "\($0.id) \($0.generation) \($0.version) \($0.readState) \($0.userActionState)"
        }.sorted()
        for device in self.yard.devices.indices {
            let name = self.yard.devices[device].name
            guard self.yard.devices[device].machine.isQuiet else { return "\(name) does not become quiet" }
            if let call = self.yard.devices[device].pending.map(\.number).min() {
                return "call \(call) of \(name) never ends"
            }
            var accounts = [("first", self.yard.shown(device))]
            if let twin = self.yard.devices[device].twin {
                accounts.append(("second", self.yard.devices[device].machine.everything(in: twin)))
            }
            for (account, items) in accounts {
                let shown = self.lines(items.filter { !$0.isDeleted })
                guard shown == expected else {
                    return "\(name) shows \(shown) for its \(account) account, the log says \(expected)"
                }
            }
            if let problem = self.yard.devices[device].filtered?.problem(
                shown: self.yard.shown(device), self.yard.names)
            {
                return "the reader with filters of \(name): \(problem)"
            }
            let view = self.lines(self.yard.devices[device].view.values)
            guard view == expected else { return "the reader of \(name) got \(view), the log says \(expected)" }
        }
        return nil
    }

    /// A call that failed in a storm without faults; nil if there is none.
    private var failure: String? {
        guard !self.losesConnections, !self.losesTokens, !self.crashes, !self.hasLives else { return nil }
        // Time may pass while messages wait, and cursors may be invalidated again and again.
        let allowed: [DeviceFailure] = [.connection(.timedOut)] + (self.resyncs ? [.refused(.resyncRequired)] : [])
        for device in self.yard.devices {
            for (call, outcome) in device.completions {
                if case .failed(let failure) = outcome, !allowed.contains(failure) {
                    return "call \(call.number) of \(device.name) ended with \(outcome)"
                }
            }
        }
        return nil
    }

    private func lines(_ items: some Sequence<ReadNotification>) -> [String] {
        items.map { item in
            let id = self.yard.names.text(item.id)
            return "\(id) \(item.generation) \(item.version) \(item.readState) \(item.userActionState)"
        }.sorted()
    }
}

extension DeviceYard {
    /// Returns the active notifications of the feed.
    func everything(of user: String = "alice") -> [Change] {
        var copy = self
        var changes: [Change] = []
        var place = ReadingPlace.start
        while case .page(let page) = copy.run(.fetch(FeedKey(host: Self.host, user: user), Reading(place))) {
            changes += page.changes
            place = page.next
            if page.isLast { break }
        }
        return changes.filter { $0.kind == .new || $0.kind == .updated }
    }
}
