// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StarterApp",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ShoulderTap", path: "../../..")],
    targets: [
        .target(name: "StarterApp", dependencies: [.product(name: "PushLab", package: "ShoulderTap")]),
        .executableTarget(
            name: "lab", dependencies: ["StarterApp", .product(name: "LabCommand", package: "ShoulderTap")]),
        .testTarget(
            name: "StarterAppTests",
            dependencies: [
                "StarterApp",
                .product(name: "PushLab", package: "ShoulderTap"),
                .product(name: "PushLabTesting", package: "ShoulderTap"),
            ]),
    ])
