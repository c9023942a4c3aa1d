import Foundation

/// Package.swift as SwiftPM understands it, which stays true whatever Swift the manifest is written in.
struct Manifest {
    struct Target {
        let name: String
        let type: String
        /// The folder of its files, from the root of the package.
        let folder: String
        let dependencies: [String]
        /// One text a setting, such as `swift enableUpcomingFeature ExistentialAny`.
        let settings: Set<String>
    }

    let targets: [Target]
    /// The targets of each product.
    let products: [String: [String]]
    let outsidePackages: Int

    /// Asks SwiftPM. A scratch path of its own keeps clear of the build that runs the tests.
    static func ofThisPackage() throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("tidy-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let arguments = ["swift", "package", "--package-path", Project.root.path, "--scratch-path", scratch.path]
        return try Manifest(json: Data(Tool.run(arguments + ["dump-package"]).utf8))
    }

    init(json: Data) throws {
        let top = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        let targets = top?["targets"] as? [[String: Any]] ?? []
        let products = top?["products"] as? [[String: Any]] ?? []
        self.targets = targets.map { Target(json: $0) }
        self.products = Dictionary(
            uniqueKeysWithValues: products.map { ($0["name"] as? String ?? "", $0["targets"] as? [String] ?? []) })
        self.outsidePackages = (top?["dependencies"] as? [Any])?.count ?? 0
    }

    /// A target and everything that it needs, however far away.
    func closure(of names: [String]) -> Set<String> {
        var found: Set<String> = []
        var open = names
        while let name = open.popLast() {
            guard found.insert(name).inserted else { continue }
            open += self.targets.first { $0.name == name }?.dependencies ?? []
        }
        return found
    }
}

extension Manifest.Target {
    fileprivate init(json: [String: Any]) {
        self.name = json["name"] as? String ?? ""
        self.type = json["type"] as? String ?? ""
        let folder = json["path"] as? String ?? "\(self.type == "test" ? "Tests" : "Sources")/\(self.name)"
        self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let dependencies = json["dependencies"] as? [[String: Any]] ?? []
        self.dependencies = dependencies.flatMap { $0.values.compactMap { ($0 as? [Any])?.first as? String } }
        let settings = json["settings"] as? [[String: Any]] ?? []
        self.settings = Set(
            settings.flatMap { setting in
                let kinds = setting["kind"] as? [String: Any] ?? [:]
                return kinds.map { kind, values in
                    let words = (values as? [String: Any])?["_0"].map { ["\($0)"] } ?? []
                    return ([setting["tool"] as? String ?? "", kind] + words).joined(separator: " ")
                }
            })
    }
}

/// Runs a command to its end.
enum Tool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// One changes the manifest for CI. The other names the folder that the running tests have locked, and wins over a
    /// scratch path.
    private static let settingsOfBuilds: Set<String> = ["SHOULDERTAP_BUILD_ONCE", "SWIFTPM_BUILD_DIR"]

    static func run(_ words: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = Project.root
        process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !Self.settingsOfBuilds.contains(name)
        }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Reading before waiting: a child whose pipe is full never ends.
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let line = words.joined(separator: " ")
            throw Failure(description: "“\(line)” ended with \(process.terminationStatus); run it by hand to see why")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
