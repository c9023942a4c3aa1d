/// Who may know whom. This table is the one place to edit when a module joins.
///
/// A module may import what it names in `knows`, everything those may import in turn, and the modules
/// from outside the package in `outside`. Nothing else.
struct Module: Sendable {
    enum Nature {
        /// Imports pure modules only; reads no clock and rolls no die.
        case pure
        /// Has a process around it.
        case shell
        /// A C target or a system library.
        case foreign
    }

    let name: String
    let nature: Nature
    var knows: [String] = []
    var outside: Set<String> = []

    static let libc: Set<String> = ["Glibc", "Musl", "Darwin"]
    static let foundation: Set<String> = ["Foundation"]

    static let all: [Module] = [
        Module(name: "Basics", nature: .pure),
        Module(name: "ShoulderTap", nature: .pure, knows: ["Basics"]),
        Module(name: "FeedContract", nature: .pure, knows: ["ShoulderTap"]),
        Module(name: "NotificationFeed", nature: .pure, knows: ["FeedContract"]),
        Module(name: "PushGateway", nature: .pure, knows: ["ShoulderTap"]),
        Module(name: "Captures", nature: .pure, knows: ["ShoulderTap"]),
        Module(name: "BackendPromises", nature: .pure, knows: ["ShoulderTap"]),
        Module(name: "ConnectedDevices", nature: .pure, knows: ["FeedContract"]),
        Module(name: "FeedService", nature: .pure, knows: ["NotificationFeed", "PushGateway"]),
        Module(name: "ReferenceModels", nature: .pure, knows: ["FeedService", "ConnectedDevices"]),
        Module(name: "PushLab", nature: .pure, knows: ["ReferenceModels"]),
        Module(name: "LabReports", nature: .pure, knows: ["BackendPromises", "PushLab"]),

        Module(name: "ShoulderTapFoundation", nature: .shell, knows: ["ShoulderTap"], outside: foundation),
        Module(name: "PushLabTesting", nature: .shell, knows: ["LabReports"], outside: libc),
        Module(name: "AsyncLab", nature: .shell, knows: ["PushLab"], outside: libc.union(["_Concurrency"])),
        Module(name: "LabScenario", nature: .shell, knows: ["PushLab", "CLibYAML"], outside: libc),
        Module(name: "SecureTransport", nature: .shell, knows: ["Basics", "COpenSSL"], outside: libc),
        Module(name: "FeedStoreSQLite", nature: .shell, knows: ["NotificationFeed", "CSQLite"], outside: libc),
        Module(name: "FeedStorePostgres", nature: .shell, knows: ["NotificationFeed", "CPostgres"], outside: libc),
        Module(name: "Locking", nature: .shell, outside: libc),
        Module(
            name: "PushServer", nature: .shell,
            knows: ["FeedService", "SecureTransport", "Locking", "CNGHTTP2", "CLibevent", "CZlib"],
            outside: libc),
        Module(
            name: "LabWire", nature: .shell,
            knows: ["ConnectedDevices", "PushLab", "PushServer", "SecureTransport", "Locking", "CSignalNotes"],
            outside: libc),
        Module(
            name: "LabServer", nature: .shell,
            knows: ["BackendPromises", "Captures", "PushLab", "PushServer", "SecureTransport"]),
        Module(
            name: "LabCommand", nature: .shell,
            knows: [
                "Captures", "LabServer", "LabWire", "LabScenario", "LabReports", "PushLabTesting", "FeedStoreSQLite",
                "FeedStorePostgres", "Locking", "CSignalNotes", "CGuardedCommand",
            ],
            outside: libc),
        Module(name: "ShoulderTapMain", nature: .shell, knows: ["LabCommand"]),
        Module(name: "TinyApp", nature: .shell, knows: ["LabCommand"], outside: libc),
        Module(name: "PushServerTestSupport", nature: .shell, knows: ["PushServer"]),
        Module(name: "PushServerHost", nature: .shell, knows: ["PushServerTestSupport"], outside: libc),

        Module(name: "TestSupport", nature: .shell, knows: ["LabCommand"], outside: foundation),
        Module(name: "FeedTestSupport", nature: .shell, knows: ["NotificationFeed"]),
        Module(name: "LabTestSupport", nature: .shell, knows: ["PushLab"]),
        Module(name: "BenchReport", nature: .shell, knows: ["ShoulderTap"]),
        Module(name: "BenchCorpus", nature: .shell, knows: ["ShoulderTap"]),
        Module(name: "BenchFoundationPeers", nature: .shell, knows: ["BenchCorpus"], outside: foundation),
        Module(
            name: "shouldertap-bench", nature: .shell,
            knows: [
                "LabCommand", "BenchReport", "BenchCorpus", "BenchFoundationPeers", "CAllocationCounter",
                "CSecurePeer", "CSimdjsonPeer",
            ],
            outside: libc),
        Module(name: "CSignalNotes", nature: .foreign),
        Module(name: "CGuardedCommand", nature: .foreign),
        Module(name: "CAllocationCounter", nature: .foreign),
        Module(name: "CSecurePeer", nature: .foreign),
        Module(name: "CSimdjsonPeer", nature: .foreign),

        Module(name: "COpenSSL", nature: .foreign),
        Module(name: "CNGHTTP2", nature: .foreign),
        Module(name: "CLibevent", nature: .foreign),
        Module(name: "CSQLite", nature: .foreign),
        Module(name: "CPostgres", nature: .foreign),
        Module(name: "CLibYAML", nature: .foreign),
        Module(name: "CZlib", nature: .foreign),
    ]

    static let byName: [String: Module] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func isPure(_ name: String) -> Bool { Self.byName[name]?.nature == .pure }

    /// The modules of this package that may be imported, directly or because a neighbour may.
    ///
    /// A C library belongs to the module that wraps it; its users see the wrapper.
    var allowed: Set<String> {
        var found: Set<String> = []
        var open = self.knows
        while let name = open.popLast() {
            guard found.insert(name).inserted, let known = Self.byName[name] else { continue }
            open += known.knows.filter { Self.byName[$0]?.nature != .foreign }
        }
        return found
    }
}
