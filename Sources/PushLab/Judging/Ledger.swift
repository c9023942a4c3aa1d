/// A table of values. A key is the number of a text, and the keys are in the order in which the texts first appeared.
///
/// Judges look into ledgers at almost every event. The keys are already small numbers, so an open-addressing table is
/// several times faster than a dictionary.
struct Ledger<Value: Sendable>: Sendable {
    private(set) var keys: [HistoryEvent.TextNumber] = []
    private(set) var values: [Value] = []
    /// The hash table. A slot contains the place of a key plus one; zero marks a free slot.
    ///
    /// At most half of the slots are taken.
    private var slots: [UInt32] = []

    var isEmpty: Bool { self.keys.isEmpty }

    subscript(key: HistoryEvent.TextNumber) -> Value? {
        get { self.place(of: key).map { self.values[$0] } }
        set {
            guard let newValue else { return self.remove(key) }
            if let place = self.place(of: key) {
                self.values[place] = newValue
            } else {
                self.keys.append(key)
                self.values.append(newValue)
                guard self.keys.count * 2 > self.slots.count else { return self.enter(self.keys.count - 1) }
                self.fill(max(8, self.slots.count * 2))
            }
        }
    }

    private mutating func remove(_ key: HistoryEvent.TextNumber) {
        guard let place = self.place(of: key) else { return }
        guard place < self.keys.count - 1 else { return self.removeNewest() }
        self.keys.remove(at: place)
        self.values.remove(at: place)
        self.fill(self.slots.count)
    }

    /// Removes the newest key.
    ///
    /// This costs no more than an insertion: it examines only the occupied slots that directly follow the key's own
    /// slot.
    private mutating func removeNewest() {
        let mask = self.slots.count - 1
        var hole = self.firstSlot(of: self.keys[self.keys.count - 1])
        while self.slots[hole] != UInt32(self.keys.count) { hole = (hole + 1) & mask }
        var slot = (hole + 1) & mask
        while self.slots[slot] != 0 {
            let first = self.firstSlot(of: self.keys[Int(self.slots[slot]) - 1])
            if (slot - first) & mask >= (slot - hole) & mask {
                self.slots[hole] = self.slots[slot]
                hole = slot
            }
            slot = (slot + 1) & mask
        }
        self.slots[hole] = 0
        self.keys.removeLast()
        self.values.removeLast()
    }

    func forEach(_ body: (HistoryEvent.TextNumber, Value) -> Void) {
        for (key, value) in zip(self.keys, self.values) { body(key, value) }
    }

    private func place(of key: HistoryEvent.TextNumber) -> Int? {
        guard !self.slots.isEmpty else { return nil }
        var slot = self.firstSlot(of: key)
        while self.slots[slot] != 0 {
            let place = Int(self.slots[slot]) - 1
            if self.keys[place] == key { return place }
            slot = (slot + 1) & (self.slots.count - 1)
        }
        return nil
    }

    private mutating func fill(_ count: Int) {
        self.slots = [UInt32](repeating: 0, count: count)
        for place in self.keys.indices { self.enter(place) }
    }

    private mutating func enter(_ place: Int) {
        var slot = self.firstSlot(of: self.keys[place])
        while self.slots[slot] != 0 { slot = (slot + 1) & (self.slots.count - 1) }
        self.slots[slot] = UInt32(place + 1)
    }

    /// Returns the first slot of a key.
    ///
    /// Only this table sees the resulting order, and nothing depends on it.
    private func firstSlot(of key: HistoryEvent.TextNumber) -> Int {
        Int((UInt64(key.number) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (self.slots.count - 1)
    }
}

extension Array {
    /// Appends elements up to a count.
    mutating func grow(to count: Int, with fresh: @autoclosure () -> Element) {
        while self.count < count { self.append(fresh()) }
    }
}
