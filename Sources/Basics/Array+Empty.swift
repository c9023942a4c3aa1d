extension Array {
    /// Lets go of much memory with nothing in it. A little is kept for what comes next.
    // Open to callers of other modules: without the type of what is in it, it would be asked for at each call.
    @inlinable
    package mutating func letGoWhenEmpty() {
        if self.isEmpty, self.capacity > 8 { self = [] }
    }
}
