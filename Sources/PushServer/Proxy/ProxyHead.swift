import Basics

/// Reads the head of a request to a proxy, up to its empty line.
struct ProxyHead {
    enum Verdict: Hashable {
        /// The client wants a tunnel. `rest` contains the bytes that arrived after the head.
        case connect(ProxyTarget, rest: [UInt8])
        case refused(ProxyRefusal)
    }

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The number of bytes that were searched for the end of the head, and whether the last line so far is empty.
    private var searched = 0
    private var lineIsEmpty = true

    init(limit: Int) { self.limit = limit }

    /// Adds bytes of the client.
    ///
    /// Returns nil until the head is complete or wrong.
    mutating func take(_ more: UnsafeRawBufferPointer) -> Verdict? {
        self.bytes += more
        guard let first = self.bytes.first else { return nil }
        guard ASCII.isLetter(first) else { return .refused(.notHTTP) }
        guard let end = self.findEnd(), end <= self.limit else {
            return self.bytes.count > self.limit ? .refused(.longHead(self.limit)) : nil
        }
        return self.read(end)
    }

    /// Searches for the empty line, and returns the place after it.
    private mutating func findEnd() -> Int? {
        while self.searched < min(self.bytes.count, self.limit) {
            let byte = self.bytes[self.searched]
            self.searched += 1
            switch byte {
            case 0x0D: continue
            case 0x0A where self.lineIsEmpty: return self.searched
            case 0x0A: self.lineIsEmpty = true
            default: self.lineIsEmpty = false
            }
        }
        return nil
    }

    private func read(_ end: Int) -> Verdict {
        let line = self.bytes[..<end].prefix { $0 != 0x0A && $0 != 0x0D }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0].utf8.allSatisfy(ASCII.isTokenCharacter), words[2].hasPrefix("HTTP/") else {
            return .refused(.badRequest)
        }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .refused(.otherVersion) }
        guard words[0] == "CONNECT" else {
            return .refused(words[1].contains("://") ? .plainRequest : .badRequest)
        }
        guard let target = ProxyTarget(words[1]) else { return .refused(.badTarget) }
        return .connect(target, rest: Array(self.bytes[end...]))
    }
}
