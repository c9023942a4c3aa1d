import Foundation
public import ShoulderTap

extension PayloadValue {
    /// Creates a value from Foundation's JSON types. Returns nil if any part of the value is not JSON.
    ///
    /// Dictionaries must have text keys. As in a payload, containers may be nested up to 64 deep. Integers and decimals
    /// keep every digit, and a boolean stays a boolean. NaN and infinity are not numbers.
    public init?(foundation value: Any) { self.init(value, depth: 0) }

    private static var depthLimit: Int { 64 }

    private init?(_ value: Any, depth: Int) {
        switch value {
        case is NSNull: self = .null
        case let text as String: self = .string(text)
        // This case comes before the other numbers, because a decimal would lose digits as a double.
        case let decimal as NSDecimalNumber: self.init(decimal.decimalValue)
        // This case comes before the integers. Swift's own numbers and booleans bridge to this class, and only the
        // object knows whether it is a number or a boolean.
        case let number as NSNumber: self.init(number)
        case let integer as any BinaryInteger: self.init(integer)
        case let float as any BinaryFloatingPoint: self.init(Double(float))
        case let elements as [Any]: self.init(elements, depth: depth + 1)
        case let members as [AnyHashable: Any]: self.init(members, depth: depth + 1)
        default: return nil
        }
    }

    private init?(_ elements: [Any], depth: Int) {
        guard depth <= Self.depthLimit else { return nil }
        var values: [PayloadValue] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = PayloadValue(element, depth: depth) else { return nil }
            values.append(value)
        }
        self = .array(values)
    }

    private init?(_ members: [AnyHashable: Any], depth: Int) {
        guard depth <= Self.depthLimit else { return nil }
        var values: [String: PayloadValue] = [:]
        for (key, member) in members {
            guard let key = key as? String, let value = PayloadValue(member, depth: depth) else { return nil }
            values[key] = value
        }
        self = .object(values)
    }

    private init(_ integer: some BinaryInteger) {
        self = Int64(exactly: integer).map(PayloadValue.integer) ?? .number(String(integer))
    }

    private init?(_ double: Double) {
        guard double.isFinite else { return nil }
        self = .number(double.description)
    }

    private init?(_ decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        let text = decimal.description
        self = Int64(text).map(PayloadValue.integer) ?? .number(text)
    }

    private init?(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "B": self = .bool(number.boolValue)
        case "c" where number.isBoolean: self = .bool(number.boolValue)
        case "f", "d": self.init(number.doubleValue)
        case "Q": self.init(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}

extension NSNumber {
    /// Whether this is one of the two objects for booleans, which have the same type as small integers.
    fileprivate var isBoolean: Bool { self === (true as NSNumber) || self === (false as NSNumber) }
}
