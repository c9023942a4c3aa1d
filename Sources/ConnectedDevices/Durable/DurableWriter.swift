import Basics

/// Writes durable state: little-endian integers of fixed width, and texts with their length.
struct DurableWriter {
    private(set) var bytes: [UInt8] = []
    /// The number of bytes that were written, or that were only counted.
    private(set) var count = 0
    /// Whether to count bytes without writing them.
    let isMeasuring: Bool

    init(isMeasuring: Bool = false) { self.isMeasuring = isMeasuring }

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        let width = Number.bitWidth / 8
        self.count += width
        guard !self.isMeasuring else { return }
        var rest = UInt64(truncatingIfNeeded: number)
        for _ in 0..<width {
            self.bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    mutating func write(_ instant: Instant) { self.write(instant.microseconds) }

    mutating func write(_ text: String) {
        self.write(UInt32(text.utf8.count))
        self.count += text.utf8.count
        if !self.isMeasuring { self.bytes.append(contentsOf: text.utf8) }
    }

    mutating func write(_ name: Name, _ names: NameTable) {
        guard self.isMeasuring else { return self.write(names.text(name)) }
        self.skip(UInt32.bitWidth / 8 + names.byteCount(name))
    }

    /// Adds to the count without writing.
    mutating func skip(_ count: Int) { self.count += count }

    /// Writes a byte that says whether there is a value, and then the value.
    mutating func write<Value>(optional value: Value?, _ write: (inout DurableWriter, Value) -> Void) {
        self.write(UInt8(value == nil ? 0 : 1))
        if let value { write(&self, value) }
    }

    mutating func write<Value>(all values: some Collection<Value>, _ write: (inout DurableWriter, Value) -> Void) {
        self.write(UInt32(values.count))
        for value in values { write(&self, value) }
    }

    /// Appends a checksum over all bytes, so that an incomplete state is recognised.
    mutating func seal() { self.write(DurableCode.code(of: self.bytes)) }
}

/// The checksum of a state. It protects against accidental damage but not against an attacker.
enum DurableCode {
    private static let hash = KeyedHash(key: Array("ShoulderTapState".utf8))

    static func code(of bytes: some Sequence<UInt8>) -> UInt64 {
        guard let hash = Self.hash else { preconditionFailure("a key has sixteen bytes") }
        return hash.code(of: bytes)
    }
}
