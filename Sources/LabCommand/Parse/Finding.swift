import ShoulderTap

/// A finding of the library, in the form that reports use. A report may also have a finding of which only the text is
/// known.
struct Finding: Equatable {
    let code: String
    let severity: PayloadDiagnostic.Severity
    let offset: Int
    let earlierOffset: Int?
    let path: String
    let message: String
    let remedy: String
}

extension Finding {
    init(_ diagnostic: PayloadDiagnostic) {
        self.init(
            code: diagnostic.code.description, severity: diagnostic.severity, offset: diagnostic.offset,
            earlierOffset: diagnostic.earlierOffset, path: diagnostic.path, message: diagnostic.message,
            remedy: diagnostic.remedy)
    }
}
