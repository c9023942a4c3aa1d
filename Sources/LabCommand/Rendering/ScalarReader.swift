/// Reads Unicode scalars from bytes that may be invalid UTF-8.
struct ScalarReader: Sequence, IteratorProtocol {
    enum Piece: Equatable {
        case scalar(Unicode.Scalar)
        /// A byte that is not part of a valid UTF-8 sequence.
        case stray(UInt8)
    }

    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        self.offset = bytes.startIndex
    }

    mutating func next() -> Piece? {
        guard self.offset < self.bytes.endIndex else { return nil }
        let lead = self.bytes[self.offset]
        let (length, bits): (Int, UInt32) =
            switch lead {
            case ..<0x80: (1, UInt32(lead))
            case 0xC2...0xDF: (2, UInt32(lead & 0x1F))
            case 0xE0...0xEF: (3, UInt32(lead & 0x0F))
            case 0xF0...0xF4: (4, UInt32(lead & 0x07))
            default: (0, 0)
            }
        let tail = self.bytes[self.offset...].dropFirst().prefix(Swift.max(0, length - 1))
        let value = tail.reduce(bits) { $0 << 6 | UInt32($1 & 0x3F) }
        guard length > 0, tail.count == length - 1, tail.allSatisfy(UTF8.isContinuation),
            let scalar = Unicode.Scalar(value), UTF8.width(scalar) == length
        else {
            self.offset += 1
            return .stray(lead)
        }
        self.offset += length
        return .scalar(scalar)
    }
}
