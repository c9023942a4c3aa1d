/// The scenario files of a folder, without those of the folders in it.
enum ScenarioFolder {
    private static let endings = [".yaml", ".yml", ".json"]
    /// What `schema` writes, for an editor, may lie beside what it describes.
    private static let schemaEnding = ".schema.json"

    /// The files of a folder, in the order of their names; a file stands for itself.
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
            try console.complain("\(name): no scenario in this folder; 'shouldertap new' writes one to begin with")
            status.worsen(to: .missingInput)
        }
        // The folder that one is in goes without saying.
        if input == "." { return found }
        return found.map(input.appending)
    }

    /// Whether it is neither file nor folder: to open a pipe would wait for somebody at its other end.
    static func isNoFile(_ path: RawText) -> Bool {
        if case .other? = try? Platform.kind(of: path) { true } else { false }
    }

    /// Whether what nobody named is no file, which has then been told.
    static func isPassedOver(_ path: RawText, _ console: inout Console) throws(RunEnd) -> Bool {
        guard Self.isNoFile(path) else { return false }
        try console.complain("passing over \(TerminalText.escaped(path)): it is no file")
        return true
    }
}
