/// File names that cannot refer to another folder.
package enum FileWord {
    /// Returns the name with a hyphen for each byte that is neither an ASCII letter nor a digit.
    package static func of(_ name: String) -> String {
        String(
            decoding: name.utf8.map { ASCII.isDigit($0) || ASCII.isLetter($0) ? $0 : 0x2D }, as: UTF8.self)
    }
}
