import PushLab
import TestSupport
import Testing

@testable import LabScenario

@Suite("Refused scenarios")
struct RefusalTests {
    static let folder = ProjectFiles.fixtures("Scenarios/refused")
    static let files = ProjectFiles.names(in: folder).filter { $0.hasSuffix(".yaml") }

    static func faults(_ text: [UInt8]) -> [String] {
        guard case .faults(let faults) = ScenarioReading(text) else { return [] }
        return faults.map { "\($0.place.line):\($0.place.column): \($0.message)" }
    }

    @Test("There are enough refused files, each with its messages")
    func complete() {
        #expect(Self.files.count >= 60)
        let messages = ProjectFiles.names(in: Self.folder).filter { $0.hasSuffix(".faults") }
        #expect(messages == Self.files.map { "\($0).faults" }.sorted())
    }

    @Test("Each file is refused with exactly its messages", arguments: files)
    func refused(_ name: String) throws {
        let text = try #require(ProjectFiles.bytes("\(Self.folder)/\(name)"))
        let expected = try #require(ProjectFiles.bytes("\(Self.folder)/\(name).faults"))
        #expect(Self.faults(text) == String(decoding: expected, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test("Too large input is refused before it is read")
    func tooMuch() {
        let long = [UInt8](repeating: 0x23, count: YAMLTree.mostBytes + 1)
        #expect(Self.faults(long) == ["1:1: the file has 1048577 bytes; the limit is 1048576"])
        let many = Array("steps: [\(String(repeating: "1,", count: YAMLTree.mostNodes))]".utf8)
        #expect(
            Self.faults(many).first?.hasSuffix(": the file has more than 100000 values; split the scenario") == true)
        #expect(Self.faults(Array(String(repeating: "[", count: 1 << 20).utf8)).count == 1)
    }

    @Test("A file that is cut anywhere is read or refused")
    func everyPrefix() throws {
        let text = Array(
            Texts.scenario("  - {at: 2s, publish: {as: \"n1\", expires: 3m}}\n  - dismiss: {device: phone, n: n1}").utf8
        )
        for end in text.indices {
            guard case .faults(let faults) = ScenarioReading(Array(text[..<end])) else { continue }
            #expect(!faults.isEmpty)
        }
    }
}
