import Basics

/// The way from the folder of a scenario down to a file that it includes.
package struct PartPath: Hashable, Sendable {
    /// Why a text is no such way.
    struct Objection: Error { let words: String }

    static let mostBytes = 1_024

    /// Folders, and the file last. None is empty, and none leads upwards or stays where it is.
    package let names: [String]

    package var text: String { self.names.joined(separator: "/") }

    /// The scenario's own file.
    init(file: String) { self.names = [file] }

    /// What a file in `folder` means by a text.
    init(_ text: String, in folder: ArraySlice<String>) throws(Objection) {
        guard !text.isEmpty else { throw Objection(words: "'include' names a file, and this is empty") }
        guard !text.utf8.contains(0) else { throw Objection(words: "the name of a file has no NUL") }
        let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.first != "", !names.contains("..") else {
            throw Objection(words: "'\(text)' leads elsewhere; an include names a file of its own folder or below it")
        }
        guard !names.contains(""), names.last != "." else {
            throw Objection(words: "'\(text)' names no file; write it like parts/people.yaml")
        }
        self.names = folder + names.filter { $0 != "." }
    }

    // Names are bytes to the system: two spellings of one letter are two files.
    package static func == (one: PartPath, other: PartPath) -> Bool {
        one.names.map(ExactText.init) == other.names.map(ExactText.init)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.names.map(ExactText.init)) }

    /// The folders above the file.
    var folder: ArraySlice<String> { self.names.dropLast() }
}
