/// The stored files of an app's platforms as one array of bytes, because an app of the lab stores one array.
struct PlatformDisk {
    private var files: [(path: String, content: [UInt8])] = []

    /// Reads the bytes that another process stored.
    ///
    /// Bytes in another format, such as another app's state, give an empty disk.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let path = Self.piece(&rest), let content = Self.piece(&rest) else {
                self.files = []
                return
            }
            self[String(decoding: path, as: UTF8.self)] = content
        }
    }

    subscript(path: String) -> [UInt8]? {
        get { self.files.first { $0.path == path }?.content }
        set {
            self.files.removeAll { $0.path == path }
            if let newValue { self.files.append((path, newValue)) }
        }
    }

    /// The paths and contents in alternating order. The length of each comes before it.
    var bytes: [UInt8] {
        self.files.flatMap { [Array($0.path.utf8), $0.content] }.reduce(into: []) { bytes, piece in
            let count = UInt32(piece.count)
            for shift in stride(from: 24 as UInt32, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
            bytes += piece
        }
    }

    private static func piece(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count >= 4 else { return nil }
        let count = Int(rest.prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) })
        rest = rest.dropFirst(4)
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
