/// Writes the fields of a row one after the other. Numbers are in little-endian byte order.
struct RowWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { self.bytes.append(contentsOf: $0) }
    }

    mutating func write(_ flag: Bool) { self.bytes.append(flag ? 1 : 0) }

    mutating func write(_ bytes: [UInt8]) {
        self.write(UInt32(bytes.count))
        self.bytes.append(contentsOf: bytes)
    }

    mutating func write(_ text: String) { self.write(Array(text.utf8)) }

    mutating func write<Value>(optional value: Value?, _ writeValue: (inout Self, Value) -> Void) {
        self.write(value != nil)
        if let value { writeValue(&self, value) }
    }
}

/// Reads the output of a `RowWriter`. Each read returns nil for invalid bytes.
struct RowReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { self.position == self.bytes.count }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        let size = Number.bitWidth / 8
        guard self.bytes.count - self.position >= size else { return nil }
        var number: Number = 0
        for index in (0..<size).reversed() {
            number = size == 1 ? 0 : number << 8
            number |= Number(truncatingIfNeeded: self.bytes[self.position + index])
        }
        self.position += size
        return number
    }

    mutating func flag() -> Bool? {
        switch self.number(UInt8.self) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    mutating func array() -> [UInt8]? {
        guard let count = self.number(UInt32.self), self.bytes.count - self.position >= Int(count) else { return nil }
        defer { self.position += Int(count) }
        return Array(self.bytes[self.position..<self.position + Int(count)])
    }

    mutating func text() -> String? {
        guard let bytes = self.array() else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// Reads a case of an enumeration by its raw value.
    mutating func choice<Choice: RawRepresentable>(_: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == UInt8 {
        self.number(UInt8.self).flatMap(Choice.init)
    }

    /// Reads an optional value: the outer nil means invalid bytes, the inner nil means no value.
    mutating func optional<Value>(_ readValue: (inout Self) -> Value?) -> Value?? {
        switch self.flag() {
        case true: readValue(&self).map { .some($0) }
        case false: .some(nil)
        default: nil
        }
    }
}
