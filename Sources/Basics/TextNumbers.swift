/// Texts as small numbers, given out from zero in the order in which they were met.
///
/// A fleet has millions of texts, so that an open table of numbers finds them: it takes a few bytes for each where a
/// dictionary takes dozens. Texts are the same only byte by byte.
package struct TextNumbers: Sendable {
    private var texts: [String] = []
    /// Numbers, one greater than they are; zero is an empty place. At most two thirds of the places are taken.
    private var places: [UInt32] = []

    package init() {}

    package var count: Int { self.texts.count }

    /// The text of a number that was given out.
    package subscript(number: UInt32) -> String { self.texts[Int(number)] }

    /// How many bytes a text has.
    package func byteCount(_ number: UInt32) -> Int { self.texts[Int(number)].utf8.count }

    /// The number of a text, if it has one.
    package func find(_ text: String) -> UInt32? {
        guard !self.places.isEmpty else { return nil }
        let found = self.places[self.place(of: text)]
        return found == 0 ? nil : found - 1
    }

    /// The number of a text, which it gets now if it has none.
    package mutating func intern(_ text: String) -> UInt32 {
        if (self.texts.count + 1) * 3 > self.places.count * 2 { self.grow() }
        let place = self.place(of: text)
        if self.places[place] != 0 { return self.places[place] - 1 }
        precondition(self.texts.count < UInt32.max - 1, "there are more texts than numbers")
        self.texts.append(text)
        self.places[place] = UInt32(self.texts.count)
        return UInt32(self.texts.count - 1)
    }

    private mutating func grow() {
        self.places = [UInt32](repeating: 0, count: max(16, self.places.count * 2))
        for number in self.texts.indices {
            var place = self.firstPlace(of: self.texts[number])
            while self.places[place] != 0 { place = (place + 1) & (self.places.count - 1) }
            self.places[place] = UInt32(number + 1)
        }
    }

    /// Where a text stands, or where it would.
    private func place(of text: String) -> Int {
        var place = self.firstPlace(of: text)
        while self.places[place] != 0, !self.texts[Int(self.places[place] - 1)].isExactly(text) {
            place = (place + 1) & (self.places.count - 1)
        }
        return place
    }

    private func firstPlace(of text: String) -> Int {
        Int(truncatingIfNeeded: Self.hash(text)) & (self.places.count - 1)
    }

    /// Only this table sees the order that it makes, and nothing reads that order.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.withSpan { bytes in
            var (hash, word) = (UInt64(bytes.count), UInt64(0))
            for index in bytes.indices {
                word = word << 8 | UInt64(bytes[index])
                guard index & 7 == 7 || index == bytes.count - 1 else { continue }
                let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
                hash = product.high ^ product.low
                word = 0
            }
            return hash
        }
    }
}
