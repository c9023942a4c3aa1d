extension Array {
    /// Lets go of much memory with nothing in it. A little is kept for what comes next.
    package mutating func letGoWhenEmpty() {
        if self.isEmpty, self.capacity > 8 { self = [] }
    }
}
