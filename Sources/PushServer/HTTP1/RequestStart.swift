/// The first bytes of an HTTP/1.1 request, and the part of the path that they contain.
struct RequestStart {
    private static let most = 64
    private var bytes: [UInt8] = []

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        self.bytes.append(contentsOf: bytes.prefix(Self.most - self.bytes.count))
    }

    mutating func removeAll() { self.bytes.removeAll(keepingCapacity: true) }

    var path: String {
        let line = self.bytes.prefix { $0 != 0x0D && $0 != 0x0A }
        let words = line.split(separator: 0x20, maxSplits: 2)
        return words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    }
}
