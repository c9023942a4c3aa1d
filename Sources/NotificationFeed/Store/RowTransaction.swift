/// The address of a row that only its owner can read. Each owner has a separate space.
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

/// A row in the form in which it is stored.
package struct StoredRow: Hashable, Sendable {
    package var key: [UInt8]
    package var bytes: [UInt8]

    package init(key: [UInt8], bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }
}

/// A transaction that reads some rows, decides, and writes some of them.
package struct RowTransaction: Sendable {
    /// The rows to write and the answer.
    package struct Decision: Sendable {
        package struct Write: Hashable, Sendable {
            package var key: RowKey
            /// The new bytes of the row. Nil removes the row.
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

    /// The rows that are read, and locked until the end of the transaction.
    package var keys: [RowKey]
    /// The decision function. It gets the bytes of ``keys`` in the same order. It must be pure, because it may run
    /// again after a conflict.
    package var decide: @Sendable ([[UInt8]?]) -> Decision

    package init(_ keys: [RowKey], decide: @escaping @Sendable ([[UInt8]?]) -> Decision) {
        self.keys = keys
        self.decide = decide
    }
}
