// swift-tools-version: 6.2
import PackageDescription

/// An app on the SDK `ConnectedDevices`, and a test that explores it in the lab.
let package = Package(
    name: "RomeApp",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "ShoulderTap", path: "../../..")],
    targets: [
        .target(
            name: "RomeApp",
            dependencies: [
                .product(name: "ConnectedDevices", package: "ShoulderTap"),
                .product(name: "PushLab", package: "ShoulderTap"),
            ]),
        .testTarget(
            name: "RomeAppTests",
            dependencies: [
                "RomeApp",
                .product(name: "PushLab", package: "ShoulderTap"),
                .product(name: "PushLabTesting", package: "ShoulderTap"),
            ]),
    ])
