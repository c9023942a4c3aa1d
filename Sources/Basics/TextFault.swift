/// The reason why an external text could not be read, with the place of the fault. The sentence never contains the
/// text.
package struct TextFault: Error, Hashable, Sendable {
    package let reason: String
    /// The offset in bytes from the start of the text.
    package let offset: Int

    package init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
