import Basics
import LabReports
import PushLab
import TestSupport
import Testing

@Suite("The story of a history")
struct StorytellerTests {
    /// The lines of a chapter about what `act` makes three devices do, without their times.
    static func told(
        _ detail: Storyteller.Detail = .visits, devices count: Int = 3, _ act: (Lab, [LabDevice]) throws -> Void
    ) throws -> [String] {
        let lab = Lab(seed: 5)
        let devices = (0..<count).map { number in
            lab.user("alice").device("d\(number)", on: LabPlatform.allCases[number % 3])
        }
        try lab.advance(by: .seconds(2))
        for device in devices { device.suspend() }
        var teller = Storyteller()
        let setUp = teller.chapter(.setUp, of: lab.view)
        if detail == .setUp { return setUp.map { "\($0.actor) \($0.text)" } }
        try act(lab, devices)
        return teller.chapter(detail, of: lab.view).map { "\($0.actor) \($0.text)" }
    }

    static func publish(_ id: String, _ lab: Lab) throws {
        try lab.publish(.raw("?", id: id), to: lab.user("alice"))
        try lab.advance(by: .seconds(20))
    }

    @Test("The setup is one line for each device")
    func setUp() throws {
        let lines = try Self.told(.setUp) { _, _ in }
        #expect(lines.count == 3)
        for (line, service) in zip(lines, ["APNs", "FCM", "WNS"]) {
            #expect(line.contains(" is opened, signs in, "))
            #expect(line.contains("registers with \(service)") && line.contains("subscribes"))
        }
    }

    @Test(
        "Devices without their own line are summed up",
        arguments: [(4, "1 more device does"), (9, "6 more devices do")])
    func setUpOfMany(_ count: Int, _ words: String) throws {
        let lines = try Self.told(.setUp, devices: count) { _, _ in }
        #expect(lines.count == 4 && lines[3] == "and \(words) the same")
    }

    @Test("A publication step by step: push, recognition, fetch, answer, callback")
    func steps() throws {
        let lines = try Self.told(.steps) { lab, _ in try Self.publish("n1", lab) }
        #expect(
            lines.prefix(2) == ["backend publishes n1", "service commits new n1 as version 1, and taps d0, d1 and d2"])
        #expect(
            lines.filter { $0.hasPrefix("d0 ") } == [
                "d0 gets a push over APNs", "d0 recognises a shoulder tap, and asks the service what changed",
                "d0 receives new n1, version 1", "d0 is called back, shows n1, alerts; push handled: new data",
            ])
        #expect(lines.count == 14)
    }

    @Test("A lost tap is reported with its subject, and so is the recovery by the next tap")
    func recovery() throws {
        let lines = try Self.told { lab, devices in
            devices[1].loseTaps()
            try Self.publish("n1", lab)
            try Self.publish("n2", lab)
        }
        #expect(lines.contains("FCM loses the tap for d1: it does not learn of n1"))
        let caughtUp = try #require(lines.firstIndex(of: "d1 has caught up: it also got n1, whose tap was lost"))
        #expect(lines[caughtUp - 1] == "d1 is tapped, fetches 2 changes, shows n1 and n2, alerts")
        #expect(lines.filter { $0.hasPrefix("d1 ") }.count == 2)
    }

    @Test("A dismissal is shown from its user to the other devices")
    func dismissal() throws {
        let lines = try Self.told { lab, devices in
            try Self.publish("n1", lab)
            try devices[0].dismiss("n1")
            try lab.advance(by: .seconds(20))
        }
        let rest = lines.drop { $0 != "d0 its user dismisses n1" }
        #expect(
            rest.dropFirst().prefix(2) == [
                "d0 shows n1 as dismissed", "service commits updated n1 as version 2 dismissed, and taps d1 and d2",
            ])
        #expect(
            rest.dropFirst(3).sorted() == [
                "d1 is tapped, fetches 1 change, shows n1 as dismissed",
                "d2 is tapped, fetches 1 change, shows n1 as dismissed",
            ])
    }

    @Test("Changes that a device shows by itself are distinguished from those that it fetches later")
    func ownSight() throws {
        let lines = try Self.told { lab, devices in
            try Self.publish("n1", lab)
            devices[0].loseTaps()
            try Self.publish("n2", lab)
            try devices[0].dismiss("n1")
            try lab.advance(by: .seconds(20))
        }
        let rest = lines.drop { $0 != "d0 its user dismisses n1" }.filter { $0.hasPrefix("d0 ") }
        #expect(rest.dropFirst().first == "d0 shows n1 as dismissed")
        #expect(rest.contains { $0.hasPrefix("d0 fetches 1 change, shows n2") }, "\(rest)")
    }

    @Test("Problems on a device are reported")
    func wrongs() throws {
        let lines = try Self.told { lab, devices in
            devices[0].loseRequests()
            devices[1].breakConnection()
            devices[1].refuseConnections(1, because: .untrusted)
            try Self.publish("n1", lab)
            try lab.advance(by: .seconds(120))
            devices[2].crash()
        }
        #expect(lines.contains { $0.hasPrefix("d0 loses request ") })
        #expect(lines.contains("d1 has no connection: untrusted"))
        #expect(lines.last == "d2 app dies")
    }

    @Test("The devices without a name are counted", arguments: [4, 12])
    func many(_ count: Int) throws {
        let lines = try Self.told(devices: count) { lab, _ in try Self.publish("n1", lab) }
        let (tap, fetch) = count == 4 ? ("1 more tap", "1 more fetch") : ("9 more taps", "9 more fetches")
        let device = count == 4 ? "1 more device" : "9 more devices"
        #expect(lines.contains("and \(tap) and \(fetch) on the other devices"))
        #expect(lines[1] == "service commits new n1 as version 1, and taps d0, d1, d2 and \(device)")
        #expect(!lines.contains { $0.hasPrefix("d3 ") })
    }

    @Test("Every chapter begins where the last one ended")
    func chapters() throws {
        let lab = Lab(seed: 5)
        _ = lab.user("alice").device("phone")
        try lab.advance(by: .seconds(2))
        var teller = Storyteller()
        #expect(teller.chapter(.visits, of: lab.view).count == 0)
        #expect(teller.told == lab.view.events.count)
        try Self.publish("n1", lab)
        #expect(teller.chapter(.visits, of: lab.view).count == 3)
        #expect(teller.chapter(.visits, of: lab.view) == [])
    }

    @Test("Any history can be told, in the order of time", arguments: 0..<40 as Range<UInt64>)
    func anything(_ seed: UInt64) {
        var random = RandomHistory(seed: seed)
        let view = random.view(events: 300)
        for detail in [Storyteller.Detail.setUp, .steps, .visits] {
            var teller = Storyteller()
            let lines = teller.chapter(detail, of: view)
            #expect(teller.told == 300)
            if detail != .setUp { #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.time <= $1.time }) }
        }
    }
}
