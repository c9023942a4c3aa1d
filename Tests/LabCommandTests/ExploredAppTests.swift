import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// Apps of somebody's own, through both ports: what is wrong with them is told in a few steps, and what is right
/// is left alone.
@Suite("User apps, explored", .serialized)
struct ExploredAppTests {
    static let scenario = ProjectFiles.fixtures("Scenarios") + "/any-app.yaml"

    static func explore(_ app: String, seeds: Int) throws -> Tool.Outcome {
        let tool = try Tool("TinyApp")
        defer { tool.remove() }
        return try tool.shell("\"$0\" explore '\(Self.scenario)' --seeds \(seeds) --bugs none --json --app \"\(app)\"")
    }

    static func python(_ name: String) -> String { "exec python3 '\(ProjectFiles.fixtures("Apps"))/\(name)'" }

    @Test(
        "A mistake is found, reported in a sentence, and shrunk to a few steps",
        arguments: [
            ("naive-badge", "P29", #"the badge of [\w.]+ says \d+, but the number of unread notifications is \d+"#),
            (python("hasty_app.py"), "P16", #"[\w.]+ (showed|alerted its user of|still shows) r\d+.*"#),
        ])
    func mistakes(_ app: String, _ property: String, _ words: String) throws {
        let outcome = try Self.explore(app, seeds: 10)
        #expect(outcome.status == 1, "\(outcome.errors)")
        let violations = try #require(try ExploreToolTests.object(outcome)["violations"] as? [[String: Any]])
        let found = violations.filter { $0["property"] as? String == property && $0["shrunkFrom"] != nil }
        #expect(!found.isEmpty, "\(violations.prefix(2))")
        for violation in found {
            #expect((violation["planSteps"] as? Int).map { (1...6).contains($0) } == true, "\(violation)")
            #expect(violation["repeated"] as? Bool == true, "\(violation)")
            let witness = violation["witness"] as? String ?? ""
            #expect(try Regex(words).wholeMatch(in: witness) != nil, "\(violation)")
        }
    }

    @Test("The correct twins pass", arguments: ["right-badge", python("list_app.py")])
    func twins(_ app: String) throws {
        let outcome = try Self.explore(app, seeds: 40)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.output.prefix(2_000))\(outcome.errors)")
    }

    /// What a command says of the right app in Python with some of its words replaced.
    static func outcome(
        of command: String, with old: String, _ new: String, _ scenario: String = ""
    ) throws -> Tool.Outcome {
        let bytes = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Apps") + "/list_app.py"))
        let app = String(decoding: bytes, as: UTF8.self)
        try #require(app.contains(old))
        let helper = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Apps") + "/shouldertap_app.py"))
        let files = [
            "app.py": app.replacingOccurrences(of: old, with: new), "a.yaml": scenario,
            "shouldertap_app.py": String(decoding: helper, as: UTF8.self),
        ]
        let tool = try Tool("TinyApp", files: files)
        defer { tool.remove() }
        return try tool.shell("\"$0\" \(command) --app 'exec python3 app.py'")
    }

    @Test(
        "A twin that does more than required passes",
        arguments: [
            (
                "it asks for each page twice, and heeds one answer",
                #"self.ask("fetch", self.page_came, self.page_failed, cursor=cursor); "#
                    + #"lab.say(do="fetch", request=10**6 + self.fetch, cursor=cursor)"#
            ),
            (
                "it asks for each page twice, and heeds the other answer",
                #"lab.say(do="fetch", request=10**6 + self._last, cursor=cursor) or "#
                    + #"self.ask("fetch", self.page_came, self.page_failed, cursor=cursor)"#
            ),
            (
                "it reads in odd portions",
                #"self.ask("fetch", self.page_came, self.page_failed, cursor=cursor, limit=3)"#
            ),
        ])
    func harmless(_ what: String, _ new: String) throws {
        let command = "explore '\(Self.scenario)' --seeds 14 --bugs none"
        let fetch = #"self.ask("fetch", self.page_came, self.page_failed, cursor=cursor)"#
        let outcome = try Self.outcome(of: command, with: fetch, new)
        #expect(outcome.status == 0 && outcome.errors == "", "\(what): \(outcome)")
    }

    /// Code for the end of an app: what it heard it hears in its own way.
    static func hearing(_ lines: String...) -> String {
        let start = [
            "plain, heard, shown = lab.say, ListApp.hear, {}", "def hear(self, event):", "    global device",
            #"    device = (self.launch["user"], self.launch["device"])"#,
        ]
        let end = ["    heard(self, event)", "ListApp.hear = hear", Self.end]
        return (start + lines.map { "    " + $0 } + end).joined(separator: "\n")
    }

    /// The first line of an app that is run.
    private static let end = #"if __name__ == "__main__":"#

    @Test("Twins that open, alert and show in another order, or more often, pass")
    func otherwise() throws {
        let command = "explore '\(Self.scenario)' --seeds 20 --bugs none"
        let ends = """
            self.show(id)
                        if id in new and not self.is_handled(id):
                            lab.say(do="alert", id=id)
            """
        let alertsFirst = """
            if id in new and not self.is_handled(id):
                            lab.say(do="alert", id=id)
                        self.show(id)
            """
        func showsAgain(_ again: String) -> String { again.replacing(Self.end, with: "\(say)\n\(Self.end)") }
        let say = """
            def say(**line):
                if line.get("do") == "show": shown.setdefault(device, {})[line["id"]] = line
                if line.get("do") == "hide": shown.get(device, {}).pop(line["id"], None)
                plain(**line)
            lab.say = say
            """
        let again = Self.hearing(
            #"if event["event"] == "launched": shown[device] = {}"#,
            #"for line in shown[device].values() if event["event"] == "foreground" else []: plain(**line)"#)
        let hourly = Self.hearing(
            #"isDue = event["event"] == "timer" and event["timer"] == 10**6"#,
            #"isNext = isDue or event["event"] == "launched""#,
            #"if isNext: lab.say(do="timer", timer=10**6, after=3_600_000_000, idle=True)"#,
            "if isDue: self.refresh()")
        for (what, old, new) in [
            ("it alerts before it shows", ends, alertsFirst),
            ("it shows all again when it is looked at", Self.end, showsAgain(again)),
            ("it reads each hour", Self.end, hourly),
        ] {
            let outcome = try Self.outcome(of: command, with: old, new)
            #expect(outcome.status == 0 && outcome.errors == "", "\(what): \(outcome)")
        }
        let wakes = """
            version: 1
            users: {alice: {phone: ios}}
            steps:
              - {at: 5s, suspend: phone}
              - {at: 6s, lose_taps: phone}
              - {at: 7s, publish: {as: n1}}
              - {at: 20s, delay_answer: {device: phone, by: 5s}}
              - {at: 21s, foreground: phone}
              - {at: 22s, suspend: phone}
              - {at: 60s, foreground: phone}
            """
        let woken = try Self.outcome(of: "run a.yaml", with: Self.end, showsAgain(again), wakes)
        #expect(woken.status == 0 && woken.errors == "", "\(woken)")
        let half = "version: 1\nusers: {alice: {phone: ios}}\nsteps: [{at: 190d, publish: {as: n1}}]\n"
        let renewed = try Self.outcome(of: "run a.yaml", with: Self.end, Self.end, half)
        #expect(renewed.status == 0 && renewed.errors == "", "\(renewed)")
        let each = Self.hearing(
            #"isDue = event["event"] == "timer" and event["timer"] == 10**6"#,
            #"if isDue or event["event"] == "launched": lab.say(do="timer", timer=10**6, after=60_000_000, idle=True)"#,
            "if isDue: self.refresh()")
        let minutes = half.replacing("190d", with: "9h")
        let restless = try Self.outcome(of: "run a.yaml", with: Self.end, each, minutes)
        #expect(restless.status == 1 && restless.output.contains("P31"), "\(restless)")
        let month = try Self.outcome(of: "run a.yaml", with: Self.end, hourly, Self.month)
        #expect(month.status == 0 && month.errors == "", "\(month)")
    }

    @Test("A badge below zero is found")
    func negativeBadge() throws {
        let below = Self.hearing(#"if event["event"] == "push": lab.say(do="badge", count=-1)"#)
        let outcome = try Self.outcome(of: "run a.yaml", with: Self.end, below, Self.month)
        #expect(outcome.status == 1 && outcome.output.contains("P29") && outcome.output.contains("set its badge to -1"))
    }

    @Test(
        "A twin that does something else is found",
        arguments: [
            (
                "it registers the address that it was given first", "self.push_token = token",
                "self.push_token = self.push_token or token",
                ["{at: 20s, rotate_token: phone}", "{at: 30s, suspend: phone}", "{at: 10m, publish: {as: n2}}"],
                "P7 no lost change: alice.phone got no push about"
            ),
            (
                "it counts pushes that are no taps", #"return self.finish(push, "noData")"#,
                #"return lab.say(do="badge", count=7) or self.finish(push, "noData")"#,
                ["{at: 20s, foreign_push: phone}"],
                "P23 every push recognised correctly: alice.phone changed what it shows because of a push "
                    + "that is not a tap"
            ),
        ])
    func mistakes(_ what: String, _ old: String, _ new: String, _ steps: [String], _ words: String) throws {
        let scenario = """
            version: 1
            users: {alice: {phone: ios, tablet: android}}
            steps:
              - {at: 5s, publish: {as: n1}}
            \(steps.map { "  - " + $0 }.joined(separator: "\n"))
            expect: [{agree: all}]
            """
        let outcome = try Self.outcome(of: "run a.yaml", with: old, new, scenario)
        #expect(outcome.status == 1 && outcome.output.contains(words), "\(what): \(outcome)")
    }

    static let month = """
        version: 1
        users: {alice: {phone: ios, tablet: android}}
        steps:
          - {at: 5s, suspend: tablet}
          - {at: 31d, foreground: tablet}
          - {after: 1m, suspend: tablet}
          - {after: 1m, publish: {as: n1}}
          - {after: 1h, dismiss: {device: phone, n: n1}}
          - {after: 1h, expect: {everywhere: n1, state: dismissed, banner: none}}
        """

    @Test("Taps in a row, each of them duplicated, are finished in time while a long list is read")
    func row() throws {
        let scenario = """
            version: 1
            users: {alice: {phone: ios}}
            service: {page: 1}
            network: {signal: {delay: 50ms..20s}, fetch: {latency: 100ms..300ms}}
            steps:
              - {at: 10s, double_taps: {device: phone, count: 60}}
              - {at: 10s, burst: {as: n, count: 60}}
              - {after: 50s, expect: {device: phone, n: n60, state: active}}
            """
        let tool = try Tool("TinyApp", files: ["row.yaml": scenario])
        defer { tool.remove() }
        let app = Self.python("list_app.py")
        let outcome = try tool.shell("\"$0\" explore row.yaml --seeds 6 --bugs none --app \"\(app)\"")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }

    @Test(
        "Devices are woken after a month too, when the first registrations have ended",
        arguments: ["right-badge", python("list_app.py")])
    func month(_ app: String) throws {
        let tool = try Tool("TinyApp", files: ["month.yaml": Self.month])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" run month.yaml --app \"\(app)\"")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
}
