/// The scenario files of a folder, without subfolders.
enum ScenarioFolder {
    private static let endings = [".yaml", ".yml", ".json"]
    /// The suffix of a JSON Schema file. An editor may need such a file in the folder, but it is not a scenario.
    private static let schemaEnding = ".schema.json"

    /// Returns the files of a folder, sorted by name.
    ///
    /// If the path is a file, returns the file itself.
    static func files(
        of input: RawText, _ console: inout Console, _ status: inout ExitStatus
    ) throws(RunEnd) -> [RawText] {
        guard input != "-", case .directory? = try? Platform.kind(of: input) else { return [input] }
        let name = TerminalText.escaped(input)
        let names: [RawText]
        do throws(SystemFailure) { names = try Platform.names(in: input) } catch {
            try console.complain("\(name): \(error.message)")
            status.worsen(to: .missingInput)
            return []
        }
        var found: [RawText] = []
        for name in names {
            guard Self.endings.contains(where: name.hasSuffix), !name.hasSuffix(Self.schemaEnding),
                !name.hasPrefix(".")
            else { continue }
            let path = input.appending(name)
            if case .directory? = try? Platform.kind(of: path) { continue }
            if try Self.isPassedOver(path, &console) {
                status.worsen(to: .missingInput)
            } else {
                found.append(name)
            }
        }
        if found.isEmpty {
            try console.complain("\(name): the folder has no scenario; 'shouldertap new' writes an example")
            status.worsen(to: .missingInput)
        }
        // The current folder is not part of the names.
        if input == "." { return found }
        return found.map(input.appending)
    }

    /// Whether a path is neither a file nor a folder.
    ///
    /// A pipe must not be opened, because opening it would wait for the other end.
    static func isNoFile(_ path: RawText) -> Bool {
        if case .other? = try? Platform.kind(of: path) { true } else { false }
    }

    /// Whether to skip a path because it is not a regular file. Used for paths that the user did not name directly.
    ///
    /// If the path is skipped, reports this.
    static func isPassedOver(_ path: RawText, _ console: inout Console) throws(RunEnd) -> Bool {
        guard Self.isNoFile(path) else { return false }
        try console.complain("skipping \(TerminalText.escaped(path)): it is not a regular file")
        return true
    }
}
