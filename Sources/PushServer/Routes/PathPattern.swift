import Basics

/// A path with gaps, such as `/lab/devices/{id}`.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible {
    private enum Piece: Hashable {
        case word(String)
        case gap(String)
    }

    package let description: String
    private let pieces: [Piece]

    package init(_ text: String) {
        self.description = text
        self.pieces = text.split(separator: "/", omittingEmptySubsequences: false).map { piece in
            piece.hasPrefix("{") && piece.hasSuffix("}")
                ? .gap(String(piece.dropFirst().dropLast())) : .word(String(piece))
        }
    }

    /// The names of the gaps, in order.
    package var parameters: [String] {
        self.pieces.compactMap { if case .gap(let name) = $0 { name } else { nil } }
    }

    /// Returns the texts in the gaps of a path. Returns nil if the path does not match.
    ///
    /// A gap matches at least one character.
    package func match(_ path: Substring) -> [String: String]? {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == self.pieces.count else { return nil }
        var found: [String: String] = [:]
        for (piece, word) in zip(self.pieces, words) {
            switch piece {
            case .word(let expected): guard word == expected else { return nil }
            case .gap(let name):
                guard !word.isEmpty, let text = PercentText.decoded(word) else { return nil }
                found[name] = text
            }
        }
        return found
    }

    /// Whether two patterns match the same paths.
    package func isAlike(_ other: PathPattern) -> Bool {
        self.pieces.map { if case .gap = $0 { Piece.gap("") } else { $0 } }
            == other.pieces.map { if case .gap = $0 { Piece.gap("") } else { $0 } }
    }
}

/// Percent-encoding: bytes are written as `%` and two hex digits.
enum PercentText {
    /// Decodes a text, or returns nil if it ends within an escape or is not UTF-8.
    static func decoded(_ text: Substring, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(Hex.value), let low = rest.popFirst().flatMap(Hex.value)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
