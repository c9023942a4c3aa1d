/// Rules for the folders of `PushLab`, which is too large for a module without rooms.
enum FolderRules {
    static let mostLines = 250

    /// Every type that a file names belongs to its own folder, or to one that its folder may know.
    static func arrows(_ files: [SourceFile]) -> [Finding] {
        let homes = Self.homes(of: files)
        return files.flatMap { file -> [Finding] in
            guard let name = file.folder, let folder = Folder.byName[name] else { return [] }
            let own = Self.types(declaredIn: files.filter { $0.folder == name })
            return file.code.enumerated().flatMap { index, line -> [Finding] in
                Word.all(in: line).compactMap { word in
                    guard word.owner == nil, !own.contains(word.text), let home = homes[word.text], home != name,
                        !folder.knows.contains(home)
                    else { return nil }
                    return file.finding(
                        index, "\(name) must not know \(home), where \(word.text) lives",
                        "Hand it in as a value, or move the code; Tests/TidyTests/Folders.swift has the table.")
                }
            }
        }
    }

    /// Every folder stands in the table.
    static func strangers(_ files: [SourceFile]) -> [Finding] {
        files.filter { $0.folder.map { Folder.byName[$0] == nil } ?? false }.map {
            $0.finding(0, "nobody knows this folder", "Add it to the table in Tests/TidyTests/Folders.swift.")
        }
    }

    static func lengths(_ files: [SourceFile]) -> [Finding] {
        files.filter { $0.folder != nil && $0.lines.count - 1 > Self.mostLines }.map {
            $0.finding(
                Self.mostLines, "\($0.lines.count - 1) lines, the most is \(Self.mostLines)",
                "Give the second idea its own file.")
        }
    }

    private static let declaring: Set<String> = ["struct", "class", "enum", "protocol", "typealias"]
    private static let hidden: Set<String> = ["private", "fileprivate"]

    /// The folder in which each type is declared that others can see, outside of all others.
    private static func homes(of files: [SourceFile]) -> [String: String] {
        var homes: [String: String] = [:]
        for file in files {
            guard let folder = file.folder else { continue }
            for line in file.code where line.first.map({ !$0.isWhitespace }) ?? false {
                guard let name = Self.declared(in: line) else { continue }
                homes[name] = folder
            }
        }
        return homes
    }

    /// All types that a folder declares, also inside of others: they hide those of other folders.
    private static func types(declaredIn files: [SourceFile]) -> Set<String> {
        Set(files.flatMap { $0.code.compactMap(Self.declared) })
    }

    private static func declared(in line: String) -> String? {
        let words = Word.all(in: line).map(\.text)
        guard let place = words.firstIndex(where: Self.declaring.contains), place + 1 < words.count,
            Self.hidden.isDisjoint(with: words[..<place])
        else { return nil }
        return words[place + 1]
    }
}

extension SourceFile {
    /// The folder of `PushLab` that the file is in; nil for files elsewhere.
    var folder: String? {
        let parts = self.path.split(separator: "/")
        return parts.count > 3 && parts[0] == "Sources" && parts[1] == Folder.module ? String(parts[2]) : nil
    }
}
