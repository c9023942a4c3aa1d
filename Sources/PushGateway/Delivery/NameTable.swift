/// Names as small numbers, in the order in which they were met.
struct NameTable: Sendable {
    private(set) var names: [String] = []
    // Looked up, never walked through.
    private var numbers: [String: UInt32] = [:]

    mutating func intern(_ name: String) -> UInt32 {
        if let number = self.numbers[name] { return number }
        let number = UInt32(self.names.count)
        self.names.append(name)
        self.numbers[name] = number
        return number
    }

    subscript(number: UInt32) -> String { self.names[Int(number)] }
}
