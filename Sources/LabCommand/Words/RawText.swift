/// A word or a name from the system: bytes, which may be invalid UTF-8.
struct RawText: Hashable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }
    init(_ text: String) { self.bytes = Array(text.utf8) }
    init(stringLiteral text: String) { self.init(text) }

    /// The bytes as text.
    ///
    /// Invalid UTF-8 becomes U+FFFD.
    var text: String { String(decoding: self.bytes, as: UTF8.self) }

    /// Whether the bytes are valid UTF-8, so that the text loses nothing.
    var isUTF8: Bool { self.text.utf8.elementsEqual(self.bytes) }

    func hasSuffix(_ ending: String) -> Bool {
        self.bytes.count >= ending.utf8.count && self.bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }

    func hasPrefix(_ start: String) -> Bool { self.bytes.starts(with: start.utf8) }

    /// Splits a path into its directory and its name.
    func split() -> (directory: RawText, name: RawText) {
        guard let slash = self.bytes.lastIndex(of: 0x2F) else { return (".", self) }
        return (RawText(bytes: Array(self.bytes[...slash])), RawText(bytes: Array(self.bytes[(slash + 1)...])))
    }

    /// Returns the path of an entry in the folder with this path.
    func appending(_ name: RawText) -> RawText {
        RawText(bytes: self.bytes + (self.hasSuffix("/") ? [] : [0x2F]) + name.bytes)
    }

    func appending(_ name: String) -> RawText { self.appending(RawText(name)) }

    /// The paths of the parent folders, the outermost first.
    var ancestors: [RawText] {
        self.bytes.indices.filter { self.bytes[$0] == 0x2F && $0 > 0 }.map { RawText(bytes: Array(self.bytes[..<$0])) }
    }
}
