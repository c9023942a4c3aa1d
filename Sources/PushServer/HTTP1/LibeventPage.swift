/// The HTML page that libevent itself sends when it refuses a request.
struct LibeventPage {
    /// The number of bytes in libevent's output before the page.
    let start: Int
    let refusal: EarlyRefusal

    private static let end = Array("</BODY></HTML>\n".utf8)
    /// The headers that occur only in libevent's own page.
    private static let mark = Array("\r\nContent-Type: text/html\r\nConnection: close\r\n".utf8)
    private static let version = Array("HTTP/1.".utf8)
    /// The maximum length of a page.
    private static let most = 512

    /// Finds a page at the end of libevent's output.
    init?(endOf bytes: UnsafeRawBufferPointer) {
        guard bytes.suffix(Self.end.count).elementsEqual(Self.end) else { return nil }
        let tail = bytes.suffix(Self.most)
        let starts = tail.indices.dropLast(Self.version.count)
        guard let start = starts.last(where: { tail[$0...].starts(with: Self.version) }) else { return nil }
        let line = tail[start...].prefix { $0 != 0x0D }
        guard bytes[line.endIndex...].starts(with: Self.mark) else { return nil }
        let words = line.split(separator: 0x20, maxSplits: 2)
        guard words.count > 1, let status = Int(String(decoding: words[1], as: UTF8.self)) else { return nil }
        self.start = start
        switch status {
        case 413: self.refusal = .bodyTooLong
        case 501: self.refusal = .unknownMethod
        default: self.refusal = .malformed
        }
    }
}
