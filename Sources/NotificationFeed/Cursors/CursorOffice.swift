import Basics
package import FeedContract

/// Seals the places where reads continue into cursors, and opens cursors again. Each cursor is valid for one feed only.
///
/// A cursor contains its place and a tag. The tag is computed from the place, the host and the user, but the cursor
/// contains neither host nor user. So the tag is wrong if a cursor is used for another feed or if any of its bits is
/// changed. The text of a cursor has only one valid spelling.
package struct CursorOffice: Sendable {
    private let seal: CursorSeal

    package init(_ seal: CursorSeal) { self.seal = seal }

    package func seal(_ place: ReadingPlace, of feed: FeedKey) -> Cursor? {
        guard let body = CursorBody(place) else { return nil }
        return Cursor(body.text(with: self.tag(body, feed)))
    }

    /// Opens a cursor. Returns nil for every text that this office did not create for this feed.
    package func open(_ cursor: Cursor, of feed: FeedKey) -> ReadingPlace? {
        var text = cursor.text
        return text.withUTF8 { self.open($0.span, of: feed) }
    }

    /// Opens a cursor from arbitrary bytes, such as the input of a fuzzer.
    package func open(_ text: [UInt8], of feed: FeedKey) -> ReadingPlace? { self.open(text.span, of: feed) }

    private func open(_ text: Span<UInt8>, of feed: FeedKey) -> ReadingPlace? {
        guard let (body, tag) = CursorBody.read(text), tag.isSame(as: self.tag(body, feed)) else { return nil }
        return body.place
    }

    private func tag(_ body: CursorBody, _ feed: FeedKey) -> CursorTag {
        let count = body.byteCount + 8 + feed.host.utf8.count + feed.user.utf8.count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
            body.write(to: bytes)
            // The length comes first, so that no part of the host can be mistaken for a part of the user.
            CursorBody.write(UInt64(feed.host.utf8.count), to: bytes, at: body.byteCount)
            let host = body.byteCount + 8
            _ = UnsafeMutableBufferPointer(rebasing: bytes[host...]).update(fromContentsOf: feed.host.utf8)
            let user = host + feed.host.utf8.count
            _ = UnsafeMutableBufferPointer(rebasing: bytes[user...]).update(fromContentsOf: feed.user.utf8)
            return self.seal.tag(UnsafeBufferPointer(bytes).span)
        }
    }
}

/// The encoded place: one byte for its kind, followed by big-endian numbers of eight bytes each.
private struct CursorBody {
    private enum Kind {
        static let after: UInt8 = 0x11
        static let within: UInt8 = 0x12
        static let withinFull: UInt8 = 0x13
    }

    private let kind: UInt8
    /// The numbers of the place. Unused numbers at the end are zero.
    private let numbers: SIMD4<UInt64>
    private let count: Int

    /// Encodes a place. Returns nil for the start of the feed, because a read from the start has no cursor.
    init?(_ place: ReadingPlace) {
        switch place {
        case .start: return nil
        case .after(let epoch, let sequence):
            self.init(kind: Kind.after, numbers: [epoch, sequence, 0, 0], count: 2)
        case .within(let epoch, let session):
            self.init(
                kind: session.isFull ? Kind.withinFull : Kind.within,
                numbers: [epoch, session.from, session.position, session.anchor], count: 4)
        }
    }

    private init(kind: UInt8, numbers: SIMD4<UInt64>, count: Int) {
        self.kind = kind
        self.numbers = numbers
        self.count = count
    }

    var place: ReadingPlace {
        guard self.kind != Kind.after else { return .after(epoch: self.numbers.x, sequence: self.numbers.y) }
        return .within(
            epoch: self.numbers.x,
            ReadingPlace.Session(
                from: self.numbers.y, position: self.numbers.z, anchor: self.numbers.w,
                isFull: self.kind == Kind.withinFull))
    }

    var byteCount: Int { 1 + 8 * self.count }

    func write(to bytes: UnsafeMutableBufferPointer<UInt8>) {
        bytes[0] = self.kind
        for index in 0..<self.count { Self.write(self.numbers[index], to: bytes, at: 1 + 8 * index) }
    }

    @inline(__always)
    static func write(_ number: UInt64, to bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int) {
        precondition(place >= 0 && place + 8 <= bytes.count, "a number reaches over the end")
        UnsafeMutableRawBufferPointer(bytes).storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt64.self)
    }

    /// Returns the body and its tag as digits.
    func text(with tag: CursorTag) -> String {
        let length = 2 * (self.byteCount + CursorSeal.tagLength)
        return String(unsafeUninitializedCapacity: length) { text in
            text[0] = Hex.digit(of: self.kind >> 4)
            text[1] = Hex.digit(of: self.kind & 15)
            for index in 0..<self.count { Hex.write(self.numbers[index], to: text, at: 2 + 16 * index) }
            Hex.write(tag.first, to: text, at: 2 + 16 * self.count)
            Hex.write(tag.second, to: text, at: 18 + 16 * self.count)
            return length
        }
    }

    /// Reads a body and the tag that follows it. Accepts digits only in the form that ``text(with:)`` writes.
    static func read(_ text: Span<UInt8>) -> (body: CursorBody, tag: CursorTag)? {
        guard text.count > 2, let high = Hex.value(of: text[0]), let low = Hex.value(of: text[1]) else { return nil }
        let kind = high << 4 | low
        let count: Int
        switch kind {
        case Kind.after: count = 2
        case Kind.within, Kind.withinFull: count = 4
        default: return nil
        }
        guard text.count == 2 * (1 + 8 * count + CursorSeal.tagLength) else { return nil }
        var numbers = SIMD4<UInt64>()
        for index in 0..<count {
            guard let number = Hex.number(of: text, at: 2 + 16 * index) else { return nil }
            numbers[index] = number
        }
        guard let first = Hex.number(of: text, at: 2 + 16 * count),
            let second = Hex.number(of: text, at: 18 + 16 * count)
        else { return nil }
        return (CursorBody(kind: kind, numbers: numbers, count: count), CursorTag(first: first, second: second))
    }
}
