/// The reason why a text is not the expected PEM: the problem, its line and the remedy. It never contains a key.
package struct PEMFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem, for programs.
    package enum Code: Hashable, Sendable {
        case tooLong, noBlock, escapedLineEnds, badBoundary, unfinished, badBase64, truncatedBase64, empty
        case wrongLabel, several, trailingText, encrypted
        case malformed, notEC, wrongCurve, weakKey
    }

    package let code: Code
    /// The line, counted from 1; nil if the whole text is wrong.
    package let line: Int?
    /// One sentence for humans.
    package let reason: String

    init(_ code: Code, line: Int? = nil, _ reason: String) {
        self.code = code
        self.line = line
        self.reason = reason
    }

    package var description: String { self.line.map { "line \($0): \(self.reason)" } ?? self.reason }
}
