/// A provider key as `--key KEYID:TEAMID:FILE` names it: its ids, and the file that it is in.
struct ProviderKeyFile: Equatable, Sendable {
    var id: String
    var team: String
    var file: RawText

    init(id: String, team: String, file: RawText) { (self.id, self.team, self.file) = (id, team, file) }

    /// Nil for a word without three parts, of which none is empty. The name of the file may have colons.
    init?(_ word: String) {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts.contains("") else { return nil }
        self.init(id: parts[0], team: parts[1], file: RawText(parts[2]))
    }
}
