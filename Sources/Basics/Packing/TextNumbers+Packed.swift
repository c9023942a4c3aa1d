extension TextNumbers {
    package func pack(into packer: inout Packer) {
        packer.write(count: self.count)
        for number in 0..<UInt32(self.count) { packer.write(self[number]) }
    }

    /// Restores the same texts under the same numbers.
    package init(from unpacker: inout Unpacker) {
        self.init(distinct: (0..<unpacker.count()).map { _ in unpacker.text() })
    }
}
