import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import TestSupport
import Testing

@Suite("Devices against the service, in a storm and after it")
struct ConvergenceTests {
    static let seeds: ClosedRange<UInt64> = {
        if let seed = Environment.number("SHOULDERTAP_DEVICES_SEED") { return UInt64(seed)...UInt64(seed) }
        return 1...UInt64(max(1, Environment.number("SHOULDERTAP_DEVICES_WORLDS") ?? 80))
    }()

    @Test("after any storm the view of every device and reader equals the log")
    func converge() throws {
        for seed in Self.seeds {
            var storm = try Storm(seed: seed)
            let problem = try storm.play()
            if let problem {
                Issue.record(
                    """
                    seed \(seed), step \(storm.step): \(problem)
                    repeat with: SHOULDERTAP_DEVICES_SEED=\(seed) swift test --filter ConvergenceTests
                    """)
                return
            }
        }
    }
}

/// One random world: operations and accidents, then calm.
struct Storm {
    var yard: Yard
    private var dice: SeededDice
    private(set) var step = 0
    private let losesTaps: Bool
    private let losesConnections: Bool
    private let crashes: Bool
    private let losesTokens: Bool
    private let resyncs: Bool
    /// How many notifications there may be. Many are kept otherwise than few.
    private let ids: Int

    init(seed: UInt64) throws {
        self.dice = SeededDice(seed: seed)
        var limits = FeedLimits()
        limits.pageSize = self.dice.pick([1, 2, 3, 100])
        limits.markLife = self.dice.pick([.minutes(2), .days(30)])
        self.yard = Yard(limits, seed: self.dice.next())
        if self.dice.coin() { self.yard.rules.answerLimit = nil }
        self.losesTaps = self.dice.coin()
        self.losesConnections = self.dice.coin()
        self.crashes = self.dice.coin()
        self.losesTokens = self.dice.coin()
        self.resyncs = self.dice.coin()
        self.ids = self.dice.pick([6, 6, 30])
        for index in 0...self.dice.below(4) { self.yard.device("device-\(index)") }
    }

    /// Nil when all went well, else what did not.
    mutating func play() throws -> String? {
        if self.ids > 20 { for number in 0..<20 { self.yard.publish("n\(number)", life: nil) } }
        for _ in 0..<(20 + self.dice.below(60)) {
            self.step += 1
            try self.stir()
            for _ in 0..<self.dice.below(6) where !self.yard.queue.isEmpty { self.deliver() }
            if let problem = self.wrong { return problem }
        }
        try self.calm()
        return self.wrong ?? self.different
    }

    private mutating func id() -> String { "n\(self.dice.below(self.ids))" }

    private mutating func stir() throws {
        let device = self.dice.below(self.yard.devices.count)
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
                try self.yard.crash(device)
                self.yard.open(device)
            }
        case 13:
            if self.losesTokens { self.yard.users = [:] }
        case 14:
            if self.resyncs {
                _ = self.yard.run(.invalidateCursors(FeedKey(host: Yard.host, user: "alice")))
            }
        default: self.yard.tend()
        }
    }

    /// Delivers something, hardly ever what is due: taps get lost, come twice, and everything overtakes everything.
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
            // The same bytes may come twice; the ticket says that nobody waits any more.
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

    /// Ends all trouble and opens every device.
    private mutating func calm() throws {
        for device in self.yard.devices.indices {
            self.yard.devices[device].fault = nil
            self.yard.send(.foreground, to: device)
            self.yard.sync(device)
        }
        self.yard.drain()
        for _ in 0..<200 where !self.yard.devices.allSatisfy(\.machine.isQuiet) { self.yard.wait(.minutes(1)) }
        // What expired on the way is news of its own.
        self.yard.drain()
    }

    /// What must hold at every moment.
    private var wrong: String? {
        for device in self.yard.devices {
            let calls = device.completions.map(\.call.number)
            if Set(calls).count != calls.count { return "\(device.name) completed a call twice: \(calls)" }
            guard device.machine.isAtRest else { continue }
            let (machine, names) = device.machine.packedAndUnpacked(with: self.yard.names, near: self.yard.now)
            if machine != device.machine { return "\(device.name) is another from its bytes" }
            if machine.encoded(names) != device.machine.encoded(self.yard.names) {
                return "\(device.name) means other names from its bytes"
            }
        }
        return nil
    }

    /// What must hold when all is quiet.
    private var different: String? {
        let page = self.yard.everything()
        let expected = page.map { "\($0.id) \($0.generation) \($0.version) \($0.readState) \($0.userActionState)" }
        for device in self.yard.devices.indices {
            let name = self.yard.devices[device].name
            guard self.yard.devices[device].machine.isQuiet else { return "\(name) does not become quiet" }
            let shown = self.yard.shown(device).filter { !$0.isDeleted }.map(self.line).sorted()
            guard shown == expected.sorted() else { return "\(name) shows \(shown), the log says \(expected.sorted())" }
            let view = self.yard.devices[device].view.values.map(self.line).sorted()
            guard view == expected.sorted() else {
                return "the reader of \(name) got \(view), the log says \(expected.sorted())"
            }
        }
        return nil
    }

    private func line(_ item: ReadNotification) -> String {
        let id = self.yard.names.text(item.id)
        return "\(id) \(item.generation) \(item.version) \(item.readState) \(item.userActionState)"
    }
}

extension Yard {
    /// What is active in the feed, read by nobody who keeps anything.
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
