/// A table that maps texts to small numbers, assigned from zero in the order of first use.
///
/// A world with many devices has even more texts. The number of a text is found with an open-addressing hash table.
/// This table needs a few bytes per text, whereas a dictionary needs dozens. Texts are compared byte by byte.
package struct TextNumbers: Sendable {
    private struct Place {
        /// The number of a text plus one, because zero marks an empty place of the hash table.
        var follower: UInt32 = 0
        /// The hash of the text. Comparing hashes first avoids most comparisons of texts.
        var hash: UInt32 = 0
    }

    private var texts: [String] = []
    /// The bytes of all texts in sequence. Access to a text in an array would need reference counting.
    private var characters: [UInt8] = []
    /// The end of each text in ``characters``.
    private var ends: [UInt32] = []
    /// The hash table, at most two thirds full.
    private var places: [Place] = []

    package init() {}

    /// Creates a table of distinct texts. The number of each text is its index in `texts`.
    init(distinct texts: [String]) {
        self.texts = texts
        self.ends.reserveCapacity(texts.count)
        self.characters.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count })
        var count = 16
        while (texts.count + 1) * 3 > count * 2 { count *= 2 }
        self.places = [Place](repeating: Place(), count: count)
        let mask = count - 1
        for number in texts.indices {
            let hash = texts[number].utf8.withSpan { bytes in
                bytes.withUnsafeBufferPointer { self.characters.append(contentsOf: $0) }
                return Self.hash(bytes)
            }
            self.ends.append(UInt32(self.characters.count))
            var place = Int(hash) & mask
            while self.places[place].follower != 0 { place = (place + 1) & mask }
            self.places[place] = Place(follower: UInt32(number + 1), hash: hash)
        }
    }

    package var count: Int { self.texts.count }

    /// The text with this number.
    package subscript(number: UInt32) -> String { self.texts[Int(number)] }

    /// Returns the number of bytes of a text.
    package func byteCount(_ number: UInt32) -> Int { self.range(of: number).count }

    /// Passes the bytes of a text to `read`.
    @inline(__always)
    func withBytes(of number: UInt32, _ read: (Span<UInt8>) -> Void) {
        read(self.characters.span.extracting(self.range(of: number)))
    }

    private func range(of number: UInt32) -> Range<Int> {
        let index = Int(number)
        return (index == 0 ? 0 : Int(self.ends[index - 1]))..<Int(self.ends[index])
    }

    /// Whether `text` is the text of this number.
    func holds(_ number: UInt32, _ text: String) -> Bool {
        text.utf8.withSpan { self.characters.span.extracting(self.range(of: number)).isSame(as: $0) }
    }

    /// Returns the number of a text. Returns nil if the text has no number.
    package func find(_ text: String) -> UInt32? { text.utf8.withSpan { self.find($0) } }

    /// Returns the number of a text that is given as bytes. Returns nil if the text has no number.
    package func find(_ text: Span<UInt8>) -> UInt32? {
        guard !self.places.isEmpty else { return nil }
        let follower = self.places[self.place(of: text, Self.hash(text))].follower
        return follower == 0 ? nil : follower - 1
    }

    /// Returns the number of a text that is given as bytes, adding it if needed.
    mutating func intern(_ text: Span<UInt8>) -> UInt32 {
        self.intern(text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }

    /// Returns the number of a text, adding it if needed.
    package mutating func intern(_ text: String) -> UInt32 {
        if (self.texts.count + 1) * 3 > self.places.count * 2 { self.grow() }
        let (hash, place) = self.look(for: text)
        if self.places[place].follower != 0 { return self.places[place].follower - 1 }
        precondition(self.texts.count < UInt32.max - 1, "there are more texts than numbers")
        precondition(self.characters.count + text.utf8.count <= UInt32.max, "there are more texts than can be counted")
        self.texts.append(text)
        self.characters.append(contentsOf: text.utf8)
        self.ends.append(UInt32(self.characters.count))
        self.places[place] = Place(follower: UInt32(self.texts.count), hash: hash)
        return UInt32(self.texts.count - 1)
    }

    private mutating func grow() {
        let taken = self.places.filter { $0.follower != 0 }
        self.places = [Place](repeating: Place(), count: max(16, self.places.count * 2))
        for known in taken {
            var place = Int(known.hash) & (self.places.count - 1)
            while self.places[place].follower != 0 { place = (place + 1) & (self.places.count - 1) }
            self.places[place] = known
        }
    }

    // This is a separate function, because a closure in a mutating call would need reference counting for all parts of
    // the table.
    @inline(never)
    private func look(for text: String) -> (hash: UInt32, place: Int) {
        text.utf8.withSpan { bytes in
            let hash = Self.hash(bytes)
            return (hash, self.place(of: bytes, hash))
        }
    }

    /// Returns the index of a text in the hash table, or the empty place for it.
    @inline(__always)
    private func place(of text: Span<UInt8>, _ hash: UInt32) -> Int {
        var place = Int(hash) & (self.places.count - 1)
        while self.places[place].follower != 0 {
            let known = self.places[place]
            if known.hash == hash,
                self.characters.span.extracting(self.range(of: known.follower - 1)).isSame(as: text)
            {
                break
            }
            place = (place + 1) & (self.places.count - 1)
        }
        return place
    }

    /// Returns a hash of a text, for tables whose order is never read.
    package static func code(of text: String) -> UInt32 { text.utf8.withSpan { Self.hash($0) } }

    /// Hashes the bytes. The hash only affects the order of this table, and no code reads that order.
    @inline(__always)
    private static func hash(_ bytes: Span<UInt8>) -> UInt32 {
        var hash = UInt64(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let product = (hash ^ bytes.word(at: offset)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low
            offset &+= 8
        }
        return UInt32(truncatingIfNeeded: hash)
    }
}
