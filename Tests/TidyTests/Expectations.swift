import Testing

/// Fails once for each finding, in its own words.
func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
    for finding in findings {
        Issue.record(Comment(rawValue: finding.description), sourceLocation: sourceLocation)
    }
}

extension SourceFile {
    /// A file that exists in a test only.
    static func sample(_ text: String, path: String = "Sources/ShoulderTap/Sample.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }
}
