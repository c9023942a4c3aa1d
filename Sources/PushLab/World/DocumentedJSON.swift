import ShoulderTap

/// A JSON text that is documented: an answer must contain it.
///
/// Clients may not depend on white space, on the order of members, or on the absence of further members.
struct DocumentedJSON {
    private let leaves: [String]

    init(_ text: String) {
        guard let leaves = Self.leaves(of: Array(text.utf8)) else {
            preconditionFailure("the text is no JSON: \(text)")
        }
        self.leaves = leaves
    }

    /// Whether a text is JSON that contains each documented value at its place.
    func isIn(_ bytes: [UInt8]) -> Bool {
        guard let found = Self.leaves(of: bytes) else { return false }
        return self.leaves.allSatisfy { leaf in found.contains { $0.utf8.elementsEqual(leaf.utf8) } }
    }

    /// Each value that contains no other values, with its path.
    private static func leaves(of bytes: [UInt8]) -> [String]? {
        guard let root = try? JSONDocument(bytes, limit: max(bytes.count, 1)).root else { return nil }
        return Self.leaves(of: root)
    }

    private static func leaves(of element: PayloadElement) -> [String] {
        if let members = element.members, !members.isEmpty { return members.flatMap { Self.leaves(of: $0.value) } }
        if let elements = element.elements, !elements.isEmpty { return elements.flatMap(Self.leaves) }
        let value = element.string.map { "'\($0)'" } ?? String(decoding: element.rawBytes, as: UTF8.self)
        return ["\(element.path) \(value)"]
    }
}
