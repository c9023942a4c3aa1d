extension TextNumbers {
    package func pack(into packer: inout Packer) {
        packer.write(count: self.count)
        for number in 0..<UInt32(self.count) { packer.write(self[number]) }
    }

    /// The same texts under the same numbers.
    package init(from unpacker: inout Unpacker) {
        let count = unpacker.count()
        self.init(minimumCapacity: count)
        for _ in 0..<count { _ = self.intern(unpacker.text()) }
    }
}
