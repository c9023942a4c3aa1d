import Basics
internal import CNGHTTP2

/// A list of headers in nghttp2's form. All texts are in one block of memory.
struct HeaderBlock {
    private var bytes: [UInt8] = []
    private var lengths: [(name: Int, value: Int)] = []

    /// Creates a block.
    ///
    /// Names become lower case, as HTTP/2 requires.
    init(_ headers: HeaderList) {
        self.lengths.reserveCapacity(headers.fields.count)
        for field in headers.fields {
            let start = self.bytes.count
            for byte in field.name.utf8 { self.bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte) }
            let middle = self.bytes.count
            self.bytes += field.value.utf8
            self.lengths.append((middle - start, self.bytes.count - middle))
        }
    }

    /// Passes the headers to a closure. The headers are valid only during the call; nghttp2 copies them.
    func lend<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        self.bytes.withUnsafeBufferPointer { bytes in
            var place = UnsafeMutablePointer(mutating: bytes.baseAddress)
            let fields = self.lengths.map { length in
                let name = place
                let value = place.map { $0 + length.name }
                place = value.map { $0 + length.value }
                return nghttp2_nv(
                    name: name, value: value, namelen: length.name, valuelen: length.value,
                    flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            return fields.withUnsafeBufferPointer(body)
        }
    }
}
