/// Rules for the mistakes that `.ci/mutants` plants: they are patches, and the sources are free of them.
enum MutantRules {
    static let folder = "Tests/Mutants"
    static let table = "Fixtures/Golden/mutants.txt"

    static func planted(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.code.enumerated().compactMap { index, line in
                guard line.contains("#if Mutants") || Word.all(in: line).contains(where: { $0.text == "mutated" })
                else { return nil }
                return file.finding(index, "a planted mistake", "Write it as a patch under \(Self.folder).")
            }
        }
    }

    /// A line of the table names each patch and the promise that it breaks, and there is a patch for each line.
    static func strangers(_ patches: [MutantPatch], in table: String) -> [Finding] {
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        let names = patches.map { "\($0.name) \($0.promise)" }
        let unnamed = patches.filter { !rows.contains("\($0.name) \($0.promise)") }.map {
            $0.finding("no line of \(Self.table) has its name and promise", "Run .ci/mutants --record.")
        }
        return unnamed
            + rows.enumerated().filter { !names.contains($0.element) }.map { index, row in
                let remedy = "Run .ci/mutants --record."
                return Finding(path: Self.table, line: index + 1, what: "no patch is “\(row)”", remedy: remedy)
            }
    }

    static func shapes(_ patches: [MutantPatch]) -> [Finding] {
        patches.flatMap { patch -> [Finding] in
            let mutated = "mutated(.\(patch.caseName))"
            let calls = patch.added.flatMap { line in line.split(separator: "mutated(").dropFirst() }
            let isGuarded = calls.count == 1 && patch.added.contains { $0.contains(mutated) }
            let stray = patch.files.first { !$0.hasPrefix("Sources/") }
            return [
                patch.promise.isEmpty
                    ? patch.finding("the first line is not its promise and its mistake", "Write `P1: The mistake.`")
                    : nil,
                isGuarded
                    ? nil : patch.finding("it does not call \(mutated) once", "Guard the mistake with one such call."),
                stray.map { patch.finding("it changes \($0)", "Plant mistakes under Sources alone.") },
            ].compactMap(\.self)
        }
    }
}

/// A file under `Tests/Mutants`.
struct MutantPatch {
    let name: String
    /// The promise that the mistake breaks; empty when the first line does not say it.
    let promise: String
    /// The files that it changes, and the lines that it adds to them.
    let files: [String]
    let added: [String]

    init(name: String, text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let head = lines.first?.split(separator: ": ", maxSplits: 1) ?? []
        let isHead = head.count == 2 && head[0].hasPrefix("P") && Int(head[0].dropFirst()) != nil && head[1].last == "."
        self.name = name
        self.promise = isHead ? String(head[0]) : ""
        self.files = lines.filter { $0.hasPrefix("+++ b/") }.map { String($0.dropFirst(6)) }
        self.added = lines.filter { $0.hasPrefix("+") && !$0.hasPrefix("+++ ") }
    }

    /// The name as it is spelled in Swift.
    var caseName: String {
        let words = self.name.split(separator: "-").map(String.init)
        let later = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return words[0] + later.joined()
    }

    func finding(_ what: String, _ remedy: String) -> Finding {
        Finding(path: "\(MutantRules.folder)/\(self.name).patch", line: 1, what: what, remedy: remedy)
    }
}

extension Project {
    static var mutants: [MutantPatch] {
        Self.paths(under: MutantRules.folder).filter { $0.hasSuffix(".patch") }.map { path in
            let name = path.dropFirst(MutantRules.folder.count + 1).dropLast(".patch".count)
            return MutantPatch(name: String(name), text: Self.text(of: path) ?? "")
        }
    }
}
