/// One finding in a payload: what, where, and what to do about it. Never the value itself.
public struct PayloadDiagnostic: Hashable, Sendable {
    /// How much a finding weighs.
    public enum Severity: String, Hashable, Sendable {
        /// Worth knowing; nothing breaks.
        case note
        /// Legal, but commonly a mistake.
        case warning
        /// A reader, the push service or the system will not do what the sender means.
        case error
    }

    /// What was found.
    public let code: Code
    /// Offset of the first byte concerned.
    public let offset: Int
    /// Offset of the earlier byte that this finding contradicts, such as the first of two equal keys.
    public let earlierOffset: Int?
    /// The keys that lead here, such as `aps.alert.title`; empty for the whole payload.
    public let path: String

    /// How much the finding weighs; what a lenient reading lets pass weighs less.
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
