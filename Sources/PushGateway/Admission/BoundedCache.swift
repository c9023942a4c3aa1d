/// A cache of the newest entries. When the cache is full, it drops the oldest entry.
struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var values: [Key: Value] = [:]
    /// The keys in a ring buffer, in the order in which they were first added, starting at `oldest`.
    private var keys: [Key] = []
    private var oldest = 0
    let limit: Int

    init(limit: Int) {
        precondition(limit > 0, "a cache that holds nothing is none")
        self.limit = limit
    }

    var count: Int { self.values.count }

    subscript(key: Key) -> Value? { self.values[key] }

    mutating func remember(_ value: Value, for key: Key) {
        guard self.values.updateValue(value, forKey: key) == nil else { return }
        guard self.keys.count == self.limit else { return self.keys.append(key) }
        self.values[self.keys[self.oldest]] = nil
        self.keys[self.oldest] = key
        self.oldest = (self.oldest + 1) % self.limit
    }

    mutating func forgetAll() { self = Self(limit: self.limit) }
}
