import Basics

/// What stands at the end of a way to a file that is included.
package enum PartContent: Hashable, Sendable {
    case text([UInt8])
    /// Nothing; `others` are there instead.
    case missing(others: [String])
    case folder
    /// A link, or something behind one.
    case link
    /// A pipe, a device or a socket.
    case noFile
    case tooLarge
    case unreadable(String)

    /// Looks behind a way; whoever calls it sees to it that no way leads out of the folder of the scenario.
    package typealias Source = (PartPath) -> PartContent

    /// Why there is no text, in words about the path as it was written; nil where there is one.
    func fault(of path: String) -> String? {
        switch self {
        case .text: nil
        case .missing(let others): "there is no file '\(path)'\(Self.remedy(for: path, among: others))"
        case .folder: "'\(path)' is a folder; name a file in it"
        case .link: "'\(path)' is a link or lies behind one, and an include follows none"
        case .noFile: "'\(path)' is no plain file"
        case .tooLarge: "'\(path)' is too large; at most \(YAMLTree.mostBytes) bytes are read"
        case .unreadable(let reason): "'\(path)' cannot be read: \(reason)"
        }
    }

    private static func remedy(for path: String, among others: [String]) -> String {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let meant = Spelling.nearest(to: names.last ?? "", in: others) else { return "" }
        return ": did you mean '\((names.dropLast() + [meant]).joined(separator: "/"))'?"
    }
}
