import PushLab
import TestSupport
import Testing

@testable import LabScenario

@Suite("The schema of scenario files and the reader say the same")
struct SchemaTests {
    static let check = Result { try SchemaCheck() }

    static func fault(_ text: String) throws -> String? {
        var list = FaultList()
        return try Self.check.get().fault(YAMLTree.read(Array(text.utf8), &list))
    }

    static let folder = ProjectFiles.fixtures("Scenarios")
    static let files = ["", "service/", "traps/", "parts/"].flatMap { place in
        ProjectFiles.names(in: Self.folder + "/" + place).filter { $0.hasSuffix(".yaml") }.map { place + $0 }
    }

    @Test("Every scenario fits", arguments: files)
    func fits(_ name: String) throws {
        let bytes = try #require(ProjectFiles.bytes("\(Self.folder)/\(name)"))
        #expect(try Self.fault(String(decoding: bytes, as: UTF8.self)) == nil)
    }

    @Test("An included part fits without users and steps")
    func parts() throws {
        #expect(try Self.fault("version: 1\nnetwork: {signal: {loss: 5%}}\n") == nil)
        for name in ["late", "people"] {
            let path = "\(RefusalTests.folder)/include/parts/\(name).yaml"
            #expect(try Self.fault(String(decoding: #require(ProjectFiles.bytes(path)), as: UTF8.self)) == nil)
        }
    }

    @Test("The starter scenario fits, and so does every scenario that is written")
    func written() throws {
        #expect(Self.files.count > 20)
        #expect(try Self.fault(Scenario.starter) == nil)
        for seed in 1...20 as ClosedRange<UInt64> {
            let plan = try Texts.read(Texts.scenario("  - random: {operations: 40}")).expanded(seed: seed)
            #expect(try Self.fault(plan.yaml) == nil)
        }
    }

    /// What only the reader can see: names that nothing has, what goes back, and numbers too large for editors.
    static let beyond: Set = [
        "ambiguous-device", "expect-unpublished", "faults-endless", "faults-swarm-alone", "faults-zero",
        "network-latency",
        "network-range-backwards", "no-steps", "no-users",
        "publish-unknown-user", "publish-without-user", "push-admission-nobody", "push-refuse-all",
        "push-refuse-nobody", "random-backwards",
        "seed-too-big", "step-moved-late",
        "strange-device", "time-backwards", "time-eternal", "too-many-devices", "unknown-device", "unpublished",
        "user-without-devices", "version-quoted",
    ]

    @Test("Every refused file that is YAML is also refused by the schema, except for rules of the reader alone")
    func refused() throws {
        let check = try Self.check.get()
        var passed: Set<String> = []
        var checked = 0
        for file in RefusalTests.files {
            let bytes = try #require(ProjectFiles.bytes("\(RefusalTests.folder)/\(file)"))
            var list = FaultList()
            guard let root = try? YAMLTree.read(bytes, &list), list.faults.isEmpty else { continue }
            checked += 1
            if check.fault(root) == nil { passed.insert(String(file.dropLast(5))) }
        }
        #expect(checked > 50)
        #expect(passed == Self.beyond.intersection(passed), "\(passed.subtracting(Self.beyond).sorted())")
        #expect(Self.beyond.subtracting(passed) == [])
    }

    // MARK: Keys

    /// The keys that the reader offers when it is given one that it does not know; none where it wants no map.
    static func offered(_ text: String) -> Set<String> {
        let refusal = RefusalTests.faults(Array(text.utf8)).first { $0.contains("zzzzzz") } ?? ""
        let choices = refusal.firstMatch(of: /; use (.*)$/)?.output.1 ?? ""
        return Set(choices.split { ", ".contains($0) }.map(String.init)).subtracting(["or"])
    }

    static func keys(_ schema: ReferenceJSON?) -> Set<String> {
        Set((schema?["properties"]?.members ?? []).map { String(decoding: $0.key, as: UTF8.self) })
    }

    /// The shape of a map behind a name: itself, or the one among its choices.
    static func map(_ schema: ReferenceJSON?) throws -> ReferenceJSON? {
        guard let name = schema?["$ref"]?.text else {
            return schema?["oneOf"]?.elements?.last { $0["properties"] != nil } ?? schema
        }
        return try Self.map(try Self.check.get().target(of: String(decoding: name, as: UTF8.self)))
    }

    @Test("It has exactly the keys of a file, of its network and of a step")
    func keys() throws {
        let root = try Self.check.get().root
        #expect(Self.keys(root) == Set(ScenarioReader.keys))
        let network = root["properties"]?["network"]
        #expect(Self.keys(network) == Self.offered(Texts.scenario("  - crash: phone", "network: {zzzzzz: 1}")))
        #expect(Self.keys(network).count == 4)
        for part in Self.keys(network) {
            let text = Texts.scenario("  - crash: phone", "network: {\(part): {zzzzzz: 1}}")
            #expect(Self.keys(network?["properties"]?[part]) == Self.offered(text))
        }
        let push = root["properties"]?["push"]
        #expect(Self.keys(push) == Self.offered(Texts.scenario("  - crash: phone", "push: {zzzzzz: 1}")))
        let faults = root["properties"]?["faults"]
        #expect(Self.keys(faults) == Self.offered(Texts.scenario("  - crash: phone", "faults: {zzzzzz: 1}")))
        for fault in Scenario.Hazard.Kind.allCases.map(\.rawValue) {
            let text = Texts.scenario("  - crash: phone", "faults: {\(fault): {zzzzzz: 1}}")
            #expect(try Self.keys(Self.map(faults?["properties"]?[fault])) == Self.offered(text))
        }
        let step = try Self.map(root["properties"]?["steps"]?["items"])
        #expect(Self.keys(step) == Set(StepReader.keys + StepTable.words))
        let crowd = "version: 1\nusers: {count: 2, zzzzzz: 1}\nsteps: []\n"
        #expect(try Self.keys(Self.check.get().root["$defs"]?["crowd"]) == Self.offered(crowd))
    }

    @Test("It has exactly the keys of each action", arguments: StepTable.words)
    func deeds(_ deed: String) throws {
        let step = try Self.check.get().root["$defs"]?["step"]
        let shape = try Self.map(step?["properties"]?[deed])
        #expect(Self.keys(shape) == Self.offered(Texts.scenario("  - \(deed): {zzzzzz: 1}")))
        let sentence = step?["properties"]?[deed]?["description"]?.text
        let rows = try #require(Article("ScenarioFiles", of: "PushLab")).rows(under: "## Steps")
        let row = try #require(rows.first { Article.code(in: $0[0]) == [deed] })
        #expect(sentence == Array(row[2].replacing("`", with: "").utf8))
    }

    @Test("Steps that share a shape have the same fields")
    func shapes() {
        let kinds = Dictionary(grouping: StepTable.all.filter { $0.reading != .expectation }, by: \.shape)
        for (shape, kinds) in kinds { #expect(Set(kinds.map { StepShape($0).text }).count == 1, "\(shape)") }
    }

    @Test(
        "The schema accepts what the reader accepts, and refuses what the reader refuses",
        arguments: [
            "suspend: phone", "suspend: alice.phone", "suspend: {device: phone}", "suspend: {device: phone, n: n1}",
            "suspend: 7", "suspend: {}", "dismiss: phone", "dismiss: {device: phone, n: n1}", "offline: phone",
            "offline: {device: phone, for: 1.5h}", "offline: {device: phone, for: 90}", "crash: [phone]",
            "offline: {device: phone, for: h}", "lose_taps: {device: phone, count: 3}", "quiesce: {}", "quiesce: ~",
            "lose_taps: {device: phone, count: 0}", "lose_taps: {device: phone, count: 1001}", "quiesce: all",
            "lose_taps: {device: phone, count: \"3\"}", "delay_tap: {device: phone, by: 3s}", "delay_tap: phone",
            "repeat_tap: {device: phone, after: 3s}", "repeat_tap: {device: phone, by: 3s}", "repeat_tap: phone",
            "random: {operations: 3}", "random: {operations: 3..8, over: 1h}", "random: {operations: 3..}",
            "random: {}", "publish: {as: 7}", "publish: {as: 7, content: true}", "publish: {as: \"\"}",
            "publish: {as: n2, visual: yes}", "publish: {as: n2, visual: true}", "publish: {as: n2, visual: \"true\"}",
            "expect: {agree: all}", "expect: {agree: some}", "expect: {everywhere: n1}", "expect: {}",
            "expect: {everywhere: n1, state: gone}", "expect: {device: phone, n: n1, read: true}",
            "expect: {device: phone, state: gone}", "expect: {everywhere: n1, state: gone, agree: all}",
            "expect: {everywhere: n1, n: n1, state: gone}",
            "expect: {device: phone, n: n1, everywhere: n1, read: true}",
            "sign_in: {device: phone, account: work}", "sign_in: {device: phone, account: strange}", "sign_in: phone",
            "refuse_connections: {device: phone, because: broken}", "refuse_connections: {device: phone, because: x}",
            "crash: phone, suspend: phone", "{}", "at: 3s", "at: 3s, crash: phone", "after: 3s, crash: phone",
            "at: 3s, after: 3s, crash: phone", "dice: 3, crash: phone", "dice: 0, crash: phone",
            "at: -3s, crash: phone", "burst: {as: b, count: 3}", "burst: {as: b}", "foreign_push: phone",
            "foreign_push: {device: phone, n: n1}", "expire_cursors: alice", "expire_cursors: {}",
            "expire_cursors: {user: alice}", "expire_cursors: {device: phone}", "expire_cursors: [alice]",
            "set_clock: {device: phone, ahead: 1h}", "set_clock: {device: phone, ahead: 1h, behind: 1h}",
            "set_clock: phone", "restore: {device: phone, from: tablet}", "restore: {from: tablet}",
            "kill_service: {for: 3s}", "kill_service: {}", "kill_service: 3s", "kill_server: {for: 3s}",
            "kill_server: 3s", "partition: {for: 3s}", "partition: {}",
            "partition: {push: [ios], for: 3s}", "partition: {devices: [phone], push: [], for: 3s}",
            "partition: {devices: [phone]}", "partition: {devices: phone, for: 3s}",
            "expect: {hold: all}", "expect: {hold: P7..P16}", "expect: {hold: \(Property.everyPromise.upperBound.id)}",
            "expect: {hold: P\(Property.promises.count + 1)}", "expect: {hold: P9}", "expect: {hold: P10}",
            "expect: {hold: P0}", "expect: {hold: P7..}", "expect: {hold: none}", "expect: {hold: all, state: gone}",
        ])
    func agreement(_ step: String) throws {
        let text = Texts.scenario("  - publish: {as: n1}\n  - \(step.hasPrefix("{") ? step : "{\(step)}")")
        let isRead = (try? Texts.read(text)) != nil
        let fault = try Self.fault(text)
        #expect((fault == nil) == isRead, "read: \(isRead), schema: \(fault ?? "fits")")
    }

    @Test("The choices are those of the lab")
    func words() throws {
        let root = try Self.check.get().root
        let choices = { (schema: ReferenceJSON?) in
            schema?["enum"]?.elements?.map { String(decoding: $0.text ?? [], as: UTF8.self) } ?? []
        }
        let definitions = root["$defs"]
        #expect(choices(definitions?["platform"]) == LabPlatform.allCases.map(\.rawValue))
        #expect(choices(definitions?["account"]) == LabAccount.allCases.map(\.rawValue))
        let traps = root["properties"]?["traps"]?["oneOf"]?.elements?.last?["items"]
        #expect(choices(traps) == Trap.allCases.map(\.rawValue))
        let refusal = try Self.map(definitions?["refusal"])
        #expect(choices(refusal?["properties"]?["because"]) == LinkFault.allCases.map(\.rawValue))
    }
}
