// swift-tools-version: 6.2

import PackageDescription

/// One list for every Swift target; a target cannot quietly opt out.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "ShoulderTap",
    platforms: [.macOS(.v13), .iOS(.v16), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
    products: [
        .library(name: "ShoulderTap", targets: ["ShoulderTap"]),
        .library(name: "ShoulderTapFoundation", targets: ["ShoulderTapFoundation"]),
        .executable(name: "shouldertap", targets: ["ShoulderTapMain"]),
    ],
    targets: [
        .target(name: "ShoulderTap", swiftSettings: house),
        .target(name: "ShoulderTapFoundation", dependencies: ["ShoulderTap"], swiftSettings: house),
        .target(name: "LabCommand", dependencies: ["ShoulderTap"], swiftSettings: house),
        .executableTarget(name: "ShoulderTapMain", dependencies: ["LabCommand"], swiftSettings: house),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        .testTarget(
            name: "ShoulderTapTests", dependencies: ["ShoulderTap", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "LabCommandTests", dependencies: ["LabCommand", "ShoulderTap", "ShoulderTapMain"],
            swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
