import Foundation
import LabWire
import Testing

@Suite("An errand")
struct ErrandTests {
    private static func run(_ command: String, _ input: String = "", seconds: Int64 = 120) -> String? {
        let outcome = Errand.run(command, input: Array(input.utf8), limit: .seconds(seconds))
        return outcome.map { String(decoding: $0.output, as: UTF8.self) }
    }

    @Test("A command reads all of its input and then the end, with any exit status")
    func reads() {
        #expect(Self.run("cat; exit 1", "some\nlines\n") == "some\nlines\n")
        #expect(Self.run("cat") == "")
        #expect(Errand.run("exit 70", input: [], limit: .seconds(120))?.status == 70)
        let much = String(repeating: "0123456789", count: 1 << 17)
        #expect(Self.run("cat", much) == much)
    }

    @Test("A command that is killed, or takes too long, has no result")
    func silence() {
        #expect(Self.run("echo a; kill -9 $$") == nil)
        #expect(Self.run("echo a; exec sleep 600", seconds: 0) == nil)
        #expect(Self.run("exec yes", seconds: 0) == nil)
        var asked = 0
        let stopped = Errand.run("exec sleep 600", input: [], limit: .seconds(600)) {
            asked += 1
            return asked > 2
        }
        #expect(stopped == nil && asked == 3)
    }

    @Test("A command that is stopped is asked to end first, and may end its own children")
    func askedToEnd() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/errand-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
        let command = "cd '\(folder)' && trap '>over; exit' TERM; >ready; while :; do :; done"
        #expect(Errand.run(command, input: [], limit: .seconds(600)) { isThere("ready") } == nil)
        #expect(isThere("over"))
    }
}
