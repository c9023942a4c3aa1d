import Basics

/// The reason why bytes are not a valid state of a device.
package enum DurableFault: Error, Hashable, Sendable {
    /// The bytes are incomplete or have another format.
    case damaged
    /// The bytes were written by an unknown version.
    case unknownVersion(UInt16)
}

/// Reads the output of ``DurableWriter``. No input can make it trap.
struct DurableReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    /// Returns nil unless the checksum at the end is correct.
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
        // Each value takes at least one byte. So a damaged count cannot make this code read more values than there are
        // bytes.
        guard count <= self.bytes.endIndex - self.place else { throw .damaged }
        var values: [Value] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// Reads a case of an enumeration.
    mutating func choice<Choice: RawRepresentable>(
        _: Choice.Type = Choice.self
    ) throws(DurableFault) -> Choice where Choice.RawValue: FixedWidthInteger {
        guard let raw = Choice.RawValue(exactly: try self.number(UInt8.self)), let choice = Choice(rawValue: raw)
        else { throw .damaged }
        return choice
    }
}
