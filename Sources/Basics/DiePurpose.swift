/// The purpose of a decision.
///
/// The numbers are part of the format. The declaration of each purpose states its number as a literal. A number is
/// never reused for another purpose and never comes from a hash or from the order of cases.
package struct DiePurpose: Hashable, Sendable {
    package let number: UInt32

    package init(number: UInt32) { self.number = number }
}
