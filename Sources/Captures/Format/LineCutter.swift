/// Cuts a stream that arrives in chunks into lines. Lines end with LF or CRLF, the last one also with the stream.
///
/// Of a line over the limit nothing is kept, so that no line costs more memory than the limit.
package struct LineCutter: Sendable {
    package struct Line: Hashable, Sendable {
        /// Counted from one.
        package let number: Int
        /// Without what ends it; empty for a line over the limit.
        package let bytes: [UInt8]
        package let isTooLong: Bool
        /// Whether a line feed ended it, not the stream.
        package let isEnded: Bool
    }

    package let limit: Int
    private var bytes: [UInt8] = []
    private var isTooLong = false
    private var number = 1

    package init(limit: Int) { self.limit = limit }

    /// Hands over each line that ends in `chunk`, also empty ones.
    package mutating func feed<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (Line) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = chunk[...]
        while let line = self.line(from: &rest) { try take(line) }
    }

    /// Whether the beginning of a line is kept whose end has not come yet.
    package var isInLine: Bool { self.isTooLong || !self.bytes.isEmpty }

    /// Takes a line from the front of `rest`; nil where none ends in it, and then all of it is kept.
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

    /// Counts a line that somebody else has read; says its number.
    package mutating func passLine() -> Int {
        defer { self.number += 1 }
        return self.number
    }

    /// Hands over what stands behind the last line feed, unless that is nothing.
    package mutating func finish<Failure: Error>(_ take: (Line) throws(Failure) -> Void) throws(Failure) {
        if self.isTooLong || !self.bytes.isEmpty { try take(self.cut(isEnded: false)) }
    }

    private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
        guard !self.isTooLong else { return }
        // One byte more may be the CR of the line's end.
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
    /// Whether nothing but blanks stands in it.
    package var isBlank: Bool { !self.isTooLong && self.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}
