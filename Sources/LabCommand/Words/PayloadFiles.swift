/// Which files hold payloads, by their names.
enum PayloadFiles {
    static let lineEndings = [".jsonl", ".ndjson"]
    static let endings = [".json", ".apns"] + lineEndings

    static func holdsLines(_ name: RawText) -> Bool { self.lineEndings.contains(where: name.hasSuffix) }

    /// Whether a walk through a directory takes a file of this name.
    static func isPayload(_ name: RawText) -> Bool { self.endings.contains(where: name.hasSuffix) }
}
