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
            switch try? Platform.kind(of: path) {
            case .directory: continue
            case .other:
                // To open a pipe would wait for somebody who writes into it.
                try console.complain("passing over \(TerminalText.escaped(path)): it is no file")
                status.worsen(to: .missingInput)
            default: found.append(name)
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
}
