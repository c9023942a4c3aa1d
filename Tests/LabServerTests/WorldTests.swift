import Basics
import PushServer
import PushServerTestSupport
import ShoulderTap
import Testing

@testable import LabServer

@Suite("Worlds of the endpoint")
struct WorldTests {
    private static func tap(_ device: PayloadElement) throws -> [UInt8] {
        try #require(try Tap(host: TestSender.bundle, subscription: device.text("subscription")).payload)
    }

    @Test("a push wakes its device and no other, and the app reads")
    func push() throws {
        let desk = try Desk()
        let (phone, tablet) = (try desk.device(), try desk.device("tablet"))
        _ = try desk.ask("POST", "/lab/settle")
        let before = try desk.ask("GET", "/lab/devices/d1").json.number("fetches")
        #expect(try desk.push(phone.text("token"), Self.tap(phone)).status == 200)
        _ = try desk.ask("POST", "/lab/clock/advance", #"{"by":"1m"}"#)
        let after = try desk.ask("GET", "/lab/devices/d1").json
        #expect(try after.number("taps") == 1 && after.number("fetches") > before)
        #expect(try desk.ask("GET", "/lab/devices/\(tablet.text("id"))").json.number("taps") == 0)
    }

    @Test("in real time a push arrives without help, and waiting requests are answered")
    func realTime() throws {
        let desk = try Desk(.real)
        let device = try desk.device()
        #expect(try desk.push(device.text("token"), Self.tap(device)).status == 200)
        var kinds: [String] = []
        var last: Int64 = 0
        while !kinds.contains("pushArrived") {
            let answer = try desk.ask("GET", "/lab/events?after=\(last)&timeout=60s").json
            kinds += try answer.list("events").map { try $0.text("kind") }
            last = try answer.number("last")
        }
        #expect(try desk.ask("GET", "/lab/devices/d1").json.number("taps") == 1)
    }

    @Test("a wait for pushes ends with the last of them")
    func awaiting() throws {
        let desk = try Desk()
        let token = try desk.device().text("token")
        var result: Result<ClientAnswer, ClientFailure>?
        desk.send("GET", "/lab/pushes?await=2&timeout=60s") { result = $0 }
        _ = try desk.push(token)
        #expect(result == nil)
        _ = try desk.push(token)
        desk.loop.run { result != nil }
        let answer = try #require(result).get().json
        #expect(try answer.number("count") == 2 && answer["complete"]?.bool == true)
    }

    @Test("worlds with one seed have the same tokens, and other worlds do not")
    func seeds() throws {
        let desk = try Desk()
        for (name, seed) in [("a", 7), ("b", 7), ("c", 8)] {
            _ = try desk.ask("POST", "/lab/worlds", #"{"name":"\#(name)","seed":\#(seed)}"#)
        }
        let tokens = try ["a", "b", "c"].map { try desk.device(query: "?world=\($0)").text("token") }
        #expect(tokens[0] == tokens[1] && tokens[0] != tokens[2])
        #expect(try desk.device().text("token") != tokens[0])
    }

    @Test("a reset forgets everything, and answers waiting requests")
    func reset() throws {
        let desk = try Desk()
        let token = try desk.device().text("token")
        var result: Result<ClientAnswer, ClientFailure>?
        desk.send("GET", "/lab/pushes?await=1&timeout=60s") { result = $0 }
        #expect(try desk.ask("DELETE", "/lab").status == 204)
        desk.loop.run { result != nil }
        #expect(try #require(result).get().json["complete"]?.bool == false)
        #expect(try desk.push(token).text("reason") == "BadDeviceToken")
        #expect(try desk.ask("GET", "/lab/events").json.list("events").isEmpty)
    }

    @Test("an unknown token is refused, or recorded with --any-device")
    func anyDevice() throws {
        let token = String(repeating: "ab", count: 32)
        #expect(try Desk().push(token).text("reason") == "BadDeviceToken")
        let desk = try Desk { $0.takesAnyDevice = true }
        #expect(try desk.push(token).status == 200)
        let pushes = try desk.ask("GET", "/lab/pushes?token=\(token)").json.list("pushes")
        #expect(try pushes.count == 1 && pushes[0].text("kind") == "background")
    }

    @Test("a push that is refused anyway makes no device")
    func refusedDevice() throws {
        let desk = try Desk { setup in
            setup.takesAnyDevice = true
            setup.keys.limit(to: ["com.other"])
        }
        #expect(try desk.push(String(repeating: "ab", count: 32)).text("reason") == "TopicDisallowed")
        #expect(try desk.ask("POST", "/3/device/\(String(repeating: "cd", count: 32))", "{}").status == 403)
        #expect(try desk.ask("GET", "/lab/devices").json.list("devices").isEmpty)
    }

    @Test("a push that the capture lacks is not accepted")
    func unrecorded() throws {
        var isFull = false
        let desk = try Desk { $0.capture = { _ in !isFull } }
        let token = try desk.device().text("token")
        #expect(try desk.push(token).status == 200)
        isFull = true
        let answer = try desk.push(token)
        #expect(answer.status == 500)
        #expect(try answer.text("reason") == "InternalServerError")
    }

    @Test("each reply that a script gives reaches the sender")
    func scripts() throws {
        let desk = try Desk()
        let token = try desk.device().text("token")
        func script(_ body: String) throws { #expect(try desk.ask("POST", "/lab/answers", body).status == 201) }
        try script(#"{"status":429,"retryAfter":"1500ms","count":1}"#)
        let refused = try desk.push(token)
        #expect(refused.status == 429 && refused.headers["retry-after"] == "2")
        #expect(try refused.text("reason") == "TooManyRequests" && refused.headers["apns-id"] != nil)
        try script(#"{"action":"reset","count":1}"#)
        #expect(throws: ClientFailure.reset(8)) { try desk.push(token) }
        try script(#"{"status":200,"count":1}"#)
        #expect(try desk.push(token).body.isEmpty)
        let outcomes = try desk.ask("GET", "/lab/pushes").json.list("pushes").map { try $0.text("outcome") }
        #expect(outcomes == ["refused", "reset", "accepted"])
        let pushes = try desk.ask("GET", "/lab/devices/d1").json["counters"]?.number("pushes")
        #expect(pushes == 0)
    }

    @Test("a push that a script delivers arrives although its sender is refused")
    func delivered() throws {
        let desk = try Desk()
        let token = try desk.device().text("token")
        _ = try desk.ask("POST", "/lab/answers", #"{"status":500,"delivers":true}"#)
        #expect(try desk.push(token).status == 500)
        _ = try desk.ask("POST", "/lab/clock/advance", #"{"by":"1m"}"#)
        #expect(try desk.ask("GET", "/lab/devices/d1").json["counters"]?.number("pushes") == 1)
    }

    @Test("a capture has every push without the provider token")
    func capture() throws {
        var lines: [String] = []
        let desk = try Desk { setup in
            setup.capture = { line in
                lines.append(String(decoding: line, as: UTF8.self))
                return true
            }
        }
        let token = try desk.device().text("token")
        _ = try desk.push(token)
        #expect(lines.count == 2 && lines[0].contains("shouldertapCapture"))
        #expect(lines[1].contains(token) && lines[1].contains(#""status":200"#) && !lines[1].contains("authorization"))
    }
}
