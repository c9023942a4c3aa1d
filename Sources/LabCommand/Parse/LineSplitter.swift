/// Splits a stream of chunks into lines.
///
/// A line ends with LF or CRLF. The last line may end with the stream.
struct LineSplitter {
    private let limit: Int
    private var text = PayloadText()
    private var number = 1
    private var lastByte: UInt8 = 0
    private var isBlank = true

    init(limit: Int = PayloadText.mostKept) { self.limit = limit }

    /// Passes each line that ends in `chunk` to `take`, except blank lines.
    mutating func feed<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (PayloadText) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = chunk[...]
        while let end = rest.firstIndex(of: 0x0A) {
            self.append(rest[..<end])
            rest = rest[(end + 1)...]
            try self.endLine(take)
        }
        self.append(rest)
    }

    /// Passes the last line to `take` if the stream ended without a line feed.
    mutating func finish<Failure: Error>(_ take: (PayloadText) throws(Failure) -> Void) throws(Failure) {
        try self.endLine(take)
    }

    private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let last = part.last else { return }
        self.lastByte = last
        if self.isBlank { self.isBlank = part.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
        self.text.append(UnsafeBufferPointer(rebasing: part), keeping: self.limit)
    }

    private mutating func endLine<Failure: Error>(
        _ take: (PayloadText) throws(Failure) -> Void
    ) throws(Failure) {
        var line = self.text
        let isPayload = !self.isBlank
        if isPayload, self.lastByte == 0x0D { line.removeLast() }
        line.line = self.number
        self.number += 1
        self.text = PayloadText()
        self.isBlank = true
        self.lastByte = 0
        if isPayload { try take(line) }
    }
}
