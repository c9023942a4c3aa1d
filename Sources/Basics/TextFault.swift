/// Why a text from outside was not read: a sentence for people, which never repeats the text, and where it went wrong.
package struct TextFault: Error, Hashable, Sendable {
    package let reason: String
    /// Counted in bytes from the start of the text.
    package let offset: Int

    package init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
