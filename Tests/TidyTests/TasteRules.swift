/// Preferences that hold for every Swift file.
enum TasteRules {
    static let mostLines = 500
    static let mostColumns = 120

    static func lengths(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file -> [Finding] in
            let long = file.lines.enumerated().compactMap { index, line -> Finding? in
                let columns = line.unicodeScalars.count
                guard columns > Self.mostColumns else { return nil }
                return file.finding(
                    index, "\(columns) columns, the most is \(Self.mostColumns)",
                    "Break the line; swift format cannot break a string or a comment.")
            }
            // A file that ends in a line feed has an empty piece behind it.
            let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
            guard count > Self.mostLines else { return long }
            let tooLong = file.finding(
                Self.mostLines, "\(count) lines, the most is \(Self.mostLines)", "Give the second idea its own file.")
            return long + [tooLong]
        }
    }

    /// ThreadSanitizer reports false races for `Synchronization.Mutex`.
    static func libraryLocks(_ files: [SourceFile]) -> [Finding] {
        files.filter { $0.module != nil }.flatMap { file in
            file.code.enumerated().compactMap { index, line in
                let words = Word.all(in: line).map(\.text)
                guard words.contains("Mutex") || words.contains("Synchronization") else { return nil }
                return file.finding(index, "Synchronization is not used here", "Use the package's own Lock.")
            }
        }
    }

    static func unexplainedSendable(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.code.enumerated().compactMap { index, line in
                guard line.contains("@unchecked"), index == 0 || file.comments[index - 1].allSatisfy(\.isWhitespace)
                else { return nil }
                return file.finding(
                    index, "@unchecked Sendable without a reason",
                    "Say on the line above which lock or thread makes it true.")
            }
        }
    }

    private static let naps: Set<String> = ["sleep", "usleep", "nanosleep"]

    /// Who waits by the clock waits too long on one machine and not long enough on another. A program under test that
    /// sleeps until it is ended sleeps for ten minutes.
    static func sleepers(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            zip(file.code, file.lines).enumerated().compactMap { index, line in
                let calls = Word.all(in: line.0).contains { Self.naps.contains($0.text) && $0.isCalled }
                let pieces = line.1.split(separator: "sleep ", omittingEmptySubsequences: false).dropFirst()
                guard calls || pieces.contains(where: { $0.first?.isNumber == true && !$0.hasPrefix("600") }) else {
                    return nil
                }
                return file.finding(index, "a nap", "Wait for what is to happen, not for a while.")
            }
        }
    }

    private static let promises: Set<String> = ["TODO", "FIXME", "XXX", "HACK"]

    static func promises(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.comments.enumerated().compactMap { index, comment in
                let word = Word.all(in: comment).first { Self.promises.contains($0.text) }
                guard let word else { return nil }
                return file.finding(index, "\(word.text) in a comment", "Do it now, or say only what is so.")
            }
        }
    }

    /// Comments that read like code that somebody switched off. Doc comments may show code.
    static func commentedOutCode(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.comments.enumerated().compactMap { index, comment in
                let text = comment.drop(while: \.isWhitespace)
                guard text.hasPrefix("//"), !text.hasPrefix("///"), Self.readsLikeCode(String(text.dropFirst(2)))
                else { return nil }
                return file.finding(index, "commented-out code", "Delete it; the history keeps it.")
            }
        }
    }

    private static let openings: Set<Substring> = [
        "let", "var", "func", "import", "struct", "class", "enum", "extension", "protocol", "private", "fileprivate",
        "public", "package", "internal", "static", "guard", "switch", "defer", "typealias", "init",
    ]

    private static func readsLikeCode(_ comment: String) -> Bool {
        let text = comment.split(separator: " ")
        guard let first = text.first, let last = text.last else { return false }
        if last.hasSuffix("{") || last.hasSuffix(";") || first.hasPrefix("}") || first.hasPrefix("@") { return true }
        let tail = comment.drop { $0 == " " }
        if Self.openings.contains(first) {
            return first == "import" ? text.count == 2 : ["=", "(", ":", "{"].contains { tail.contains($0) }
        }
        let call = first == "return" ? tail.dropFirst("return ".count) : tail
        return call.hasSuffix(")") && call.contains("(") && call.prefix { $0 != "(" }.allSatisfy { $0 != " " }
    }
}
