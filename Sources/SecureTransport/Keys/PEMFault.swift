/// Why a text is no PEM of the wanted sort: what is wrong, where, and what to do. It never repeats a key.
package struct PEMFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for a program.
    package enum Code: Hashable, Sendable {
        case tooLong, noBlock, escapedLineEnds, badBoundary, unfinished, badBase64, truncatedBase64, empty
        case wrongLabel, several, trailingText, encrypted
        case malformed, notEC, wrongCurve, weakKey
    }

    package let code: Code
    /// Counted from 1; nil when it is the whole text that is wrong.
    package let line: Int?
    /// A sentence for people.
    package let reason: String

    init(_ code: Code, line: Int? = nil, _ reason: String) {
        self.code = code
        self.line = line
        self.reason = reason
    }

    package var description: String { self.line.map { "line \($0): \(self.reason)" } ?? self.reason }
}
