import Basics
import PushLab
import PushServer
import ShoulderTap
import Testing

@testable import LabServer

@Suite("Readiness of new devices")
struct ReadinessTests {
    /// An app without a subscription; with `tries`, it keeps trying something.
    private struct PlainApp: LabApp {
        var pause: Duration?

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            switch event {
            case .launched, .timer: if let pause { _ = system.startTimer(after: pause) }
            case .push(let push): system.finish(push, .noData)
            default: break
            }
        }
    }

    private static func desk(_ clock: WorldClockKind = .virtual, pause: Duration?) throws -> Desk {
        try Desk(clock) { $0.worlds.apps = { { _ in PlainApp(pause: pause) } } }
    }

    private static let body = #"{"name":"phone","bundle":"com.example.app"}"#

    @Test("nothing of the setup is left when a new device is shown", arguments: [WorldClockKind.virtual, .real])
    func complete(_ clock: WorldClockKind) throws {
        let desk = try Desk(clock)
        let device = try desk.device()
        #expect(device["ready"]?.bool == true)
        #expect(try device.text("subscription").isEmpty == false && device.number("fetches") > 0)
        let events = try desk.ask("GET", "/lab/events").json
        #expect(try events.list("events").last?.text("words") == "is synchronized")
        guard clock == .virtual else { return }
        #expect(try desk.ask("POST", "/lab/clock/advance", #"{"by":"1h"}"#).status == 200)
        let later = try desk.ask("GET", "/lab/events?after=\(events.number("last"))").json
        #expect(try later.list("events").isEmpty)
    }

    @Test("a notification that is published at once is fetched exactly once by each new device")
    func published() throws {
        let desk = try Desk()
        let names = ["phone", "tablet", "laptop"]
        let before = try names.map { try desk.device($0).number("fetches") }
        #expect(try desk.ask("POST", "/lab/users/alice/notifications", #"{"id":"n1","title":"Lunch?"}"#).status == 201)
        #expect(try desk.ask("POST", "/lab/clock/advance", #"{"by":"1m"}"#).status == 200)
        for (place, device) in try desk.ask("GET", "/lab/devices").json.list("devices").enumerated() {
            #expect(try device.number("taps") == 1 && device.number("callbacks") == 1)
            #expect(try device.number("fetches") > before[place] && device.list("tray").count == 1)
        }
    }

    @Test("a device waits for its app again after the connection broke")
    func connection() throws {
        let desk = try Desk()
        _ = try desk.device()
        #expect(try desk.ask("PATCH", "/lab/devices/d1", #"{"state":"background"}"#).json["ready"]?.bool == true)
        let broken = try desk.ask("POST", "/lab/devices/d1/actions", #"{"action":"reinstall"}"#)
        #expect(broken.status == 200)
        #expect(try broken.json["ready"]?.bool == false)
        #expect(try desk.ask("POST", "/lab/settle").status == 200)
        #expect(try desk.ask("GET", "/lab/devices/d1").json["ready"]?.bool == true)
    }

    @Test("an app that asks for no subscription is ready at once")
    func withoutSubscription() throws {
        let desk = try Self.desk(pause: nil)
        let device = try desk.device()
        #expect(device["ready"]?.bool == true && device["subscription"]?.string == nil)
        #expect(try desk.ask("GET", "/lab/clock").json.number("time") < 1_000_000)
    }

    @Test("an app that does not become ready is waited for five seconds")
    func late() throws {
        let desk = try Self.desk(pause: .seconds(3))
        let device = try desk.device()
        #expect(device["ready"]?.bool == false)
        #expect(try desk.ask("GET", "/lab/clock").json.number("time") == 5_000_000)
    }

    @Test("an app that fails in its setup is reported", arguments: [WorldClockKind.virtual, .real])
    func failure(_ clock: WorldClockKind) throws {
        let desk = try Self.desk(clock, pause: .zero)
        let answer = try desk.ask("POST", "/lab/users/alice/devices", Self.body)
        #expect(answer.status == 503)
        #expect(try answer.text("error").hasPrefix("the app failed while it set itself up: "))
    }

    @Test("a reset in the middle of a setup is reported")
    func reset() throws {
        let desk = try Self.desk(.real, pause: .seconds(3))
        var result: Result<ClientAnswer, ClientFailure>?
        desk.send("POST", "/lab/users/alice/devices", Self.body) { result = $0 }
        #expect(try desk.ask("GET", "/lab/events?timeout=60s").json.list("events").isEmpty == false)
        #expect(try desk.ask("DELETE", "/lab").status == 204)
        desk.loop.run { result != nil }
        let answer = try #require(result).get()
        #expect(answer.status == 409)
        #expect(try answer.text("error") == "world 'default' was reset while the device set itself up")
    }
}
