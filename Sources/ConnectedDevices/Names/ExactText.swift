/// A text that equals another only byte for byte: two that merely look alike are not the same address.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in self.text.utf8 { hasher.combine(byte) }
        // A closing byte that UTF-8 does not have keeps neighbours apart.
        hasher.combine(UInt8.max)
    }
}
