extension Array {
    /// Frees the memory of an empty array, except for a small capacity.
    // Inlinable: without the element type, other modules would look it up at each call.
    @inlinable
    package mutating func letGoWhenEmpty() {
        if self.isEmpty, self.capacity > 8 { self = [] }
    }
}
