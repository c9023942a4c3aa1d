/// A provider key as given in `--key KEYID:TEAMID:FILE`: its ids and its file.
struct ProviderKeyFile: Equatable, Sendable {
    var id: String
    var team: String
    var file: RawText

    init(id: String, team: String, file: RawText) { (self.id, self.team, self.file) = (id, team, file) }

    /// Parses the value of an option. Returns nil unless it has three non-empty parts.
    ///
    /// The file name may contain colons.
    init?(_ word: String) {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts.contains("") else { return nil }
        self.init(id: parts[0], team: parts[1], file: RawText(parts[2]))
    }
}
