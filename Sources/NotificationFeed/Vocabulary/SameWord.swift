import Basics

/// Whether two words differ only in the case of ASCII letters.
func isSameWord(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.elementsEqual(right.utf8) { ASCII.lowercase($0) == ASCII.lowercase($1) }
}
