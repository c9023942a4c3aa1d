/// One finding in a payload: the problem, its place and its remedy. It never contains the value itself.
public struct PayloadDiagnostic: Hashable, Sendable {
    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable {
        /// The finding is worth knowing, but nothing breaks.
        case note
        /// The payload is valid, but this is commonly a mistake.
        case warning
        /// The push will not work as intended, because of a reader, the push service or the system.
        case error
    }

    /// The code of the finding.
    public let code: Code
    /// The offset of the first affected byte.
    public let offset: Int
    /// The offset of the earlier byte that this finding contradicts, such as the first of two equal keys.
    public let earlierOffset: Int?
    /// The path to the finding, such as `aps.alert.title`; empty for the whole payload.
    public let path: String

    /// The severity of the finding. It is lower for a fault that a lenient reading tolerates.
    public let severity: Severity

    init(_ code: Code.Name, at offset: Int, path: String = "", earlier: Int? = nil, isTolerated: Bool = false) {
        self.code = Code(code)
        self.offset = offset
        self.earlierOffset = earlier
        self.path = path
        self.severity = isTolerated ? .warning : self.code.severity
    }

    /// One sentence that says what is wrong.
    public var message: String { self.code.message }
    /// One sentence that says what to do.
    public var remedy: String { self.code.remedy }
}
