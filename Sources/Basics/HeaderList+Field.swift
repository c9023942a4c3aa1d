extension HeaderList {
    /// One name and its value, as they were sent.
    package struct Field: Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Only ASCII letters have a case here, as in RFC 9110.
        package func hasName(_ name: String) -> Bool {
            // Most names differ in their length.
            self.name.utf8.count == name.utf8.count
                && self.name.utf8.elementsEqual(name.utf8) { ASCII.lowercase($0) == ASCII.lowercase($1) }
        }

        /// One spelling for all that ``hasName(_:)`` takes for the same.
        var canonicalName: [UInt8] { self.name.utf8.map(ASCII.lowercase) }

        /// What HTTP/2 counts for it: both texts and 32 bytes of keeping it (RFC 9113 §6.5.2).
        package var size: Int { self.name.utf8.count + self.value.utf8.count + 32 }

        /// A field of HTTP/2 that carries a part of the request line or of the status, such as `:path`.
        package var isPseudo: Bool { self.name.utf8.first == UInt8(ascii: ":") }

        /// What RFC 9110 §5 has against it. A pseudo field has a colon before its token.
        package var fault: HeaderFault? {
            let token = self.isPseudo ? Substring(self.name.dropFirst()).utf8 : Substring(self.name).utf8
            if token.isEmpty { return .emptyName }
            if !token.allSatisfy(ASCII.isTokenCharacter) { return .nameIsNoToken }
            if !self.value.utf8.allSatisfy(Self.isValueByte) { return .controlCharacterInValue }
            if [self.value.utf8.first, self.value.utf8.last].contains(where: { $0.map(ASCII.isBlank) ?? false }) {
                return .blankAroundValue
            }
            return nil
        }

        private static func isValueByte(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }
    }
}

/// Byte by byte: what Unicode takes for the same text may be two texts on the wire.
extension HeaderList.Field: Hashable {
    package static func == (left: HeaderList.Field, right: HeaderList.Field) -> Bool {
        left.name.isExactly(right.name) && left.value.isExactly(right.value)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: self.name)
        hasher.combine(exactly: self.value)
    }
}

/// Why HTTP does not allow a field.
package enum HeaderFault: Hashable, Sendable {
    case emptyName
    /// A name is made of letters, digits and ``!#$%&'*+-.^_`|~``.
    case nameIsNoToken
    /// NUL, CR and LF could end a field early; the other control characters are no more allowed.
    case controlCharacterInValue
    case blankAroundValue
}
