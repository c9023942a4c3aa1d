import Basics
import ShoulderTap

/// Reads verdict files, and reports the invalid line.
struct VerdictReader {
    struct Complaint: Error, Equatable {
        let line: Int
        let message: String
    }

    private enum Mode: String, CaseIterable { case strict, lenient }

    private var file = VerdictFile(strict: nil, lenient: nil)
    private var mode: Mode?
    private var number = 0

    static func read(_ bytes: [UInt8]) throws(Complaint) -> VerdictFile {
        var reader = VerdictReader()
        reader.file.comments = Self.leadingComments(of: bytes)
        for line in Self.lines(of: bytes) { try reader.take(line) }
        if reader.mode == nil { throw reader.complaint("the file has no section; add 'strict KIND' or 'lenient KIND'") }
        return reader.file
    }

    /// Returns the lines that start with # at the top, even of a file that is otherwise damaged.
    static func leadingComments(of bytes: [UInt8]) -> [String] {
        Array(self.lines(of: bytes).prefix { $0.hasPrefix("#") })
    }

    private static func lines(of bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }

    private mutating func take(_ line: String) throws(Complaint) {
        self.number += 1
        if line.hasPrefix("#") || line.allSatisfy({ $0 == " " }) { return }
        if line.hasPrefix(" ") {
            try self.takeFinding(line.drop(while: { $0 == " " }))
        } else {
            try self.takeHeadline(line)
        }
    }

    private mutating func takeHeadline(_ line: String) throws(Complaint) {
        let words = line.split(separator: " ")
        let first = words.first.map(String.init) ?? ""
        guard let mode = Mode(rawValue: first) else {
            throw self.unknown("section", first, Mode.allCases.map(\.rawValue))
        }
        guard words.count >= 2 else { throw self.complaint("the section has no kind; add one") }
        guard let kind = PayloadKind(words[1]) else {
            throw self.unknown("kind", String(words[1]), PayloadKind.all.map(\.description))
        }
        guard words.count == 2 || (words.count == 3 && words[2] == "tap") else {
            throw self.complaint("unexpected word after the kind; only 'tap' may follow it")
        }
        let verdict = Verdict(kind: kind, isTap: words.count == 3)
        switch mode {
        case .strict where self.file.strict == nil: self.file.strict = verdict
        case .lenient where self.file.lenient == nil: self.file.lenient = verdict
        default: throw self.complaint("the section '\(first)' occurs twice; remove one")
        }
        self.mode = mode
    }

    private mutating func takeFinding(_ line: Substring) throws(Complaint) {
        guard let mode = self.mode else {
            throw self.complaint(
                "the finding is before the first section; add 'strict KIND' or 'lenient KIND' above it")
        }
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard let code = PayloadDiagnostic.Code(words[0]) else {
            throw self.unknown("code", String(words[0]), PayloadDiagnostic.Code.all.map(\.description))
        }
        guard words.count >= 2, let offset = Int(words[1]), offset >= 0 else {
            throw self.complaint("the finding needs a byte offset after its code")
        }
        guard let path = VerdictFile.unescaped(words.count == 3 ? words[2] : "") else {
            throw self.complaint("the path has an invalid escape; write it as \\u{…}")
        }
        let finding = Verdict.Finding(code: code, offset: offset, path: path)
        switch mode {
        case .strict: self.file.strict?.findings.append(finding)
        case .lenient: self.file.lenient?.findings.append(finding)
        }
    }

    private func complaint(_ message: String) -> Complaint { Complaint(line: self.number, message: message) }

    private func unknown(_ role: String, _ word: String, _ known: [String]) -> Complaint {
        let guess = Spelling.suggestion(for: word, in: known)
        return self.complaint("unknown \(role) '\(TerminalText.escaped(word))'\(guess)")
    }
}
