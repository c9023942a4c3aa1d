import Foundation

/// The `openssl` of the machine, for a second opinion; tests say so when there is none.
struct CertificateTool {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    private static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let folder: URL
    private let path: String

    /// Nil, and a line that says so, where there is no such program.
    init?() throws {
        guard let path = Self.path else {
            print("no openssl on this machine: its opinion was not asked")
            return nil
        }
        self.path = path
        self.folder = FileManager.default.temporaryDirectory.appendingPathComponent("shouldertap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    /// Hands a tool with these files to `body` and removes them; does nothing but say so where there is no tool.
    static func with(_ files: [String: [UInt8]] = [:], _ body: (CertificateTool) throws -> Void) throws {
        guard let tool = try CertificateTool() else { return }
        defer { try? FileManager.default.removeItem(at: tool.folder) }
        for (name, bytes) in files { try tool.write(bytes, to: name) }
        try body(tool)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: self.folder.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: self.folder.appendingPathComponent(name)))
    }

    /// Runs `openssl` with words parted by blanks.
    @discardableResult
    func run(_ line: String) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: self.path)
        process.arguments = line.split(separator: " ").map(String.init)
        process.currentDirectoryURL = self.folder
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: a child that fills one pipe while the other is read would never end.
        let names = ["output", "errors"].map { self.folder.appendingPathComponent(".\($0)") }
        for name in names { try Data().write(to: name) }
        let handles = try names.map { try FileHandle(forWritingTo: $0) }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try process.run()
        process.waitUntilExit()
        let texts = try names.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }
}
