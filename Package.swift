// swift-tools-version: 6.2

import PackageDescription

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// simdjson is only a peer of the benchmark: measured where its headers are installed, never required.
let simdjsonIsInstalled = ["/usr/include", "/usr/local/include"].contains { folder in
    access("\(folder)/simdjson.h", R_OK) == 0
}

/// The purpose of a debug build that is made once and thrown away, as in CI: `tests` or `tool`. The compiler then sees
/// each module as a whole, in one process, and writes no debug information. That saves a quarter of its time, and a
/// changed file means its whole module again.
let builtOnceFor = Context.environment["SHOULDERTAP_BUILD_ONCE"]
let builtOnce: [SwiftSetting] =
    builtOnceFor != nil
    ? [
        .unsafeFlags(
            ["-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo", "-gnone"], .when(configuration: .debug))
    ] : []

/// One list for every Swift target; a target cannot quietly opt out.
let house: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ] + builtOnce

/// The parsers, through which tests send millions of bytes: a build for CI optimises them and keeps all assertions.
let parsing: [SwiftSetting] =
    house
    + (builtOnceFor == "tests" ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])

/// A release build tests what is optimised with tests that are not: to optimise them takes longer than to run them.
let testing: [SwiftSetting] = house + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// What the bench measures runs as a release would be shipped: in one piece with Swift's runtime, as
/// `--static-swift-stdlib` builds it. Each call through a shared library would cost beside what is measured.
let inOnePiece = BuildSettingCondition.when(platforms: [.linux], configuration: .release)

let package = Package(
    name: "ShoulderTap",
    platforms: [.macOS(.v13), .iOS(.v16), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
    products: [
        .library(name: "ShoulderTap", targets: ["ShoulderTap"]),
        .library(name: "ShoulderTapFoundation", targets: ["ShoulderTapFoundation"]),
        .library(name: "ConnectedDevices", targets: ["ConnectedDevices"]),
        .library(name: "PushLab", targets: ["PushLab"]),
        .library(name: "PushLabTesting", targets: ["PushLabTesting"]),
        .library(name: "LabCommand", targets: ["LabCommand"]),
        .executable(name: "shouldertap", targets: ["ShoulderTapMain"]),
    ],
    targets: [
        .target(name: "Basics", swiftSettings: parsing),
        .target(name: "ShoulderTap", swiftSettings: parsing),
        .target(name: "FeedContract", dependencies: ["Basics", "ShoulderTap"], swiftSettings: house),
        .target(
            name: "NotificationFeed", dependencies: ["Basics", "ShoulderTap", "FeedContract"], swiftSettings: house),
        .target(name: "PushGateway", dependencies: ["Basics", "ShoulderTap"], swiftSettings: house),
        .target(
            name: "FeedService",
            dependencies: ["Basics", "ShoulderTap", "FeedContract", "NotificationFeed", "PushGateway"],
            swiftSettings: house),
        .target(
            name: "ReferenceModels",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "NotificationFeed", "PushGateway", "FeedService",
                "ConnectedDevices",
            ],
            swiftSettings: house),
        .target(name: "BackendPromises", dependencies: ["Basics", "ShoulderTap"], swiftSettings: house),
        .target(name: "Captures", dependencies: ["Basics", "ShoulderTap"], swiftSettings: parsing),
        .target(
            name: "ConnectedDevices", dependencies: ["Basics", "ShoulderTap", "FeedContract"], swiftSettings: house),
        .target(
            name: "PushLab",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "NotificationFeed", "PushGateway", "FeedService",
                "ConnectedDevices", "ReferenceModels",
            ],
            swiftSettings: house),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "SecureTransport", dependencies: ["Basics", "COpenSSL"], swiftSettings: house),
        .target(name: "Locking", swiftSettings: house),
        .systemLibrary(name: "CLibevent", providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
        .systemLibrary(name: "CNGHTTP2", providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
        .target(
            name: "PushServer",
            dependencies: [
                "Basics", "PushGateway", "SecureTransport", "Locking", "CLibevent", "CNGHTTP2",
            ],
            swiftSettings: house),
        .target(
            name: "LabWire",
            dependencies: ["Basics", "ShoulderTap", "PushLab", "SecureTransport", "Locking", "CSignalNotes"],
            swiftSettings: house),
        .target(
            name: "LabServer",
            dependencies: [
                "Basics", "ShoulderTap", "Captures", "PushGateway", "PushLab", "PushServer", "SecureTransport",
                "BackendPromises",
            ],
            swiftSettings: house),
        .systemLibrary(name: "CLibYAML", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .target(
            name: "LabScenario", dependencies: ["Basics", "PushLab", "CLibYAML"], swiftSettings: house),
        .target(name: "ShoulderTapFoundation", dependencies: ["ShoulderTap"], swiftSettings: house),
        .target(
            name: "LabReports", dependencies: ["Basics", "ShoulderTap", "PushLab", "BackendPromises"],
            swiftSettings: house),
        .target(name: "PushLabTesting", dependencies: ["Basics", "PushLab", "LabReports"], swiftSettings: house),
        .target(
            name: "LabCommand",
            dependencies: [
                "Basics", "ShoulderTap", "PushGateway", "FeedService", "Captures", "PushLab", "LabReports",
                "LabScenario", "LabWire", "SecureTransport", "PushServer", "LabServer", "Locking", "CSignalNotes",
                "CGuardedCommand", "BackendPromises",
            ],
            swiftSettings: house),
        .target(name: "CSignalNotes"),
        .target(name: "CGuardedCommand"),
        .executableTarget(name: "ShoulderTapMain", dependencies: ["LabCommand"], swiftSettings: house),

        .executableTarget(
            name: "shouldertap-bench",
            dependencies: [
                "Basics", "ShoulderTap", "PushGateway", "Captures", "FeedContract", "NotificationFeed", "FeedService",
                "PushLab", "SecureTransport", "PushServer", "LabCommand", "BenchCorpus", "BenchReport",
                "BenchFoundationPeers",
                "CAllocationCounter", "CSecurePeer", "CSimdjsonPeer",
            ],
            swiftSettings: house, linkerSettings: [.unsafeFlags(["-static-stdlib"], inOnePiece)]),
        .target(name: "BenchCorpus", swiftSettings: house),
        .target(name: "BenchReport", swiftSettings: house),
        .target(
            name: "BenchFoundationPeers", swiftSettings: house + [.unsafeFlags(["-static-stdlib"], inOnePiece)]),
        .target(name: "CAllocationCounter"),
        .target(name: "CSecurePeer", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(
            name: "CSimdjsonPeer",
            cxxSettings: simdjsonIsInstalled ? [.define("BENCH_LINKS_SIMDJSON")] : [],
            linkerSettings: simdjsonIsInstalled ? [.linkedLibrary("simdjson")] : []),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        .target(
            name: "FeedTestSupport", dependencies: ["Basics", "NotificationFeed"], path: "Tests/FeedTestSupport",
            swiftSettings: house),
        .target(
            name: "LabTestSupport", dependencies: ["PushLab"], path: "Tests/LabTestSupport", swiftSettings: house),
        .testTarget(name: "BasicsTests", dependencies: ["Basics", "TestSupport"], swiftSettings: testing),
        .testTarget(
            name: "FeedContractTests", dependencies: ["Basics", "FeedContract", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "NotificationFeedTests",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "NotificationFeed", "ReferenceModels", "TestSupport",
                "FeedTestSupport",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "PushGatewayTests",
            dependencies: ["Basics", "ShoulderTap", "PushGateway", "ReferenceModels", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "FeedServiceTests",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "NotificationFeed", "PushGateway", "FeedService",
                "FeedTestSupport", "ReferenceModels",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "BackendPromisesTests", dependencies: ["Basics", "BackendPromises"],
            swiftSettings: testing),
        .testTarget(
            name: "CapturesTests", dependencies: ["Basics", "ShoulderTap", "Captures", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "ConnectedDevicesTests",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "ConnectedDevices", "NotificationFeed", "ReferenceModels",
                "TestSupport", "FeedTestSupport",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "PushLabTests",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "NotificationFeed", "PushGateway", "FeedService", "PushLab",
                "TestSupport", "LabTestSupport",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "PushLabTestingTests",
            dependencies: ["Basics", "PushGateway", "PushLab", "PushLabTesting", "LabScenario", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "GuideTests", dependencies: ["ShoulderTap", "ConnectedDevices", "PushLab", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "LabReportsTests",
            dependencies: ["Basics", "PushLab", "LabReports", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "LabScenarioTests", dependencies: ["Basics", "PushLab", "LabScenario", "TestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "SecureTransportTests",
            dependencies: ["Basics", "ShoulderTap", "PushGateway", "SecureTransport", "TestSupport"],
            swiftSettings: testing),
        .target(
            name: "PushServerTestSupport", dependencies: ["Basics", "PushGateway", "SecureTransport", "PushServer"],
            path: "Tests/PushServerTestSupport", swiftSettings: house),
        .executableTarget(
            name: "PushServerHost",
            dependencies: ["Basics", "PushGateway", "SecureTransport", "PushServer", "PushServerTestSupport"],
            path: "Tests/PushServerHost", swiftSettings: house),
        .testTarget(
            name: "PushServerTests",
            dependencies: ["Basics", "PushGateway", "SecureTransport", "PushServer", "PushServerTestSupport"],
            swiftSettings: testing),
        .testTarget(
            name: "LabServerTests",
            dependencies: [
                "Basics", "ShoulderTap", "BackendPromises", "PushGateway", "PushLab", "PushServer", "SecureTransport",
                "LabServer", "PushServerTestSupport",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "LabWireTests",
            dependencies: [
                "Basics", "ShoulderTap", "FeedContract", "ConnectedDevices", "PushLab", "LabWire", "Locking",
                "TestSupport", "LabTestSupport",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "ShoulderTapTests", dependencies: ["ShoulderTap", "TestSupport"], swiftSettings: testing),
        .testTarget(
            name: "ShoulderTapFoundationTests",
            dependencies: ["ShoulderTap", "ShoulderTapFoundation", "TestSupport"], swiftSettings: testing),
        .executableTarget(
            name: "TinyApp", dependencies: ["LabCommand", "PushLab"], path: "Tests/TinyApp", swiftSettings: house),
        .testTarget(
            name: "LabCommandTests",
            dependencies: [
                "BackendPromises", "Basics", "Captures", "LabCommand", "LabReports", "LabScenario", "LabWire",
                "PushGateway", "PushLab", "PushServer", "PushServerTestSupport", "SecureTransport", "ShoulderTap",
                "ShoulderTapMain", "TestSupport", "TinyApp",
            ],
            swiftSettings: testing),
        .testTarget(name: "TidyTests", swiftSettings: testing),
        .testTarget(name: "BenchTests", dependencies: ["BenchCorpus", "BenchReport"], swiftSettings: testing),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
