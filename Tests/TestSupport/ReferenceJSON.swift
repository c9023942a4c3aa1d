/// A JSON text as a plain tree: everything decoded, everything with its place, nothing clever.
///
/// It exists to be compared with the real scanner, so it shares no code and no idea with it.
package struct ReferenceJSON: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// The members in the order of the text, duplicates included.
        case object([Member])
        case array([ReferenceJSON])
        /// The text after unescaping, in UTF-8: bytes, because Swift strings are equal when merely equivalent.
        case string([UInt8])
        /// The number as it was spelt.
        case number([UInt8])
        case boolean(Bool)
        case null
    }

    package struct Member: Hashable, Sendable {
        /// The key after unescaping, in UTF-8.
        package let key: [UInt8]
        /// The key in the text, quotes included.
        package let keyRange: Range<Int>
        package let value: ReferenceJSON

        /// The whole member in the text, from the key's first quote to the value's end.
        package var range: Range<Int> { self.keyRange.lowerBound..<self.value.range.upperBound }
        package var keyOffset: Int { self.keyRange.lowerBound }
    }

    package enum Reason: String, Sendable {
        case notUTF8, noValue, unexpectedByte, unexpectedEnd, trailingBytes, tooDeep
        case badLiteral, badNumber, controlCharacter, badEscape, loneSurrogate, openComment
    }

    /// Why a text is not JSON, and roughly where.
    package struct Refusal: Error, Hashable, Sendable {
        package let reason: Reason
        package let offset: Int

        package init(reason: Reason, offset: Int) {
            self.reason = reason
            self.offset = offset
        }
    }

    package let form: Form
    /// The value in the text, brackets and quotes included.
    package let range: Range<Int>

    package init(_ form: Form, _ range: Range<Int>) {
        self.form = form
        self.range = range
    }

    /// As many containers may stand in one another, and not one more.
    package static let depthLimit = 64

    /// Reads one JSON text, or says why it is none.
    ///
    /// - Parameter lenient: also takes a byte-order mark, comments, and one trailing comma a container.
    package static func parse(_ bytes: [UInt8], lenient: Bool = false) throws(Refusal) -> ReferenceJSON {
        if let offset = ReferenceUTF8.firstError(in: bytes) { throw Refusal(reason: .notUTF8, offset: offset) }
        var parser = ReferenceParser(bytes, lenient: lenient)
        return try parser.text()
    }
}

extension ReferenceJSON {
    package var members: [Member]? {
        guard case .object(let members) = self.form else { return nil }
        return members
    }

    package var elements: [ReferenceJSON]? {
        guard case .array(let elements) = self.form else { return nil }
        return elements
    }

    package var text: [UInt8]? {
        guard case .string(let text) = self.form else { return nil }
        return text
    }

    package var isObject: Bool { self.members != nil }
    package var isString: Bool { self.text != nil }

    package var isNumber: Bool {
        guard case .number = self.form else { return false }
        return true
    }

    package var boolean: Bool? {
        guard case .boolean(let boolean) = self.form else { return nil }
        return boolean
    }

    /// The value of the first member named `key`; nil when there is none or this is no object.
    package subscript(key: String) -> ReferenceJSON? {
        let wanted = Array(key.utf8)
        return self.members?.first { $0.key == wanted }?.value
    }

    /// How many members are named `key`.
    package func count(of key: String) -> Int {
        let wanted = Array(key.utf8)
        return self.members?.count { $0.key == wanted } ?? 0
    }
}
