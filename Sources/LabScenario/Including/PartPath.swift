import Basics

/// The path from the folder of a scenario to a file that it includes.
package struct PartPath: Hashable, Sendable {
    /// The reason why a text is not a valid path.
    struct Objection: Error { let words: String }

    static let mostBytes = 1_024

    /// The names of the folders, followed by the name of the file.
    ///
    /// No name is empty, `.` or `..`.
    package let names: [String]

    package var text: String { self.names.joined(separator: "/") }

    /// Creates the path of the scenario's own file.
    init(file: String) { self.names = [file] }

    /// Parses a text as a path relative to `folder`.
    init(_ text: String, in folder: ArraySlice<String>) throws(Objection) {
        guard !text.isEmpty else { throw Objection(words: "'include' is empty; name a file") }
        guard !text.utf8.contains(0) else {
            throw Objection(words: "the file name contains a NUL character; remove it")
        }
        let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.first != "", !names.contains("..") else {
            throw Objection(words: "'\(text)' is outside the folder of this file; include files in it or below it")
        }
        guard !names.contains(""), names.last != "." else {
            throw Objection(words: "'\(text)' is not a file path; write it like parts/people.yaml")
        }
        self.names = folder + names.filter { $0 != "." }
    }

    // The operating system compares names as bytes: two Unicode spellings of the same letter are two different files.
    package static func == (one: PartPath, other: PartPath) -> Bool {
        one.names.map(ExactText.init) == other.names.map(ExactText.init)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.names.map(ExactText.init)) }

    /// The folders that contain the file, relative to the folder of the scenario.
    var folder: ArraySlice<String> { self.names.dropLast() }
}
