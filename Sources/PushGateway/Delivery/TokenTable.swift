import Basics

/// A table that maps device tokens to small numbers.
///
/// Every device has at least one token, so tokens are not stored as `String` values. One array holds the bytes of all
/// tokens, with two hex digits in each byte. An open-addressing hash table finds the number of a token.
struct TokenTable: Sendable {
    private struct Entry {
        var start: UInt32
        var count: UInt16
        /// Whether the token is stored in packed form, which is possible only for lower-case hex digits. Any other text
        /// is stored as it is.
        var isPacked: Bool
    }

    static let longestToken = Int(UInt16.max)

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The hash table. An entry is a token number plus one, and zero marks an empty slot. At most half of the slots are
    /// used.
    private var places: [UInt32] = []

    var count: Int { self.entries.count }

    func number(of token: DeviceToken) -> UInt32? {
        guard !self.places.isEmpty, let (key, isPacked) = Self.key(of: token) else { return nil }
        let place = self.place(of: key, isPacked)
        return self.places[place] == 0 ? nil : self.places[place] - 1
    }

    /// Returns the number of `token`, and adds the token if it is new. Returns nil if the token is too long.
    mutating func intern(_ token: DeviceToken) -> UInt32? {
        guard let (key, isPacked) = Self.key(of: token) else { return nil }
        if (self.entries.count + 1) * 2 > self.places.count { self.grow() }
        let place = self.place(of: key, isPacked)
        if self.places[place] != 0 { return self.places[place] - 1 }
        self.entries.append(
            Entry(start: UInt32(self.bytes.count), count: UInt16(key.count), isPacked: isPacked))
        self.bytes.append(contentsOf: key)
        self.places[place] = UInt32(self.entries.count)
        return UInt32(self.entries.count - 1)
    }

    subscript(number: UInt32) -> DeviceToken {
        let entry = self.entries[Int(number)]
        let key = self.key(of: entry)
        guard entry.isPacked else { return DeviceToken(String(decoding: key, as: UTF8.self)) }
        return DeviceToken(Hex.text(of: key.span))
    }

    private mutating func grow() {
        self.places = [UInt32](repeating: 0, count: max(16, self.places.count * 2))
        for (number, entry) in self.entries.enumerated() {
            let key = Array(self.key(of: entry))
            self.places[self.place(of: key, entry.isPacked)] = UInt32(number + 1)
        }
    }

    /// Returns the index of this key in the hash table, or the index of the empty slot for it.
    private func place(of key: [UInt8], _ isPacked: Bool) -> Int {
        let mask = self.places.count - 1
        var place = Int(truncatingIfNeeded: Self.hash(key)) & mask
        while self.places[place] != 0 {
            let entry = self.entries[Int(self.places[place] - 1)]
            if entry.isPacked == isPacked, self.holds(entry, key) { break }
            place = (place + 1) & mask
        }
        return place
    }

    /// Hashes eight bytes at a time. The hash affects only the order in this table, and no code reads that order.
    private static func hash(_ key: [UInt8]) -> UInt64 {
        var hash = UInt64(key.count)
        var index = 0
        while index < key.count {
            var word: UInt64 = 0
            for byte in key[index..<min(index + 8, key.count)] { word = word << 8 | UInt64(byte) }
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low
            index += 8
        }
        return hash
    }

    private func holds(_ entry: Entry, _ key: [UInt8]) -> Bool {
        guard Int(entry.count) == key.count else { return false }
        let start = Int(entry.start)
        for index in key.indices where self.bytes[start + index] != key[index] { return false }
        return true
    }

    private func key(of entry: Entry) -> ArraySlice<UInt8> {
        self.bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
    }

    private static func key(of token: DeviceToken) -> (key: [UInt8], isPacked: Bool)? {
        let text = Array(token.text.utf8)
        guard text.count <= Self.longestToken else { return nil }
        guard text.count.isMultiple(of: 2) else { return (text, false) }
        // Most tokens consist of whole words, so they can be read one word at a time.
        if text.count.isMultiple(of: 16), let key = Self.words(of: text.span) { return (key, true) }
        var key: [UInt8] = []
        key.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = Self.nibble(text[index]), let low = Self.nibble(text[index + 1]) else {
                return (text, false)
            }
            key.append(high << 4 | low)
        }
        return (key, true)
    }

    private static func words(of text: Span<UInt8>) -> [UInt8]? {
        var key: [UInt8] = []
        key.reserveCapacity(text.count / 2)
        for place in stride(from: 0, to: text.count, by: 16) {
            guard let word = Hex.number(of: text, at: place) else { return nil }
            withUnsafeBytes(of: word.bigEndian) { key.append(contentsOf: $0) }
        }
        return key
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
