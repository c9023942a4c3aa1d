extension HeaderList {
    /// A name and its value, as sent.
    package struct Field: Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Whether the name is equal, ignoring the case of ASCII letters as in RFC 9110.
        package func hasName(_ name: String) -> Bool {
            // Most names differ in their length.
            self.name.utf8.count == name.utf8.count
                && self.name.utf8.elementsEqual(name.utf8) { ASCII.lowercase($0) == ASCII.lowercase($1) }
        }

        /// The name in lower case, equal for all names that ``hasName(_:)`` treats as equal.
        var canonicalName: [UInt8] { self.name.utf8.map(ASCII.lowercase) }

        /// The size of the field in HTTP/2: the bytes of both texts, and 32 (RFC 9113 §6.5.2).
        package var size: Int { self.name.utf8.count + self.value.utf8.count + 32 }

        /// Whether the field is a pseudo-header of HTTP/2, such as `:path`.
        package var isPseudo: Bool { self.name.utf8.first == UInt8(ascii: ":") }

        /// The reason why RFC 9110 §5 forbids the field, if any. In the name of a pseudo-header, the colon at the start
        /// is allowed.
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

/// Compares byte by byte: texts that Unicode treats as equal may differ on the wire.
extension HeaderList.Field: Hashable {
    package static func == (left: HeaderList.Field, right: HeaderList.Field) -> Bool {
        left.name.isExactly(right.name) && left.value.isExactly(right.value)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: self.name)
        hasher.combine(exactly: self.value)
    }
}

/// The reason why HTTP forbids a field.
package enum HeaderFault: Hashable, Sendable {
    case emptyName
    /// The name has characters other than letters, digits and ``!#$%&'*+-.^_`|~``.
    case nameIsNoToken
    /// The value has a control character. NUL, CR and LF could end a field early; the others are forbidden too.
    case controlCharacterInValue
    case blankAroundValue
}
