/// What the platforms of an app have stored, as one piece of bytes, since an app of the lab has one to keep.
struct PlatformDisk {
    private var files: [(path: String, content: [UInt8])] = []

    /// Reads what another process left. What is no such thing, such as the state of another app, is an empty disk.
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

    /// Paths and contents in turn, each behind its length.
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
