/// Recognises payload files by their names.
enum PayloadFiles {
    static let lineEndings = [".jsonl", ".ndjson"]
    static let endings = [".json", ".apns"] + lineEndings

    static func holdsLines(_ name: RawText) -> Bool { self.lineEndings.contains(where: name.hasSuffix) }

    /// Whether a file with this name is read when its directory is an input.
    static func isPayload(_ name: RawText) -> Bool { self.endings.contains(where: name.hasSuffix) }
}
