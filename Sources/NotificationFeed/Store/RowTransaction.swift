/// The address of a row that only its owner can read. Spaces keep owners apart.
package struct RowKey: Hashable, Comparable, Sendable {
    package var space: UInt8
    package var key: [UInt8]

    package init(space: UInt8, key: [UInt8]) {
        self.space = space
        self.key = key
    }

    package static func < (left: RowKey, right: RowKey) -> Bool {
        left.space != right.space ? left.space < right.space : left.key.lexicographicallyPrecedes(right.key)
    }
}

/// A row as it lies in the store.
package struct StoredRow: Hashable, Sendable {
    package var key: [UInt8]
    package var bytes: [UInt8]

    package init(key: [UInt8], bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }
}

/// Read some rows, decide, write some of them, in one transaction.
package struct RowTransaction: Sendable {
    /// What to write and what to answer.
    package struct Decision: Sendable {
        package struct Write: Hashable, Sendable {
            package var key: RowKey
            /// Nil removes the row.
            package var bytes: [UInt8]?

            package init(_ key: RowKey, _ bytes: [UInt8]?) {
                self.key = key
                self.bytes = bytes
            }
        }

        package var writes: [Write]
        package var answer: [UInt8]

        package init(_ writes: [Write], answer: [UInt8] = []) {
            self.writes = writes
            self.answer = answer
        }
    }

    /// The rows that are read, and held against everybody else until the end.
    package var keys: [RowKey]
    /// Decides, given the bytes of ``keys`` in the same order. Pure: it may run again after a conflict.
    package var decide: @Sendable ([[UInt8]?]) -> Decision

    package init(_ keys: [RowKey], decide: @escaping @Sendable ([[UInt8]?]) -> Decision) {
        self.keys = keys
        self.decide = decide
    }
}
