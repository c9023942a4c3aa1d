/// One module that a file names in an `import` or asks for with `canImport`.
struct Import: Equatable {
    let module: String
    let index: Int

    static func all(in file: SourceFile) -> [Import] {
        file.code.enumerated().flatMap { index, line in
            Self.modules(in: line).map { Import(module: $0, index: index) }
        }
    }

    private static let accessWords: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kindWords: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    private static func modules(in line: String) -> [String] {
        guard line.contains("mport") else { return [] }
        let asked = line.split(separator: "canImport(").dropFirst().compactMap { rest in
            rest.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.first.map(String.init)
        }
        let words = line.split { $0 == " " || $0 == ";" }
        let rest = words.drop { $0.hasPrefix("@") || Self.accessWords.contains($0) }
        guard rest.first == "import" else { return asked }
        let name = rest.dropFirst().drop { Self.kindWords.contains($0) }.first?.split(separator: ".").first
        return asked + [name.map(String.init)].compactMap { $0 }
    }
}

enum ImportRules {
    /// Every import stands in the table of arrows.
    static func arrows(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file -> [Finding] in
            guard let name = file.module, let module = Module.byName[name] else { return [] }
            let allowed = module.allowed.union(module.outside)
            return Import.all(in: file).filter { $0.module != "Swift" && !allowed.contains($0.module) }.map {
                file.finding(
                    $0.index, "\(name) must not know \($0.module)",
                    module.nature == .pure
                        ? "\(name) is pure: hand it in as a value or a closure instead."
                        : "Use a module that Tests/TidyTests/Arrows.swift allows here, or move the code.")
            }
        }
    }

    /// Every folder under `Sources` stands in the table.
    static func strangers(_ folders: [String]) -> [Finding] {
        folders.filter { Module.byName[$0] == nil }.map {
            Finding(
                path: "Sources/\($0)", line: 1, what: "nobody knows this module",
                remedy: "Add it to the table in Tests/TidyTests/Arrows.swift, with the arrows that it may have.")
        }
    }

    /// The C library of the platform is named in one file of a module, so that another platform changes one file.
    static func oneDoorToLibc(_ files: [SourceFile]) -> [Finding] {
        var doors: [String: String] = [:]
        return files.flatMap { file -> [Finding] in
            guard let name = file.module else { return [] }
            return Import.all(in: file).filter { Module.libc.contains($0.module) }.compactMap {
                let door = doors[name, default: file.path]
                doors[name] = door
                guard door != file.path else { return nil }
                return file.finding(
                    $0.index, "\(name) imports \($0.module) a second time",
                    "Put what is needed from it into \(door).")
            }
        }
    }
}
