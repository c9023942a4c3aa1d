/// Swift source, taken apart into code and comments so that a rule sees only what it is about.
///
/// Lines and columns stay where they were: what does not belong is blanked, not removed. Code inside
/// string interpolation is code. Regex literals are read as code.
struct SwiftText {
    private enum Mode {
        /// Code, with the parentheses that are open since an interpolation began.
        case code(parentheses: Int)
        case string(hashes: Int, quotes: Int)
    }

    private let bytes: [UInt8]
    private var codeBytes: [UInt8]
    private var commentBytes: [UInt8]
    private var modes: [Mode] = [.code(parentheses: 0)]
    private var at = 0

    init(_ text: String) {
        self.bytes = Array(text.utf8)
        let blank = self.bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
        self.codeBytes = blank
        self.commentBytes = blank
        while self.at < self.bytes.count {
            switch self.modes[self.modes.count - 1] {
            case .code(let parentheses): self.readCode(parentheses)
            case .string(let hashes, let quotes): self.readString(hashes, quotes)
            }
        }
    }

    var code: [String] { Self.lines(self.codeBytes) }
    var comments: [String] { Self.lines(self.commentBytes) }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func sees(_ text: StaticString, at offset: Int = 0) -> Bool {
        let start = self.at + offset
        guard start + text.utf8CodeUnitCount <= self.bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { self.bytes[start + $0] == text.utf8Start[$0] }
    }

    private func count(of byte: UInt8, from start: Int) -> Int {
        self.bytes[min(start, self.bytes.count)...].prefix { $0 == byte }.count
    }

    private mutating func keep(_ count: Int = 1) {
        for _ in 0..<min(count, self.bytes.count - self.at) {
            self.codeBytes[self.at] = self.bytes[self.at]
            self.at += 1
        }
    }
}

extension SwiftText {
    private mutating func readCode(_ parentheses: Int) {
        let hashes = self.count(of: UInt8(ascii: "#"), from: self.at)
        let isNested = self.modes.count > 1
        if self.sees("//") || self.sees("/*") {
            self.readComment()
        } else if self.sees("\"", at: hashes) {
            let quotes = self.sees("\"\"\"", at: hashes) ? 3 : 1
            self.keep(hashes + quotes)
            self.modes.append(.string(hashes: hashes, quotes: quotes))
        } else if isNested, self.sees(")"), parentheses == 0 {
            self.keep()
            self.modes.removeLast()
        } else {
            let step = self.sees("(") ? 1 : self.sees(")") ? -1 : 0
            self.modes[self.modes.count - 1] = .code(parentheses: parentheses + (isNested ? step : 0))
            self.keep(max(hashes, 1))
        }
    }

    /// Block comments nest in Swift.
    private mutating func readComment() {
        let start = self.at
        if self.sees("//") {
            while self.at < self.bytes.count, !self.sees("\n") { self.at += 1 }
        } else {
            var depth = 0
            repeat {
                depth += self.sees("/*") ? 1 : self.sees("*/") ? -1 : 0
                self.at += self.sees("/*") || self.sees("*/") ? 2 : 1
            } while depth > 0 && self.at < self.bytes.count
        }
        self.at = min(self.at, self.bytes.count)
        self.commentBytes.replaceSubrange(start..<self.at, with: self.bytes[start..<self.at])
    }

    private mutating func readString(_ hashes: Int, _ quotes: Int) {
        let ends = self.count(of: UInt8(ascii: "\""), from: self.at) >= quotes
        if ends, self.count(of: UInt8(ascii: "#"), from: self.at + quotes) >= hashes {
            self.keep(quotes + hashes)
            self.modes.removeLast()
        } else if quotes == 1, self.sees("\n") {
            self.modes.removeLast()
        } else if self.sees("\\"), self.count(of: UInt8(ascii: "#"), from: self.at + 1) >= hashes {
            self.at += 1 + hashes
            if self.sees("(") {
                self.keep()
                self.modes.append(.code(parentheses: 0))
            } else if !self.sees("\n") {
                self.at += 1
            }
        } else {
            self.at += 1
        }
    }
}
