/// A text by its number in a table of the host's: all devices of a host that know the same text keep it once.
package struct Name: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    /// No text at all.
    package static var none: Name { Name(0) }
    /// A text that stands in no table, so that nothing here can be meant by it.
    package static var unknown: Name { Name(.max) }

    package var isNone: Bool { self == .none }
}

/// What never changes about one generation of a notification, by its number in a table of the host's.
package struct FactsName: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    package static var none: FactsName { FactsName(0) }
}
