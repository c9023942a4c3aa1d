/// The first bytes of a request over HTTP/1.1. They contain the method and the path, or only the beginning of these.
struct RequestStart {
    private static let most = 64
    private var bytes: [UInt8] = []

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        self.bytes.append(contentsOf: bytes.prefix(Self.most - self.bytes.count))
    }

    mutating func removeAll() { self.bytes.removeAll(keepingCapacity: true) }

    private var words: [String] {
        let line = self.bytes.prefix { $0 != 0x0D && $0 != 0x0A }
        return line.split(separator: 0x20, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
    }

    var path: String {
        let words = self.words
        return words.count > 1 ? words[1] : ""
    }

    /// Whether the bytes begin a request with a method that no HTTP/1.1 server of this module supports.
    var hasUnknownMethod: Bool {
        let words = self.words
        guard words.count > 2 || words.count == 2 && self.bytes.count == Self.most else { return false }
        guard words.count == 2 || words[2].hasPrefix("HTTP/") || self.bytes.count == Self.most else { return false }
        return words[0].utf8.allSatisfy { 0x41...0x5A ~= $0 } && !HTTP1Method.all.contains { $0.name == words[0] }
    }
}
