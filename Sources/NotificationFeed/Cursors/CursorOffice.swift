import Basics
package import FeedContract

/// Seals places into cursors and opens them again, each for one feed only.
///
/// A cursor holds its place and a tag over place, host and user. Host and user are not in it, so a cursor moved to
/// another feed has the wrong tag, as has one with any bit changed. Its text has one spelling only.
package struct CursorOffice: Sendable {
    private let seal: CursorSeal

    package init(_ seal: CursorSeal) { self.seal = seal }

    package func seal(_ place: ReadingPlace, of feed: FeedKey) -> Cursor? {
        guard var bytes = CursorBody.bytes(of: place) else { return nil }
        bytes += self.tag(bytes[...], feed)
        return Cursor(Hex.text(of: bytes.span))
    }

    /// Nil for every text that this office did not make for this feed.
    package func open(_ cursor: Cursor, of feed: FeedKey) -> ReadingPlace? {
        self.open(Array(cursor.text.utf8), of: feed)
    }

    /// The same for bytes from anywhere, as a fuzzer has them.
    package func open(_ text: [UInt8], of feed: FeedKey) -> ReadingPlace? {
        // Nothing longer than the longest cursor is looked at, and of two spellings of a digit only ours passes.
        guard text.count <= CursorBody.longestText, let bytes = Hex.bytes(of: text.span),
            bytes.count > CursorSeal.tagLength, !text.contains(where: { 0x41...0x46 ~= $0 })
        else { return nil }
        let body = bytes.dropLast(CursorSeal.tagLength)
        guard SecretBytes.areEqual(bytes.suffix(CursorSeal.tagLength), self.tag(body, feed)) else { return nil }
        return CursorBody.place(in: body)
    }

    private func tag(_ body: ArraySlice<UInt8>, _ feed: FeedKey) -> ArraySlice<UInt8> {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(body.count + 8 + feed.host.utf8.count + feed.user.utf8.count)
        sealed.append(contentsOf: body)
        // With its length, so that no part of the host can pass for a part of the user.
        CursorBody.append(UInt64(feed.host.utf8.count), to: &sealed)
        sealed.append(contentsOf: feed.host.utf8)
        sealed.append(contentsOf: feed.user.utf8)
        return self.seal.tag(sealed)
    }
}

/// How a place is written: a byte for its kind, then numbers of eight bytes, the highest first.
private enum CursorBody {
    private enum Kind {
        static let after: UInt8 = 0x11
        static let within: UInt8 = 0x12
        static let withinFull: UInt8 = 0x13
    }

    static func bytes(of place: ReadingPlace) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.longestText / 2)
        switch place {
        case .start: return nil
        case .after(let epoch, let sequence):
            bytes.append(Kind.after)
            self.append(epoch, to: &bytes)
            self.append(sequence, to: &bytes)
        case .within(let epoch, let session):
            bytes.append(session.isFull ? Kind.withinFull : Kind.within)
            self.append(epoch, to: &bytes)
            self.append(session.from, to: &bytes)
            self.append(session.position, to: &bytes)
            self.append(session.anchor, to: &bytes)
        }
        return bytes
    }

    static func place(in bytes: ArraySlice<UInt8>) -> ReadingPlace? {
        guard let kind = bytes.first, bytes.count % 8 == 1 else { return nil }
        func number(_ index: Int) -> UInt64 {
            var number: UInt64 = 0
            for byte in bytes.dropFirst(1 + 8 * index).prefix(8) { number = number << 8 | UInt64(byte) }
            return number
        }
        switch (kind, bytes.count / 8) {
        case (Kind.after, 2): return .after(epoch: number(0), sequence: number(1))
        case (Kind.within, 4), (Kind.withinFull, 4):
            return .within(
                epoch: number(0),
                ReadingPlace.Session(
                    from: number(1), position: number(2), anchor: number(3), isFull: kind == Kind.withinFull))
        default: return nil
        }
    }

    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for place in 0..<8 as Range<UInt64> { bytes.append(UInt8(truncatingIfNeeded: number >> (56 - 8 * place))) }
    }

    /// Digits of the longest cursor.
    static let longestText = 2 * (1 + 4 * 8 + CursorSeal.tagLength)
}
