import PushLab
import Testing

@Suite("Expectations of a test")
struct ExpectationTests {
    private static func failure(_ body: () throws -> Void) throws -> ExpectationFailed {
        try #require(throws: ExpectationFailed.self) { try body() }
    }

    private static func lab() throws -> (Lab, phone: LabDevice, tablet: LabDevice) {
        let lab = Lab(seed: 7)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.settle()
        return (lab, phone, tablet)
    }

    @Test("a failure names its file and line, what was expected, and the seed")
    func place() throws {
        let (lab, phone, _) = try Self.lab()
        let line = #line + 1
        let failure = try Self.failure { try lab.expect(!phone.shows("n1"), "the phone not to show n1") }
        #expect(failure.fileID == "PushLabTests/ExpectationTests.swift" && failure.line == line && failure.seed == 7)
        let first = failure.description.split(separator: "\n").first
        #expect(first == "PushLabTests/ExpectationTests.swift:\(line): expected the phone not to show n1 (seed 7)")
    }

    @Test("it ends with the last events of the devices that the condition reads")
    func looks() throws {
        let (lab, phone, tablet) = try Self.lab()
        let looks: [(LabDevice) -> Bool] = [
            { $0.shows("n1") }, { $0.state(of: "n1") == AppChange.Action.none }, { !$0.isRead("n1") },
            { !$0.list.isEmpty }, { !$0.tray.isEmpty }, { $0.alertCount == 1 },
        ]
        for (device, name) in [(phone, "phone"), (tablet, "tablet")] {
            for look in looks {
                let failure = try Self.failure { try lab.expect(!look(device)) }
                #expect(failure.description.contains("\nthe last events of \(name):\n"))
                #expect(!failure.trace.isEmpty && failure.trace.allSatisfy { $0.contains("alice.\(name) ") })
            }
        }
        let both = try Self.failure { try lab.expect(!phone.shows("n1") || !tablet.shows("n1")) }
        #expect(both.description.contains("\nthe last events of phone and tablet:\n"))
        // In the order in which they happened, and at most six of each.
        let times = both.trace.map { $0.prefix { $0 != " " } }
        #expect(times == times.sorted() && both.trace.count == 12)
        #expect(both.trace.count { $0.contains("alice.phone ") } == 6)
    }

    @Test("a condition that reads no device shows all devices, and a read outside of it does not count")
    func all() throws {
        let (lab, phone, _) = try Self.lab()
        #expect(phone.shows("n1"))
        let isThere = phone.shows("n1")
        let failure = try Self.failure { try lab.expect(!isThere) }
        #expect(failure.description.contains("\nthe last events of phone and tablet:\n"))
        let empty = try Self.failure { try Lab().expect(false) }
        #expect(empty.trace.isEmpty && empty.description.split(separator: "\n").count == 1)
    }

    @Test("of many devices those with the latest events are shown")
    func many() throws {
        let lab = Lab(seed: 7)
        let devices = (1...6).map { lab.user("user\($0)").device("phone\($0)") }
        try lab.settle()
        devices[5].enterBackground()
        devices[2].enterBackground()
        let failure = try Self.failure { try lab.expect(false) }
        let heading = failure.description.split(separator: "\n")[1]
        #expect(heading.contains("phone3") && heading.contains("phone6"))
        #expect(heading.split(separator: " ").count { $0.hasPrefix("phone") } == 4)
    }

    @Test("a condition that holds passes, and its error is rethrown")
    func passes() throws {
        let (lab, phone, _) = try Self.lab()
        struct Sorry: Error {}
        func sorry() throws -> Bool { throw Sorry() }
        try lab.expect(phone.shows("n1"))
        #expect(throws: Sorry.self) { try lab.expect(try sorry()) }
        // An error leaves nothing behind.
        let failure = try Self.failure { try lab.expect(!phone.shows("n1")) }
        #expect(failure.description.contains("\nthe last events of phone:\n"))
    }
}
