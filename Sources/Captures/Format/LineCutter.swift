/// Splits a stream that arrives in chunks into lines.
///
/// A line ends with LF or CRLF. The last line may end with the stream. Lines over the limit are dropped, which limits
/// memory use.
package struct LineCutter: Sendable {
    package struct Line: Hashable, Sendable {
        /// The line number, counted from one.
        package let number: Int
        /// The bytes without the line ending; empty for a line over the limit.
        package let bytes: [UInt8]
        package let isTooLong: Bool
        /// Whether a line feed ended the line. False if the end of the stream ended it.
        package let isEnded: Bool
    }

    package let limit: Int
    private var bytes: [UInt8] = []
    private var isTooLong = false
    private var number = 1

    package init(limit: Int) { self.limit = limit }

    /// Passes each line that ends in `chunk` to `take`. Empty lines are included.
    package mutating func feed<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (Line) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = chunk[...]
        while let line = self.line(from: &rest) { try take(line) }
    }

    /// Whether an incomplete line is stored.
    package var isInLine: Bool { self.isTooLong || !self.bytes.isEmpty }

    /// Takes a line from the front of `rest`. If no line ends in `rest`, stores all of its bytes and returns nil.
    package mutating func line(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Line? {
        guard let end = rest.firstIndex(of: 0x0A) else {
            self.append(rest)
            rest = rest[rest.endIndex...]
            return nil
        }
        self.append(rest[..<end])
        rest = rest[(end + 1)...]
        return self.cut(isEnded: true)
    }

    /// Counts a line that another reader has read, and returns its number.
    package mutating func passLine() -> Int {
        defer { self.number += 1 }
        return self.number
    }

    /// Passes the text after the last line feed to `take`, if there is any.
    package mutating func finish<Failure: Error>(_ take: (Line) throws(Failure) -> Void) throws(Failure) {
        if self.isTooLong || !self.bytes.isEmpty { try take(self.cut(isEnded: false)) }
    }

    private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
        guard !self.isTooLong else { return }
        // One more byte may be the CR of the line ending.
        guard self.bytes.count + part.count <= self.limit + 1 else {
            self.bytes = []
            self.isTooLong = true
            return
        }
        self.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: part))
    }

    private mutating func cut(isEnded: Bool) -> Line {
        if isEnded, self.bytes.last == 0x0D { self.bytes.removeLast() }
        let isTooLong = self.isTooLong || self.bytes.count > self.limit
        let line = Line(
            number: self.number, bytes: isTooLong ? [] : self.bytes, isTooLong: isTooLong, isEnded: isEnded)
        self.bytes = []
        self.isTooLong = false
        self.number += 1
        return line
    }
}

extension LineCutter.Line {
    /// Whether the line has only blanks.
    package var isBlank: Bool { !self.isTooLong && self.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}
