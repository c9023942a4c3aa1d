/// The reason why a line of a capture or of an imported file cannot be read.
package struct CaptureFinding: Error, Hashable, Sendable {
    /// The kind of problem, for machines and tests.
    package enum Code: String, CaseIterable, Sendable {
        case noHeader, unknownVersion, tooLong, torn, notJSON, notAnObject, unknownKey, duplicateKey, missingKey
        case wrongValue
        /// The file to import has no content, or no payload can be read from it.
        case empty, notPayload
    }

    package let code: Code
    /// The line, counted from one.
    package var line: Int
    /// The column, counted from one in Unicode scalars; nil for the whole line.
    package var column: Int?
    /// One clause for humans. It may contain keys but no values.
    package let reason: String

    package init(_ code: Code, line: Int = 0, column: Int? = nil, _ reason: String) {
        self.code = code
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// The place as text: `17:4`, or `17` for the whole line.
    package var place: String { self.column.map { "\(self.line):\($0)" } ?? "\(self.line)" }
}
