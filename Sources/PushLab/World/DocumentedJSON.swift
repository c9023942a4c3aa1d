import ShoulderTap

/// A JSON text that is documented: an answer must contain it.
///
/// Clients must not depend on white space, on the order of members, or on the absence of further members.
struct DocumentedJSON {
    /// A value with its path. Of an object or an array, the value is only its kind.
    private struct Place: Equatable {
        let path: String
        let value: String
    }

    private let places: [Place]

    init(_ text: String) {
        guard let places = Self.places(in: Array(text.utf8)) else {
            preconditionFailure("the text is no JSON: \(text)")
        }
        self.places = places
    }

    /// Whether a text is JSON that contains each documented value exactly once, at its place.
    func isIn(_ bytes: [UInt8]) -> Bool {
        guard let found = Self.places(in: bytes) else { return false }
        return self.places.allSatisfy { place in found.filter { $0.path == place.path } == [place] }
    }

    private static func places(in bytes: [UInt8]) -> [Place]? {
        (try? JSONDocument(bytes, limit: max(bytes.count, 1)).root).map(Self.places)
    }

    private static func places(in element: PayloadElement) -> [Place] {
        if let members = element.members {
            return [Place(path: element.path, value: "object")] + members.flatMap { Self.places(in: $0.value) }
        }
        if let elements = element.elements {
            return [Place(path: element.path, value: "array")] + elements.flatMap(Self.places)
        }
        let value = element.string.map { "'\($0)'" } ?? String(decoding: element.rawBytes, as: UTF8.self)
        return [Place(path: element.path, value: value)]
    }
}
