import Foundation

/// The built executable, run as a child process.
struct Tool {
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The executable lies beside the tests that were built with it.
    static func path(of name: String) -> String {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name).path
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory), !isDirectory.boolValue {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        preconditionFailure("no \(name) beside \(bundle.path)")
    }

    static let path = Tool.path(of: "shouldertap")

    let folder: URL
    let executable: String

    /// A fresh folder with these files, in which the tool then runs.
    init(_ name: String = "shouldertap", files: [String: String] = [:]) throws {
        self.executable = name == "shouldertap" ? Self.path : Self.path(of: name)
        self.folder = FileManager.default.temporaryDirectory.appendingPathComponent("shouldertap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        for (name, text) in files { try self.write(text, to: name) }
    }

    /// Runs a line of the POSIX shell in a fresh folder with these files, and removes the folder.
    static func once(_ line: String, files: [String: String] = [:]) throws -> Outcome {
        let tool = try Tool(files: files)
        defer { tool.remove() }
        return try tool.shell("\"$0\" \(line)")
    }

    func remove() { try? FileManager.default.removeItem(at: self.folder) }

    func write(_ text: String, to name: String) throws {
        let file = self.folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: self.folder.appendingPathComponent(name)), as: UTF8.self)
    }

    func process(_ words: [String], executable: String? = nil) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable ?? self.executable)
        process.arguments = words
        process.currentDirectoryURL = self.folder
        process.standardInput = FileHandle.nullDevice
        // A shell complains about a language that is not installed, and a build that counts lines of a file that may
        // not grow.
        let own = ["LC_ALL": "C.UTF-8", "LLVM_PROFILE_FILE": "/dev/null"]
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        return process
    }

    func run(_ words: String..., input: String? = nil) throws -> Outcome {
        let process = self.process(words)
        if let input {
            // A file, not a pipe: a tool that ends early then cannot hurt the writer.
            try self.write(input, to: ".input")
            process.standardInput = try FileHandle(forReadingFrom: self.folder.appendingPathComponent(".input"))
        }
        return try self.finish(process)
    }

    /// What stands before a command that is refused what its permissions forbid: the superuser is refused nothing
    /// unless that power is taken away.
    static let unprivileged =
        geteuid() == 0
        ? "setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search" : ""

    /// Runs a line of the POSIX shell in which `$0` is the tool.
    func shell(_ line: String, executable: String = "/bin/sh") throws -> Outcome {
        try self.finish(self.process(["-c", line, self.executable], executable: executable))
    }

    private func finish(_ process: Process) throws -> Outcome {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Read before waiting, or a child that says much would never end.
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self))
    }
}
