/// The recognition of payload files by name.
enum PayloadFiles {
    static let lineEndings = [".jsonl", ".ndjson"]
    static let endings = [".json", ".apns"] + lineEndings

    static func holdsLines(_ name: RawText) -> Bool { self.lineEndings.contains(where: name.hasSuffix) }

    /// Whether a file of this name is read from a directory.
    static func isPayload(_ name: RawText) -> Bool { self.endings.contains(where: name.hasSuffix) }
}
