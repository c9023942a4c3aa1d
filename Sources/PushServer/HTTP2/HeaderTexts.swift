import Basics

/// Creates the texts of the header fields on one connection: their names and values.
///
/// Most fields are the same in each request. Such a field uses the texts of the previous request again.
struct HeaderTexts {
    /// The latest fields. The index is the position of the field in a request.
    private var latest: [HeaderList.Field] = []
    private var place = 0

    /// The maximum number of fields that are kept, and the maximum length of their values.
    private static let (mostKept, longestKept) = (16, 512)

    /// The expected number of fields of the next request.
    var usualCount: Int { max(self.latest.count, 8) }

    /// Begins a new request, so that the next field is at the first position.
    mutating func beginRequest() { self.place = 0 }

    /// Returns the next field of a request. If the previous request had the same field at this position, returns that
    /// field.
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
