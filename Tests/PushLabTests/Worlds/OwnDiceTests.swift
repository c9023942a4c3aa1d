import Basics
import Testing

@testable import PushLab

/// A list that, when its user looks at it again on the phone, dismisses all that it knows in one event.
private struct Sweeper: LabApp {
    private var list: ListApp

    init(_ launch: AppLaunch) { self.list = ListApp(launch) }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        self.list.handle(event, &system)
        guard case .foreground = event, self.list.my.device == "phone" else { return }
        for (id, generation) in self.list.known.sorted(by: { $0.key < $1.key }) {
            let host = self.list.my.host
            _ = system.request(.save(host: host, id: id, generation: generation, action: .dismissed))
        }
    }
}

/// A server that makes four publications in one event of each that it is asked for.
private struct FourfoldBackend: LabBackend {
    private var list = ListBackend()

    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem) {
        guard case .publish(let wish, let user) = event else { return self.list.handle(event, &system) }
        for place in 1...4 {
            self.list.handle(.publish(.raw(wish.content, id: "\(wish.id)-\(place)"), user: user), &system)
        }
    }
}

@Suite("Each message has its own random numbers")
struct OwnDiceTests {
    /// What happened on a device, and when.
    private struct Happened: Equatable {
        var kind: HistoryEvent.Kind
        var since: Interval
    }

    /// What happened on a device from an event on.
    private static func happened(on device: LabDevice, since start: Int, in lab: Lab) -> [Happened] {
        lab.view.events[start...].filter { $0.actor == .device(device.number) }
            .map { Happened(kind: $0.kind, since: $0.moment - Lab.times.lowerBound) }
    }

    /// What becomes of one notification behind others, with the service dying a moment after it is published or not.
    private static func course(
        behind others: [String], beside devices: [String] = [], seed: UInt64, kill pause: Duration? = nil
    ) throws -> [Happened] {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        lab.nextStep = 500
        for name in devices { _ = alice.device(name, on: .android) }
        lab.nextStep = 600
        let phone = alice.device("phone", on: .windows)
        try lab.settle()
        phone.suspend()
        for (place, id) in others.enumerated() {
            lab.nextStep = 700 + UInt32(place)
            try lab.publish(.raw("x", id: id), to: alice)
        }
        try lab.advance(by: .seconds(3_600) - lab.now)
        let start = lab.view.events.count
        lab.nextStep = 1_000
        try lab.publish(.raw("x", id: "n9"), to: alice)
        if let pause {
            try lab.advance(by: pause)
            lab.nextStep = 1_100
            lab.killService(for: .seconds(30))
        }
        try lab.advance(by: .seconds(600))
        return Self.happened(on: phone, since: start, in: lab)
    }

    @Test(
        "An earlier publication does not change the random numbers of the next",
        arguments: 1...20 as ClosedRange<UInt64>)
    func publications(_ seed: UInt64) throws {
        let alone = try Self.course(behind: [], seed: seed)
        #expect(alone.contains { $0.kind == .shown })
        #expect(try Self.course(behind: ["n1", "n2", "n3"], seed: seed) == alone)
    }

    @Test("Nor does a push that a dying service has already sent", arguments: 1...20 as ClosedRange<UInt64>)
    func lastWords(_ seed: UInt64) throws {
        for pause in [15, 25, 35, 45, 55] as [Int64] {
            let alone = try Self.course(behind: [], seed: seed, kill: .milliseconds(pause))
            #expect(try Self.course(behind: ["n1"], seed: seed, kill: .milliseconds(pause)) == alone)
        }
    }

    @Test("A missing device does not change the random numbers of another", arguments: 1...20 as ClosedRange<UInt64>)
    func devices(_ seed: UInt64) throws {
        let alone = try Self.course(behind: [], seed: seed)
        #expect(try Self.course(behind: [], beside: ["tablet", "laptop"], seed: seed) == alone)
    }

    @Test("Each notification of a burst has its own fate", arguments: 1...10 as ClosedRange<UInt64>)
    func burst(_ seed: UInt64) throws {
        var scenario = Scenario(
            people: [Scenario.Person("alice", [Scenario.Gadget("phone", .android)])],
            steps: [
                Scenario.Step(at: .seconds(1), .burst("n", count: 100, user: "alice")),
                // Until then the network is as bad as it is; in the calm behind it nothing gets lost.
                Scenario.Step(at: .seconds(60), .expireCursors(user: "alice")),
            ])
        scenario.network.tapsLostPercent = 50
        let lab = Lab(seed: seed)
        var run = ScenarioRun(scenario, in: lab)
        _ = try run.carryOutAll()
        let answered = Set(lab.view.events.filter { $0.kind == .publishAnswered }.map(\.moment))
        #expect(answered.count > 50, "all of them were answered in \(answered.count) moments")
        #expect(20...80 ~= lab.view.events.count { $0.kind == .tapDropped })
    }

    /// What four saves that the phone sends in one event bring to the tablet.
    private static func saves(beside devices: [String] = [], seed: UInt64) throws -> [Happened] {
        var network = LabNetwork()
        network.tapsLostPercent = 50
        let lab = Lab(seed: seed, network: network, app: Sweeper.init)
        let alice = lab.user("alice")
        lab.nextStep = 500
        for name in devices { _ = alice.device(name, on: .android) }
        lab.nextStep = 600
        let (phone, tablet) = (alice.device("phone", on: .windows), alice.device("tablet", on: .android))
        for id in ["n1", "n2", "n3", "n4"] { try lab.publish(.raw("x", id: id), to: alice) }
        try lab.settle()
        lab.nextStep = 1_000
        phone.suspend()
        try lab.advance(by: .seconds(3_600) - lab.now)
        let start = lab.view.events.count
        phone.enterForeground()
        try lab.advance(by: .seconds(60))
        return Self.happened(on: tablet, since: start, in: lab)
    }

    /// What four publications that the server posts in one event bring to the phone.
    private static func posts(seed: UInt64) throws -> [Happened] {
        var network = LabNetwork()
        network.tapsLostPercent = 50
        let lab = Lab(seed: seed, network: network, backend: { _ in FourfoldBackend() })
        let alice = lab.user("alice")
        let phone = alice.device("phone", on: .android)
        try lab.settle()
        let start = lab.view.events.count
        try lab.publish(.raw("x", id: "n"), to: alice)
        try lab.advance(by: .seconds(60))
        return Self.happened(on: phone, since: start, in: lab)
    }

    @Test("The consequences of each request that an app sends in one event have their own random numbers")
    func savesOfOneEvent() throws {
        try Self.expectFatesOfTheirOwn { try Self.saves(seed: $0) }
    }

    @Test("So do the consequences of each post of a server")
    func postsOfOneEvent() throws {
        try Self.expectFatesOfTheirOwn { try Self.posts(seed: $0) }
    }

    /// Of four taps, half of which get lost, all meet one fate in an eighth of the seeds only.
    private static func expectFatesOfTheirOwn(_ course: (UInt64) throws -> [Happened]) throws {
        var mixed = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let happened = try course(seed)
            let arrived = happened.count { $0.kind == .pushArrived }
            #expect(happened.count { $0.kind == .tapSent } == 4)
            if 1...3 ~= arrived { mixed += 1 }
        }
        #expect(mixed > 25, "in \(mixed) of 40 seeds some taps arrived and some did not")
    }

    @Test("A missing device does not change theirs either", arguments: 1...20 as ClosedRange<UInt64>)
    func savesBesideDevices(_ seed: UInt64) throws {
        #expect(try Self.saves(beside: ["laptop", "watch"], seed: seed) == Self.saves(seed: seed))
    }
}
