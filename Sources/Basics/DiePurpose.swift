/// What a decision is about.
///
/// The numbers are part of the format: each is written by hand where its purpose is declared, is never given to
/// another purpose, and never comes from a hash or from the order of cases.
package struct DiePurpose: Hashable, Sendable {
    package let number: UInt32

    package init(number: UInt32) { self.number = number }
}
