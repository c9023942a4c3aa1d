import Basics
internal import CNGHTTP2

/// A list of headers in nghttp2's form. All texts are in one block of memory.
struct HeaderBlock {
    private var bytes: [UInt8] = []
    private let fields: [HeaderList.Field]

    /// Creates a block.
    ///
    /// Names become lower case, as HTTP/2 requires.
    init(_ headers: HeaderList, status: Int? = nil) {
        var fields: [HeaderList.Field] = []
        fields.reserveCapacity(headers.fields.count + 1)
        if let status { fields.append(HeaderList.Field(":status", String(status))) }
        fields += headers.fields
        self.fields = fields
        self.bytes.reserveCapacity(self.fields.reduce(0) { $0 + $1.size })
        for field in self.fields {
            for byte in field.name.utf8 { self.bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte) }
            self.bytes += field.value.utf8
        }
    }

    /// Passes the headers to a closure. The headers are valid only during the call; nghttp2 copies them.
    func lend<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        self.bytes.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: self.fields.count) { room in
                var place = UnsafeMutablePointer(mutating: bytes.baseAddress)
                for (index, field) in self.fields.enumerated() {
                    let (nameCount, valueCount) = (field.name.utf8.count, field.value.utf8.count)
                    room.initializeElement(
                        at: index,
                        to: nghttp2_nv(
                            name: place, value: place.map { $0 + nameCount }, namelen: nameCount, valuelen: valueCount,
                            flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
                    place = place.map { $0 + nameCount + valueCount }
                }
                return body(UnsafeBufferPointer(room))
            }
        }
    }
}
