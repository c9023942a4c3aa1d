import Foundation
import Testing

@testable import LabCommand

/// The numbers that scripts rely on, and the pages that tell them.
@Suite("Exit statuses")
struct ExitStatusTests {
    static let numbers = LabCommand.ExitStatus.allCases.map(\.rawValue)

    @Test("Of several exit statuses the most severe wins, in any order")
    func precedence() {
        let order: [LabCommand.ExitStatus] = [
            .passed, .refused, .badData, .missingInput, .unavailable, .broken, .outputFailed,
        ]
        for (low, lesser) in order.enumerated() {
            for graver in order[low...] {
                var (one, other) = (lesser, graver)
                one.worsen(to: graver)
                other.worsen(to: lesser)
                #expect(one == graver && other == graver)
            }
        }
    }

    @Test("The numbers that scripts rely on")
    func numbersStay() { #expect(Self.numbers == [0, 1, 2, 64, 65, 66, 69, 70, 74, 130, 143]) }

    @Test("README lists them, and no others")
    func readme() throws {
        let text = try Self.text(of: "README.md")
        let list = try #require(text.firstMatch(of: /Exit codes are part of the interface:([^.]*)\./)).output.1
        #expect(list.matches(of: /(?:^|;)\s+(\d+) [a-z]/).compactMap { Int32($0.output.1) } == Self.numbers)
    }

    @Test("The article on verdicts lists them, and no others")
    func article() throws {
        let text = try Self.text(of: "Sources/ShoulderTap/ShoulderTap.docc/ReadingAVerdict.md")
        let section = try #require(text.firstMatch(of: /### Exit codes\n((?:[^#]|\n)*)/)).output.1
        let rows = section.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| (\d+) \|/)?.output.1 }
        #expect(rows.compactMap { Int32($0) } == Self.numbers)
    }

    private static func text(of path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
