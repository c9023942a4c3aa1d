extension Array {
    /// Frees the memory of an empty array but keeps a small capacity.
    // Inlinable so that the compiler knows the element type. Otherwise other modules would look it up at each call.
    @inlinable
    package mutating func letGoWhenEmpty() {
        if self.isEmpty, self.capacity > 8 { self = [] }
    }
}
