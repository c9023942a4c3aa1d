/// One Swift file: its lines as written, as bare code, and as bare comments.
struct SourceFile: Sendable {
    let path: String
    let lines: [String]
    /// The lines with comments and the insides of string literals blanked.
    let code: [String]
    /// The lines with everything but comments blanked.
    let comments: [String]

    init(path: String, text: String) {
        let split = SwiftText(text)
        self.path = path
        self.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        self.code = split.code
        self.comments = split.comments
    }

    /// The folder under `Sources` that the file belongs to, or nil for tests and the manifest.
    var module: String? {
        let parts = self.path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    func finding(_ index: Int, _ what: String, _ remedy: String) -> Finding {
        Finding(path: self.path, line: index + 1, what: what, remedy: remedy)
    }
}

/// What a rule has against one line.
struct Finding: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let what: String
    let remedy: String

    var description: String { "\(self.path):\(self.line): \(self.what). \(self.remedy)" }
}
