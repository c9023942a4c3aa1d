import Basics

/// Why bytes are no state of a device.
package enum DurableFault: Error, Hashable, Sendable {
    /// Torn, or of something else.
    case damaged
    /// Written by a version that this one does not know.
    case unknownVersion(UInt16)
}

/// Reads what ``DurableWriter`` wrote; nothing in the bytes can make it trap.
struct DurableReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    /// Nil unless the closing code fits.
    init?(sealed bytes: [UInt8]) {
        let length = UInt64.bitWidth / 8
        guard bytes.count >= length else { return nil }
        self.bytes = bytes.dropLast(length)
        self.place = 0
        var tail = DurableReader(unchecked: bytes.suffix(length))
        guard (try? tail.number(UInt64.self)) == DurableCode.code(of: self.bytes) else { return nil }
    }

    private init(unchecked bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        self.place = bytes.startIndex
    }

    var isAtEnd: Bool { self.place == self.bytes.endIndex }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(DurableFault) -> Number {
        let count = Number.bitWidth / 8
        guard self.bytes.endIndex - self.place >= count else { throw .damaged }
        var number: UInt64 = 0
        for index in (0..<count).reversed() { number = number << 8 | UInt64(self.bytes[self.place + index]) }
        self.place += count
        return Number(truncatingIfNeeded: number)
    }

    mutating func instant() throws(DurableFault) -> Instant { Instant(microseconds: try self.number()) }

    mutating func text() throws(DurableFault) -> String {
        let count = Int(try self.number(UInt32.self))
        guard self.bytes.endIndex - self.place >= count else { throw .damaged }
        defer { self.place += count }
        guard let text = String(validating: self.bytes[self.place..<self.place + count], as: UTF8.self) else {
            throw .damaged
        }
        return text
    }

    mutating func option<Value>(
        _ read: (inout DurableReader) throws(DurableFault) -> Value
    ) throws(DurableFault) -> Value? {
        switch try self.number(UInt8.self) {
        case 0: return nil
        case 1: return try read(&self)
        default: throw .damaged
        }
    }

    mutating func all<Value>(
        _ read: (inout DurableReader) throws(DurableFault) -> Value
    ) throws(DurableFault) -> [Value] {
        let count = Int(try self.number(UInt32.self))
        // Each value takes a byte at least, so that no number makes room for more than there is.
        guard count <= self.bytes.endIndex - self.place else { throw .damaged }
        var values: [Value] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// One of the values of an enumeration.
    mutating func choice<Choice: RawRepresentable>(
        _: Choice.Type = Choice.self
    ) throws(DurableFault) -> Choice where Choice.RawValue: FixedWidthInteger {
        guard let raw = Choice.RawValue(exactly: try self.number(UInt8.self)), let choice = Choice(rawValue: raw)
        else { throw .damaged }
        return choice
    }
}
