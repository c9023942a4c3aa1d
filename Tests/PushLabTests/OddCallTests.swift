import Basics
import Testing

@testable import PushLab

@Suite("Calls with odd arguments")
struct OddCallTests {
    @Test(
        "a user with an invalid name is refused a token, and nothing breaks", arguments: ["", long])
    func names(name: String) throws {
        let lab = Lab(seed: 3)
        let (nobody, alice) = (lab.user(name), lab.user("alice"))
        let (device, phone) = (nobody.device("d"), alice.device("phone"))
        try lab.publish(.raw("r", id: "n1"), to: nobody)
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.advance(by: .seconds(60))
        #expect(device.list == [] && phone.list == ["n1"])
    }

    @Test("a visual notification that is too long is reported, whoever publishes it", arguments: [256, 257])
    func longTitle(count: Int) throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let title = String(repeating: "ä", count: count)
        func publish() throws { try lab.publish(.visual(title, id: "n1"), to: alice) }
        if count > 256 { #expect(throws: LabError.self) { try publish() } } else { try publish() }
    }

    @Test(
        "a notification that no service accepts is reported, whoever publishes it",
        arguments: [
            ("", 1, "id is empty; give it at least one character."),
            (String(repeating: "a", count: 129), 1, "id is over the limit of 128 characters; shorten it."),
            ("n1", 102_401, "the payload is over the limit of 102400 bytes; shorten it."),
        ])
    func untaken(id: String, size: Int, complaint: String) throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        #expect(throws: LabError("the service would refuse the notification: \(complaint)")) {
            try lab.publish(.raw(String(repeating: "a", count: size), id: id), to: alice)
        }
        let content = String(repeating: "a", count: 102_400)
        try lab.publish(.raw(content, id: String(repeating: "a", count: 128)), to: alice)
    }

    private static let long = String(repeating: "a", count: 300)

    @Test("the longest delays and the largest counts mean never and all")
    func huge() throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        for _ in 0..<2 {
            phone.loseTaps(.max)
            phone.doubleTaps(.max)
            phone.loseRequests(.max)
            phone.loseAnswers(.max)
            phone.refuseTokens(.max)
            phone.refuseConnections(.max)
            phone.delayAnswer(by: .seconds(Int64.max))
            phone.delayTap(by: .seconds(Int64.max))
            phone.delayTap(by: .seconds(Int64.min))
            phone.repeatTap(after: .seconds(Int64.max))
        }
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.advance(by: .seconds(3_600))
        #expect(phone.list == [])
        try lab.settle()
        #expect(phone.list == ["n1"])
    }

    @Test("an answer and a tap that are delayed forever never come")
    func never() throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        phone.delayTap(by: .seconds(Int64.max))
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.advance(by: .seconds(3_600))
        phone.delayAnswer(by: .seconds(Int64.max))
        phone.enterBackground()
        phone.enterForeground()
        try lab.advance(by: .seconds(1))
        #expect(phone.list == [])
    }

    @Test("time ends after a thousand years, with an error")
    func endOfTime() throws {
        let lab = Lab(seed: 3)
        #expect(throws: LabError.self) { try lab.advance(by: .seconds(Int64.max)) }
        try lab.publish(.raw("r", id: "n1"), to: lab.user("alice"))
        try lab.settle()
    }

    @Test("advance reports it when time does not pass")
    func stuck() throws {
        struct Restless: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                if case .launched = event { system.startTimer(after: .zero) }
                if case .timer = event { system.startTimer(after: .zero) }
            }
        }
        let lab = Lab(app: { _ in Restless() })
        _ = lab.user("alice").device("d")
        let error = #expect(throws: NotSettled.self) { try lab.advance(by: .seconds(60)) }
        #expect(error?.waitingFor.first == "00:00.000 a timer of the app on alice.d fires")
    }

    @Test(
        "an app with endless maintenance is reported, and one with frequent maintenance is not",
        arguments: [false, true])
    func housekeeping(isOnline: Bool) throws {
        struct Sweeper: LabApp {
            let pause: Duration
            let isIdle: Bool
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                if case .launched = event { system.startTimer(after: self.pause, isIdle: self.isIdle) }
                if case .timer = event { system.startTimer(after: self.pause, isIdle: self.isIdle) }
            }
        }
        func lab(pause: Duration) throws -> Lab {
            let lab = Lab(app: { _ in Sweeper(pause: pause, isIdle: isOnline) })
            let device = lab.user("alice").device("d")
            if !isOnline { device.goOffline() }
            return lab
        }
        try lab(pause: .milliseconds(100)).advance(by: .seconds(7_200))
        let error = #expect(throws: NotSettled.self) {
            try lab(pause: .milliseconds(1)).advance(by: .seconds(7_200))
        }
        #expect(error?.waitingFor.first?.contains("a timer of the app on alice.d fires") == true, "\(error as Any)")
    }

    @Test("work that ends each time is never too much, however frequent", arguments: [false, true])
    func oftenQuiet(advances: Bool) throws {
        let none = LabDelay.within(.zero ... .zero)
        var network = LabNetwork()
        (network.crossing, network.connecting, network.sending, network.tapping) = (none, none, none, none)
        let lab = Lab(network: network)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        for number in 0..<4_000 {
            try lab.publish(.raw("r", id: "n\(number % 3)"), to: alice)
            if advances { try lab.advance(by: .seconds(1)) } else { try lab.settle() }
        }
        #expect(phone.list.count == 3)
    }

    @Test("each random number of an app is different")
    func random() throws {
        struct Roller: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                if case .launched = event { for _ in 0..<2 { system.request(.fetch(host: "contoso.com")) } }
                system.log("rolls \(system.random())")
            }
        }
        let lab = Lab(app: { _ in Roller() })
        let phone = lab.user("alice").device("d")
        try lab.settle()
        phone.crash()
        phone.enterForeground()
        try lab.settle()
        let rolls = lab.trace.filter { $0.contains(" rolls ") }.compactMap { $0.split(separator: " ").last }
        #expect(rolls.count > 4 && Set(rolls).count == rolls.count)
    }

    @Test("the random numbers of an app for one step do not depend on another step")
    func randomOfStep() throws {
        struct Roller: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                guard case .foreground = event else { return }
                for _ in 0..<3 { system.log("rolls \(system.random())") }
            }
        }
        let phone = Scenario.DeviceName(user: "alice", device: "phone")
        var plan = Scenario(people: [Scenario.Person("alice", [.init("phone", .ios)])], expectations: [])
        plan.steps = (1...4).flatMap { (n: Int64) -> [Scenario.Step] in
            [
                .init(at: .seconds(20 * n), .device(.suspend, phone)),
                .init(at: .seconds(20 * n + 10), .device(.foreground, phone)),
            ]
        }
        func rolls(of plan: Scenario) throws -> [Substring] {
            let lab = Lab(app: { _ in Roller() })
            var run = ScenarioRun(plan, in: lab)
            try run.run()
            return lab.trace.filter { $0.contains(" rolls ") }.compactMap { $0.split(separator: " ").last }
        }
        let whole = plan.expanded(seed: 3)
        var part = whole
        part.steps.removeSubrange(0..<2)
        let (all, fewer) = try (rolls(of: whole), rolls(of: part))
        #expect(Set(all).count == all.count && fewer.count == all.count - 3)
        #expect(Set(fewer).isSubset(of: all))
    }

    @Test("an app whose code calls the lab ends with a message")
    func askedFromInside() async {
        struct Asker: LabApp {
            let ask: () -> Duration?

            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) { _ = self.ask() }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            weak var asked: Lab?
            let lab = Lab(app: { _ in Asker { asked?.now } })
            asked = lab
            _ = lab.user("alice").device("phone")
        }
        // An optimised build says nothing before it ends, but for what the language itself finds.
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!said.contains("Simultaneous accesses"))
    }

    @Test("devices that look alike are different")
    func lookAlikes() throws {
        let lab = Lab(seed: 3)
        let users = ["Ren\u{E9}", "Rene\u{301}", "a", "a/b"].map { lab.user($0) }
        let devices = [
            users[0].device("phone"), users[1].device("phone"), users[2].device("b/c", on: .android),
            users[3].device("c", on: .android), users[2].device("phone"), users[2].device("phone#2"),
        ]
        try lab.settle()
        devices[4].reinstall()
        try lab.settle()
        for device in devices { device.enterBackground() }
        devices[0].loseTaps(1)
        for user in users { try lab.publish(.raw("r", id: "n1"), to: user) }
        try lab.advance(by: .seconds(60))
        #expect(devices.map { $0.list.isEmpty } == [true, false, false, false, false, false])
    }

    @Test("the lab waits for a retry that waited for the network when there is one")
    func retryOnline() throws {
        struct Retrier: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                if case .launched = event {
                    system.show("n1", generation: 1, version: 1, isRead: false, action: .none)
                }
                if case .user = event { system.startTimer(after: .seconds(5)) }
                if case .timer = event { system.log("tried again") }
            }
        }
        let lab = Lab(app: { _ in Retrier() })
        let phone = lab.user("alice").device("d")
        try lab.settle()
        phone.goOffline()
        try phone.dismiss("n1")
        try lab.advance(by: .seconds(1))
        phone.goOnline()
        try lab.settle()
        #expect(lab.trace.contains { $0.hasSuffix("tried again") })
    }
}
