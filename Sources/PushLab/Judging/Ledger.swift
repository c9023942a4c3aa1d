/// Values by the number of a text, in the order in which the texts first came up.
struct Ledger<Value: Sendable>: Sendable {
    private(set) var keys: [HistoryEvent.TextNumber] = []
    private(set) var values: [Value] = []
    // Looked up, never walked through.
    private var places: [HistoryEvent.TextNumber: Int] = [:]

    var isEmpty: Bool { self.keys.isEmpty }

    subscript(key: HistoryEvent.TextNumber) -> Value? {
        get { self.places[key].map { self.values[$0] } }
        set {
            guard let newValue else { return self.remove(key) }
            if let place = self.places[key] {
                self.values[place] = newValue
            } else {
                self.places[key] = self.keys.count
                self.keys.append(key)
                self.values.append(newValue)
            }
        }
    }

    private mutating func remove(_ key: HistoryEvent.TextNumber) {
        guard let place = self.places.removeValue(forKey: key) else { return }
        self.keys.remove(at: place)
        self.values.remove(at: place)
        for later in place..<self.keys.count { self.places[self.keys[later]] = later }
    }

    func forEach(_ body: (HistoryEvent.TextNumber, Value) -> Void) {
        for (key, value) in zip(self.keys, self.values) { body(key, value) }
    }
}

extension Array {
    /// Adds elements until there are so many.
    mutating func grow(to count: Int, with fresh: @autoclosure () -> Element) {
        while self.count < count { self.append(fresh()) }
    }
}
