import Basics

/// Makes the texts of the headers on one connection.
///
/// Most headers are the same in each request. Such a field shares its texts with the previous request.
struct HeaderTexts {
    /// The latest fields, by their places in a request.
    private var latest: [HeaderList.Field] = []
    private var place = 0

    /// The maximum number of fields that are kept, and the maximum length of their values.
    private static let (mostKept, longestKept) = (16, 512)

    /// The expected number of fields of the next request.
    var usualCount: Int { max(self.latest.count, 8) }

    /// Begins with the first place again.
    mutating func beginRequest() { self.place = 0 }

    /// Returns the next field of a request.
    mutating func field(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> HeaderList.Field {
        defer { self.place += 1 }
        let isKnown = self.place < self.latest.count
        if isKnown, Self.isSame(self.latest[self.place].value, value), Self.isSame(self.latest[self.place].name, name) {
            return self.latest[self.place]
        }
        let field = HeaderList.Field(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        if isKnown, value.count <= Self.longestKept {
            self.latest[self.place] = field
        } else if self.place == self.latest.count, self.place < Self.mostKept, value.count <= Self.longestKept {
            self.latest.append(field)
        }
        return field
    }

    private static func isSame(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.utf8.count == bytes.count else { return false }
        return text.utf8.withContiguousStorageIfAvailable { System.isSame($0, bytes) } ?? false
    }
}
