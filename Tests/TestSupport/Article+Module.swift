/// What articles and the sources of their module have to agree on.
extension Article {
    /// Whether the lines of `block` follow one another in `source`, all of them indented alike.
    package static func contains(_ source: [String], _ block: [String]) -> Bool {
        guard let first = block.first else { return false }
        return source.indices.contains { start in
            guard source[start].hasSuffix(first), start + block.count <= source.count else { return false }
            let indent = String(source[start].dropLast(first.count))
            guard indent.allSatisfy({ $0 == " " }) else { return false }
            return zip(source[start...], block).allSatisfy { $0 == $1 || $0 == indent + $1 }
        }
    }

    /// Code in the comments of a module's symbols, which is indented by four blanks.
    package static func examplesOfSymbols(of module: String) -> [[String]] {
        var blocks: [[String]] = []
        for source in Self.sources(of: module) {
            var isInside = false
            for line in source {
                let comment = line.drop { $0 == " " }
                let isCode = comment.hasPrefix("///     ")
                if isCode, !isInside { blocks.append([]) }
                if isCode { blocks[blocks.count - 1].append(String(comment.dropFirst(8))) }
                isInside = isCode
            }
        }
        return blocks
    }

    /// The public types of a module, those inside another as `Outer/Inner`.
    package static func publicTypes(of module: String) -> [String] {
        var types: [String] = []
        for source in Self.sources(of: module) {
            var outer = ""
            for line in source {
                let isIndented = line.hasPrefix(" ")
                let words = line.split { " :<{".contains($0) }.map(String.init).filter { $0 != "final" }
                if !isIndented, words.first == "extension" { outer = words[1] }
                guard words.first == "public", words.count > 2,
                    ["struct", "enum", "class", "protocol"].contains(words[1])
                else { continue }
                types.append(isIndented ? "\(outer)/\(words[2])" : words[2])
                if !isIndented { outer = words[2] }
            }
        }
        return types
    }

    private static func sources(of module: String) -> [[String]] {
        let folder = ProjectFiles.root + "/Sources/" + module
        return ProjectFiles.tree(under: folder).filter { $0.hasSuffix(".swift") }.map { path in
            lines(of: String(decoding: ProjectFiles.bytes(folder + "/" + path) ?? [], as: UTF8.self))
        }
    }
}
