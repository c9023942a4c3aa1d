/// Texts as small numbers, given out from zero in the order in which they were met.
///
/// A world with many devices has many times as many texts, so that an open table of numbers finds them: it takes a few
/// bytes for each where a dictionary takes dozens. Texts are the same only byte by byte.
package struct TextNumbers: Sendable {
    private struct Place {
        /// One greater than the number; zero is an empty place.
        var follower: UInt32 = 0
        /// Of the text, so that hardly any other text is looked at.
        var hash: UInt32 = 0
    }

    private var texts: [String] = []
    /// The bytes of all texts, one behind the other: to look at a text in an array counts a reference up and down.
    private var characters: [UInt8] = []
    /// Where the bytes of each end.
    private var ends: [UInt32] = []
    /// At most two thirds of the places are taken.
    private var places: [Place] = []

    package init() {}

    /// Texts of which no two are the same, under the numbers of their places.
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

    /// The text of a number that was given out.
    package subscript(number: UInt32) -> String { self.texts[Int(number)] }

    /// How many bytes a text has.
    package func byteCount(_ number: UInt32) -> Int { self.range(of: number).count }

    /// Lends the bytes of a text.
    @inline(__always)
    func withBytes(of number: UInt32, _ read: (Span<UInt8>) -> Void) {
        read(self.characters.span.extracting(self.range(of: number)))
    }

    private func range(of number: UInt32) -> Range<Int> {
        let index = Int(number)
        return (index == 0 ? 0 : Int(self.ends[index - 1]))..<Int(self.ends[index])
    }

    /// Whether this is the text of a number that was given out.
    func holds(_ number: UInt32, _ text: String) -> Bool {
        text.utf8.withSpan { self.characters.span.extracting(self.range(of: number)).isSame(as: $0) }
    }

    /// The number of a text, if it has one.
    package func find(_ text: String) -> UInt32? { text.utf8.withSpan { self.find($0) } }

    /// The number of the text that these bytes are, if it has one.
    package func find(_ text: Span<UInt8>) -> UInt32? {
        guard !self.places.isEmpty else { return nil }
        let follower = self.places[self.place(of: text, Self.hash(text))].follower
        return follower == 0 ? nil : follower - 1
    }

    /// The same for a text that is there as bytes.
    mutating func intern(_ text: Span<UInt8>) -> UInt32 {
        self.intern(text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }

    /// The number of a text, which it gets now if it has none.
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

    // By itself: a closure in a call that may change the table counts references to all of its parts.
    @inline(never)
    private func look(for text: String) -> (hash: UInt32, place: Int) {
        text.utf8.withSpan { bytes in
            let hash = Self.hash(bytes)
            return (hash, self.place(of: bytes, hash))
        }
    }

    /// Where a text stands, or where it would.
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

    /// A number that depends on all bytes of a text, for tables in whose order nothing is read.
    package static func code(of text: String) -> UInt32 { text.utf8.withSpan { Self.hash($0) } }

    /// Only this table sees the order that it makes, and nothing reads that order.
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
