import Basics

/// The result of reading the path of an included file.
package enum PartContent: Hashable, Sendable {
    case text([UInt8])
    /// A missing file; `others` are the files that exist in the folder.
    case missing(others: [String])
    case folder
    /// A link, or a file in a linked folder.
    case link
    /// A pipe, a device or a socket.
    case noFile
    case tooLarge
    case unreadable(String)

    /// Reads the file at a path.
    ///
    /// The caller makes sure that no path leaves the folder of the scenario.
    package typealias Source = (PartPath) -> PartContent

    /// Returns a message if the path does not lead to a file with readable text. Otherwise returns nil. `path` is the
    /// path as the user wrote it.
    func fault(of path: String) -> String? {
        switch self {
        case .text: nil
        case .missing(let others): "cannot find the file '\(path)'\(Self.remedy(for: path, among: others))"
        case .folder: "'\(path)' is a folder; name a file in it"
        case .link: "'\(path)' is or contains a symbolic link; name the file itself"
        case .noFile: "'\(path)' is not a regular file; name a scenario file"
        case .tooLarge: "'\(path)' is larger than the limit of \(YAMLTree.mostBytes) bytes; split it"
        case .unreadable(let reason): "'\(path)' cannot be read: \(reason)"
        }
    }

    private static func remedy(for path: String, among others: [String]) -> String {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let meant = Spelling.nearest(to: names.last ?? "", in: others) else { return "" }
        return ": did you mean '\((names.dropLast() + [meant]).joined(separator: "/"))'?"
    }
}
