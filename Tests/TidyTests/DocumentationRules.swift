/// Every symbol that a stranger can see says what it is.
///
/// Reads line by line: one declaration a line, its `///` above it, attributes in between.
enum DocumentationRules {
    private enum Scope {
        /// Members say `public` themselves.
        case plain
        /// Members are public unless they say otherwise: an extension that is public, a public protocol.
        case open
        /// As `plain`, and every case is public.
        case publicEnum
    }

    private static let access: Set<String> = ["public", "open", "package", "internal", "fileprivate", "private"]
    private static let modifiers: Set<String> = [
        "static", "class", "final", "mutating", "nonmutating", "nonisolated", "override", "convenience", "required",
        "lazy", "weak", "unowned", "indirect", "borrowing", "consuming", "isolated", "distributed", "dynamic",
        "optional", "prefix", "postfix", "infix", "unsafe",
    ]
    private static let declarations: Set<String> = [
        "func", "var", "let", "init", "subscript", "typealias", "associatedtype", "struct", "class", "enum",
        "protocol", "actor", "macro", "operator", "precedencegroup",
    ]

    static func undocumented(_ files: [SourceFile]) -> [Finding] { files.flatMap(Self.undocumented) }

    private static func undocumented(in file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        var scopes: [Scope] = [.plain]
        for (index, line) in file.code.enumerated() {
            let words = Self.words(of: line)
            if let scope = scopes.last, Self.isPromised(words, in: scope), !Self.isDocumented(index, in: file) {
                let name = words.drop { Self.access.contains($0) || Self.modifiers.contains($0) }.prefix(2)
                findings.append(
                    file.finding(
                        index, "\(name.joined(separator: " ")) is public and says nothing",
                        "Put one sentence in /// above it."))
            }
            for character in line where character == "{" || character == "}" {
                if character == "{" {
                    scopes.append(Self.scope(opening: words, in: scopes.last ?? .plain))
                } else if scopes.count > 1 {
                    scopes.removeLast()
                }
            }
        }
        return findings
    }

    /// The words of a declaration, without attributes and without the argument of `private(set)`.
    private static func words(of line: String) -> [String] {
        let bare = line.split(separator: " ").drop { $0.hasPrefix("@") }
        return bare.filter { !$0.hasSuffix("(set)") }.map { word in
            let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return name.isEmpty ? String(word) : String(name)
        }
    }

    private static func isPromised(_ words: [String], in scope: Scope) -> Bool {
        let levels = words.prefix { Self.access.contains($0) || Self.modifiers.contains($0) }
        // `class` is a modifier before `func` and a declaration before a name.
        let rest = levels.last == "class" ? words[(levels.count - 1)...] : words[levels.count...]
        guard let word = rest.first else { return false }
        if word == "case" { return scope == .publicEnum }
        guard Self.declarations.contains(word) else { return false }
        let level = levels.first { Self.access.contains($0) }
        return level == "public" || level == "open" || (level == nil && scope == .open)
    }

    private static func scope(opening words: [String], in scope: Scope) -> Scope {
        guard let kind = words.first(where: { ["extension", "protocol", "enum"].contains($0) }) else { return .plain }
        let level = words.prefix { $0 != kind }.first { Self.access.contains($0) }
        let isPublic = level == "public" || level == "open" || (level == nil && scope == .open)
        guard isPublic else { return .plain }
        return kind == "enum" ? .publicEnum : .open
    }

    private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
        let above = file.lines[..<index].reversed().map { $0.drop { $0 == " " } }
        // An attribute may depend on the compiler.
        let first = above.first { !$0.hasPrefix("@") && !$0.hasPrefix("#if ") && !$0.hasPrefix("#endif") }
        return first?.hasPrefix("///") == true
    }
}
