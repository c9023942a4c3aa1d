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
        guard !self.places.isEmpty else { return nil }
        let place = Self.withKey(of: token) { self.place(of: $0, $1) }
        return place.flatMap { self.places[$0] == 0 ? nil : self.places[$0] - 1 }
    }

    /// Returns the number of `token`, and adds the token if it is new. Returns nil if the token is too long.
    mutating func intern(_ token: DeviceToken) -> UInt32? {
        Self.withKey(of: token) { key, isPacked in
            if (self.entries.count + 1) * 2 > self.places.count { self.grow() }
            let place = self.place(of: key, isPacked)
            if self.places[place] != 0 { return self.places[place] - 1 }
            self.entries.append(
                Entry(start: UInt32(self.bytes.count), count: UInt16(key.count), isPacked: isPacked))
            self.bytes.append(contentsOf: key)
            self.places[place] = UInt32(self.entries.count)
            return UInt32(self.entries.count - 1)
        }
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
            let place = self.key(of: entry).withUnsafeBufferPointer { self.place(of: $0, entry.isPacked) }
            self.places[place] = UInt32(number + 1)
        }
    }

    /// Returns the index of this key in the hash table, or the empty place for it.
    private func place(of key: UnsafeBufferPointer<UInt8>, _ isPacked: Bool) -> Int {
        let mask = self.places.count - 1
        var place = Int(truncatingIfNeeded: Self.hash(key)) & mask
        while self.places[place] != 0 {
            let entry = self.entries[Int(self.places[place] - 1)]
            if entry.isPacked == isPacked, self.holds(entry, key) { break }
            place = (place + 1) & mask
        }
        return place
    }

    /// Hashes a key, eight bytes at a time. The hash determines the order of the table, but no code reads this order.
    private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = UInt64(key.count)
        var index = 0
        while index < key.count {
            var word: UInt64 = 0
            for place in index..<min(index + 8, key.count) { word = word << 8 | UInt64(key[place]) }
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low
            index += 8
        }
        return hash
    }

    private func holds(_ entry: Entry, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(entry.count) == key.count else { return false }
        let start = Int(entry.start)
        for index in key.indices where self.bytes[start + index] != key[index] { return false }
        return true
    }

    private func key(of entry: Entry) -> ArraySlice<UInt8> {
        self.bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
    }

    /// Calls a closure with the key of a token, without allocating memory. Returns nil for a token that is too long.
    private static func withKey<Result>(
        of token: DeviceToken, _ body: (_ key: UnsafeBufferPointer<UInt8>, _ isPacked: Bool) -> Result
    ) -> Result? {
        var text = token.text
        return text.withUTF8 { text in
            guard text.count <= Self.longestToken else { return nil }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count / 2) { room in
                let isPacked = text.count.isMultiple(of: 2) && Self.pack(text, into: room)
                return body(isPacked ? UnsafeBufferPointer(room) : text, isPacked)
            }
        }
    }

    /// Packs two digits into each byte. Returns false for a text that is not lower-case hex digits.
    private static func pack(
        _ text: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        for place in room.indices {
            guard let high = Self.nibble(text[2 * place]), let low = Self.nibble(text[2 * place + 1]) else {
                return false
            }
            room.initializeElement(at: place, to: high << 4 | low)
        }
        return true
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
