/// Why a line of a capture, or of what was to become one, was not understood.
package struct CaptureFinding: Error, Hashable, Sendable {
    /// What is wrong, for machines and tests.
    package enum Code: String, CaseIterable, Sendable {
        case noHeader, unknownVersion, tooLong, torn, notJSON, notAnObject, unknownKey, duplicateKey, missingKey
        case wrongValue
        /// Of imports: nothing is there, or no payload can be read out of it.
        case empty, notPayload
    }

    package let code: Code
    /// Counted from one.
    package var line: Int
    /// Counted from one in Unicode scalars; nil for a line as a whole.
    package var column: Int?
    /// One clause for people; it repeats keys, never values.
    package let reason: String

    package init(_ code: Code, line: Int = 0, column: Int? = nil, _ reason: String) {
        self.code = code
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// `17:4`, or `17` for the line as a whole.
    package var place: String { self.column.map { "\(self.line):\($0)" } ?? "\(self.line)" }
}
