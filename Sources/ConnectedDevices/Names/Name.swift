/// The number of a text in a table of the host. All devices of a host share the text.
package struct Name: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    /// The name of an empty text.
    package static var none: Name { Name(0) }
    /// The name for all texts that are not in the table. No object has this name.
    package static var unknown: Name { Name(.max) }

    package var isNone: Bool { self == .none }
}

/// The number of a notification's facts in a table of the host. Facts never change within one generation.
package struct FactsName: Hashable, Sendable {
    package var number: UInt32

    package init(_ number: UInt32) { self.number = number }

    package static var none: FactsName { FactsName(0) }
}
