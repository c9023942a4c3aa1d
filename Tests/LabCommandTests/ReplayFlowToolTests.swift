import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// Flows of captures through labs, and the scenarios behind them, as processes.
@Suite("The executable and flows of captures", .serialized)
struct ReplayFlowToolTests {
    static let apps = ProjectFiles.fixtures("Apps")

    static func flow(_ words: String, files: [String: String] = [:]) throws -> Tool.Outcome {
        let tool = try CaptureToolTests.tool(files)
        defer { tool.remove() }
        return try tool.shell("\"$0\" replay \(words)")
    }

    @Test("A tap reaches a device, which parses, fetches and calls its app back")
    func story() throws {
        let outcome = try Self.flow("late-tap.jsonl --flow")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.output.contains(
                """
                late-tap.jsonl:2     foreign          not a tap: a request, not a push
                    00:00.000 service commits new n1 as version 1
                late-tap.jsonl:3     shoulder tap     host=example.com subscription=6f1c0d head=41   168 bytes
                    00:00.000 phone gets push 1
                    00:00.000 phone push 1 is a tap

                """))
        let stations = ["reads new n1", "shows n1", "alerts n1", "finishes push 1: new data", "user deletes n1"]
        var rest = Substring(outcome.output)
        for station in stations {
            let place = try #require(rest.range(of: station), "\(station)")
            rest = rest[place.upperBound...]
        }
        #expect(rest.contains("1 user, 2 devices: "))
        #expect(
            rest.hasSuffix("\npass: after 3 taps, all devices agree with the service, and the app broke no promise\n"))
        let rows = try Self.flow("late-tap.jsonl --flow --json").output.split(separator: "\n")
        #expect(rows.count == 6)
        #expect(rows[1].contains(#""history":["#) && rows[1].contains("phone shows n1"))
        #expect(rows[5].hasPrefix(#"{"end":true,"history":["#) && rows[5].hasSuffix(#""problems":[]}"#))
    }

    @Test("A late tap after the deletion is harmless for a correct app, and a failure of a hasty one")
    func lateTap() throws {
        let good = try Self.flow("late-tap.jsonl --flow --quiet --app 'exec python3 \(Self.apps)/list_app.py'")
        #expect(good == .init(status: 0, output: "", errors: ""))
        let bad = try Self.flow(
            "late-tap.jsonl --flow --quiet --junit r.xml --app 'exec python3 \(Self.apps)/hasty_app.py'; cat r.xml")
        #expect(bad.output.contains("the end: user1.tablet still shows n1, which is gone\n"))
        #expect(bad.output.contains(#"<failure message="the end: user1.tablet still shows n1, which is gone">"#))
        #expect(bad.output.contains("all devices agree after the last payload"))
        let status = try Self.flow("late-tap.jsonl --flow --quiet --app 'exec python3 \(Self.apps)/hasty_app.py'")
            .status
        #expect(status == 1)
    }

    @Test("Each device fetches what its taps announce, even at its first tap, unless the capture comes over a pipe")
    func manyDevices() throws {
        let files = ["a.jsonl": Self.capture(["phone", "tablet", "laptop"], ["n1"])]
        let outcome = try Self.flow("a.jsonl --flow", files: files)
        #expect(outcome.status == 0 && outcome.output.components(separatedBy: "service commits").count == 2)
        for device in ["phone", "tablet", "laptop"] {
            for station in ["reads new n1, version 1", "alerts n1"] {
                #expect(outcome.output.contains("\(device) \(station)\n"), "\(outcome.output)")
            }
        }
        let piped = try Self.flow("- --flow < a.jsonl", files: files)
        #expect(piped.status == 0 && piped.output.contains("phone reads new n1, version 1\n"))
        #expect(piped.output.contains("laptop push 3 is a tap\n") && !piped.output.contains("laptop reads"))
    }

    @Test("A publication before the first tap happens at its own time, for the users of the taps")
    func publishedBefore() throws {
        let lines = Self.capture(["phone"], ["n1", "n2"]).split(separator: "\n")
        let publication = #"{"time":0,"channel":"rest","payload":"{\"appNotificationId\":\"n2\",\"payload\":{}}"}"#
        let files = ["a.jsonl": "\(lines[0])\n\(publication)\n\(lines[1])\n\(lines[2])\n"]
        let rows = try Self.flow("a.jsonl --flow --json", files: files).output.split(separator: "\n")
        let commits = rows.map { $0.components(separatedBy: " commits new ").dropFirst().map { $0.prefix(2) } }
        #expect(commits == [["n2"], ["n1"], [], []])
    }

    typealias Push = (device: String, channel: String, tap: (subscription: String, head: Int, id: String)?)

    /// A capture of taps, and of wakes without one.
    static func capture(_ pushes: [Push]) -> String {
        let lines = pushes.enumerated().map { place, push in
            let tap = push.tap.map { tap in
                #""shoulderTap":{"v":1,"scenario":"userNotifications","host":"example.com","subscription":""#
                    + #"\#(tap.subscription)","head":"\#(tap.head)","activities":[{"id":"\#(tap.id)"}]}"#
            }
            let aps = push.channel == "apns" ? #""aps":{"content-available":1}"# : nil
            let payload = "{\([aps, tap].compactMap(\.self).joined(separator: ","))}"
            return #"{"time":\#(place * 1_000_000_000),"channel":"\#(push.channel)","device":"\#(push.device)","#
                + #""payload":"\#(payload.replacing("\"", with: "\\\""))"}"#
        }
        return (["{\"shouldertapCapture\":1}"] + lines).joined(separator: "\n") + "\n"
    }

    @Test("A tap about a new change is not an old one, even if its head was seen before", arguments: ["s1", "s2"])
    func seenHead(_ subscription: String) throws {
        let capture = Self.capture([("a", "apns", ("s1", 1, "x")), ("a", "apns", (subscription, 1, "y"))])
        let outcome = try Self.flow("a.jsonl --flow", files: ["a.jsonl": capture])
        #expect(outcome.output.contains("a reads new x, version 1\n"))
        #expect(outcome.output.contains("a reads new y, version 2\n"), "\(outcome.output)")
    }

    @Test("A tap decides whose device it is, even after an earlier wake")
    func wakeFirst() throws {
        let capture = Self.capture([
            ("phone", "apns", nil), ("tablet", "apns", ("s", 1, "n1")), ("phone", "apns", ("s", 1, "n1")),
        ])
        let outcome = try Self.flow("a.jsonl --flow", files: ["a.jsonl": capture])
        #expect(outcome.status == 0 && outcome.output.contains("\n1 user, 2 devices: "), "\(outcome.output)")
        #expect(outcome.output.contains("phone reads new n1") && outcome.output.contains("tablet reads new n1"))
    }

    @Test("A tap over another channel than that of the device is reported")
    func otherChannel() throws {
        let capture = Self.capture([("a", "apns", ("s", 1, "x")), ("a", "wns", ("s", 2, "y"))])
        let outcome = try Self.flow("a.jsonl --flow", files: ["a.jsonl": capture])
        #expect(outcome.output.contains("    not driven: a has its pushes over another channel\n"), "\(outcome.output)")
    }

    @Test("A user who acts on a notification without a tap has opened the app")
    func untapped() throws {
        let capture =
            Self.capture([("phone", "apns", ("s", 1, "n1"))])
            + Self.deed("tablet", "n1", #""userActionState":"dismissed""#, at: 2)
            + Self.capture([("tablet", "apns", ("s", 2, "n2"))])
        let outcome = try Self.flow("a.jsonl --flow", files: ["a.jsonl": capture])
        #expect(outcome.output.contains("tablet user dismisses n1"), "\(outcome.output)")
        #expect(outcome.output.contains("tablet reads new n2"))
    }

    /// What a user did, as a device sends it.
    static func deed(_ device: String, _ id: String, _ states: String, at second: Int) -> String {
        let save = "{\"save\":{\"id\":\"\(id)\",\(states)}}".replacing("\"", with: "\\\"")
        return #"{"time":\#(second)000000000,"channel":"rest","device":"\#(device)","payload":"\#(save)"}"# + "\n"
    }

    @Test("A user who could not act has closed the app again")
    func closedAgain() throws {
        let capture =
            Self.capture([("tablet", "apns", ("s", 1, "n1"))])
            + Self.deed("tablet", "zz", #""readState":"read""#, at: 2)
            + Self.capture([("phone", "apns", ("s2", 1, "n1")), ("phone", "apns", ("s2", 2, "n2"))])
            + Self.deed("tablet", "n2", #""readState":"read""#, at: 9)
        let outcome = try Self.flow("a.jsonl --flow", files: ["a.jsonl": capture])
        #expect(outcome.output.contains("not driven: user1.tablet does not show zz"))
        #expect(outcome.output.contains("tablet user reads n2"), "\(outcome.output)")
    }

    @Test("A user's action decides whose device it is, even after an earlier wake, and the scenario agrees")
    func deedBehindWake() throws {
        let capture =
            Self.capture([("phone", "apns", ("s", 1, "n1")), ("tablet", "apns", nil)])
            + Self.deed("tablet", "zz", #""readState":"read""#, at: 2)
            + Self.deed("tablet", "n1", #""userActionState":"dismissed""#, at: 3)
        let tool = try CaptureToolTests.tool(["a.jsonl": capture])
        defer { tool.remove() }
        let outcome = try tool.run("replay", "a.jsonl", "--flow")
        #expect(outcome.output.contains("tablet user dismisses n1"), "\(outcome.output)")
        #expect(outcome.output.contains("\n1 user, 2 devices: "))
        let written = try tool.run("replay", "a.jsonl", "--to-scenario", "s.yaml")
        #expect(written.output.hasPrefix("s.yaml: 1 user, 2 devices"))
        let scenario = try tool.read("s.yaml")
        let run = try tool.run("run", "s.yaml")
        #expect(run.status == 0 && !scenario.contains("lose_taps"), "\(run)")
    }

    @Test("A forbidden kind does not change the story")
    func storyAroundMiss() throws {
        let payload = #"{\"aps\":{\"alert\":\"x\"}}"#
        let alert = #"{"time":1000000000,"channel":"apns","device":"a","payload":"\#(payload)"}"# + "\n"
        let capture = Self.capture([("a", "apns", ("s", 1, "x"))]) + alert
        let words = "a.jsonl --flow --speed recorded --fail-on alert"
        let outcome = try Self.flow(words, files: ["a.jsonl": capture])
        #expect(outcome.status == 1 && outcome.output.contains("a alerts x\n"), "\(outcome)")
    }

    @Test("The consequences of a tap are printed after it at any speed", arguments: ["max", "recorded", "10x"])
    func stories(_ speed: String) throws {
        let output = try Self.flow("late-tap.jsonl --flow --speed \(speed)").output
        var rest = Substring(output)
        for station in ["late-tap.jsonl:3", "phone reads new n1", "late-tap.jsonl:4", "tablet reads deleted n1"] {
            let place = try #require(rest.range(of: station), "\(station) in \(output)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("A capture is run to its end, with any entries")
    func field() throws {
        let outcome = try Self.flow("field.jsonl --flow")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        for remark in ["not driven: no app is woken by it", "not driven: it was refused with 410", "d3 gets push 1"] {
            #expect(outcome.output.contains("    ") && outcome.output.contains(remark), "\(remark)")
        }
        #expect(outcome.output.contains("1 user, 3 devices: "))
    }

    @Test("The speed applies to virtual time", arguments: ["max", "recorded", "10x"])
    func speeds(_ speed: String) throws {
        let outcome = try Self.flow("late-tap.jsonl --flow --speed \(speed)")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("tablet gets push 3\n"))
        let same = try Self.flow("late-tap.jsonl --flow --speed \(speed)")
        #expect(same == outcome)
    }

    @Test("Seed, speed and hazards make another history")
    func variety() throws {
        let words = ["", "--seed 2", "--speed recorded", "--speed 10x", "--taps doubled=100", "--taps lost=100"]
        let prints = try words.map { word in
            try Self.flow("late-tap.jsonl --flow \(word)").output.firstMatch(of: /fingerprint (\w+)/).map {
                String($0.1)
            }
        }
        #expect(Set(prints).count == words.count)
        let lost = try Self.flow("late-tap.jsonl --flow --taps lost=100").output
        #expect(!lost.contains("gets push") && lost.contains("user1.phone does not show n1"))
        let doubled = try Self.flow("late-tap.jsonl --flow --taps doubled=100").output
        #expect(doubled.contains("phone gets push 1\n") && doubled.contains("phone gets push 2\n"))
        #expect(doubled.components(separatedBy: "phone alerts n1").count == 2)
    }

    @Test("Recorded histories match until the app does something else")
    func golden() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let words = "replay late-tap.jsonl --flow --expect g.jsonl"
        #expect(try tool.shell("\"$0\" \(words) --update --quiet") == .init(status: 0, output: "", errors: ""))
        let met = try tool.shell("\"$0\" \(words)")
        #expect(met.status == 0 && met.output.hasPrefix("5 payloads: all as expected\n"))

        let app = "--app 'exec python3 \(Self.apps)/list_app.py'"
        let changed = try tool.shell("\"$0\" \(words) \(app)")
        #expect(changed.status == 1)
        #expect(changed.output.contains("late-tap.jsonl:3     expected '"))
        #expect(changed.output.contains("the end: expected '"))

        let seed = try tool.shell("\"$0\" \(words) --seed 2")
        #expect(seed.status == 65 && seed.output.isEmpty)
        #expect(
            seed.errors == """
                shouldertap: 'g.jsonl' was written with a flow (seed 1, speed max, taps lost=0,doubled=0), but this \
                run uses a flow (seed 2, speed max, taps lost=0,doubled=0)

                """)
        let alone = try tool.shell("\"$0\" replay late-tap.jsonl --expect g.jsonl")
        #expect(alone.status == 65 && alone.errors.hasSuffix("but this run uses verdicts only\n"))

        let golden = try tool.read("g.jsonl").replacingOccurrences(of: "phone alerts n1", with: "phone alerts n2")
        try tool.write(golden, to: "g.jsonl")
        let one = try tool.shell("\"$0\" \(words)")
        #expect(one.status == 1)
        #expect(one.output.contains("phone alerts n2', got '"))
        #expect(one.output.contains("5 payloads: 4 as expected, 1 not\n"))
    }

    @Test("An app that does not take part ends the flow, and is reported")
    func noApp() throws {
        let outcome = try Self.flow("late-tap.jsonl --flow --quiet --app 'exec false'")
        #expect(outcome.status == 70)
        #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains("false"))
    }

    @Test("A capture becomes a scenario that fails with the hasty app and passes with the correct one")
    func scenario() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let outcome = try tool.run("replay", "late-tap.jsonl", "--to-scenario", "late.yaml")
        #expect(outcome == .init(status: 0, output: "late.yaml: 1 user, 2 devices, 4 steps\n", errors: ""))
        for (app, status) in [("list_app.py", 0), ("hasty_app.py", 1)] as [(String, Int32)] {
            let run = try tool.run("run", "late.yaml", "--app", "exec python3 \(Self.apps)/\(app)")
            #expect(run.status == status, "\(run.output)")
        }
        #expect(try tool.run("run", "late.yaml").status == 0)
        let printed = try tool.run("replay", "late-tap.jsonl", "--to-scenario", "-")
        #expect(printed.output == (try tool.read("late.yaml")))
    }

    @Test("A capture that cannot become a scenario is refused in one sentence")
    func noScenario() throws {
        let tool = try CaptureToolTests.tool(["none.jsonl": "{\"shouldertapCapture\":1}\n"])
        defer { tool.remove() }
        let none = try tool.run("replay", "none.jsonl", "--to-scenario", "n.yaml")
        #expect(none.status == 65 && none.output.isEmpty)
        #expect(none.errors == "shouldertap: none.jsonl: cannot make a scenario of this: it contains no tap\n")
        #expect(throws: (any Error).self) { try tool.read("n.yaml") }
        let unknown = try tool.run("replay", "field.jsonl", "--to-scenario", "f.yaml").output
        #expect(unknown.contains("of its taps, so the scenario leaves them out\n"))
        #expect(try tool.run("run", "f.yaml").status == 0)
    }

    /// A capture of one tap for each of these devices, about each of these notifications.
    static func capture(_ devices: [String], _ ids: [String]) -> String {
        let taps = devices.flatMap { device in
            ids.map { id in
                let envelope = #"{"v":1,"scenario":"userNotifications","host":"example.com","subscription":"s","#
                let payload =
                    #"{"aps":{"content-available":1},"shoulderTap":"# + envelope
                    + #""activities":[{"id":"\#(id)"}]}}"#
                let escaped = payload.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                return #"{"time":0,"channel":"apns","device":"\#(device)","payload":"\#(escaped)"}"#
            }
        }
        return (["{\"shouldertapCapture\":1}"] + taps).joined(separator: "\n") + "\n"
    }

    static let unfit: [(devices: [String], ids: [String], message: String)] = [
        (
            (0..<65).map { "d\($0)x" }, ["n1"],
            "a.jsonl:64: cannot make a scenario of this: a user must have 1 to 64 devices"
        ),
        (["a"], ["n1", String(repeating: "n", count: 700)], "a.jsonl:3: cannot make a scenario of this: "),
    ]

    @Test("An entry that no scenario can express is refused with the capture and its line", arguments: unfit)
    func refusedEntry(_ devices: [String], _ ids: [String], _ message: String) throws {
        let tool = try CaptureToolTests.tool(["a.jsonl": Self.capture(devices, ids)])
        defer { tool.remove() }
        let outcome = try tool.run("replay", "late-tap.jsonl", "a.jsonl", "--to-scenario", "s.yaml")
        #expect(outcome.status == 65 && outcome.output == "")
        #expect(outcome.errors.hasPrefix("shouldertap: \(message)"), "\(outcome)")
    }

    @Test(
        "The scenario can be run with any names of devices and notifications",
        arguments: ["account", "all", "null", "true", "1e3", "~", "user1", "a: b", "- a", "#", "é", "'", "\u{85}"])
    func hostileNames(_ name: String) throws {
        let tool = try Tool(files: ["a.jsonl": Self.capture([name, "phone"], [name, "n1"])])
        defer { tool.remove() }
        let outcome = try tool.run("replay", "a.jsonl", "--to-scenario", "s.yaml")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
        let run = try tool.run("run", "s.yaml")
        #expect(run.status == 0, "\(run)")
    }

    @Test("An afternoon of bare payloads becomes a capture, a scenario and a run")
    func afternoon() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let bare = try tool.run("replay", "one-afternoon.jsonl", "--to-scenario", "s.yaml")
        #expect(bare.status == 65 && bare.errors.contains("use 'capture import' for payloads"))
        #expect(try tool.run("capture", "import", "one-afternoon.jsonl", "-o", "a.jsonl").status == 0)
        let outcome = try tool.run("replay", "a.jsonl", "--to-scenario", "s.yaml")
        #expect(outcome.output.hasPrefix("s.yaml: 1 user, 1 device, 3 steps\n") && outcome.status == 0)
        #expect(try tool.run("run", "s.yaml").status == 0)
    }

    @Test(
        "Contradicting options are refused",
        arguments: [
            ("--speed 10x", "'--speed' works only with a flow; add '--flow'"),
            ("--app x", "'--app' works only with a flow; add '--flow'"),
            ("--flow --speed fast", "value 'fast' of '--speed' is not max, recorded, or a factor such as 10x"),
            ("--flow --taps all", "value 'all' of '--taps' is not such as lost=10,doubled=5, of a hundred taps"),
            ("--flow --to-scenario x", "'--to-scenario' cannot be used with '--flow'; remove one"),
        ])
    func refused(_ words: String, _ message: String) throws {
        let outcome = try Self.flow("late-tap.jsonl \(words)")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message))
    }
}
