public import Foundation
public import ShoulderTap

extension Tap {
    /// The tap in the `userInfo` dictionary that an app delegate receives, or nil.
    public static func tryParse(_ userInfo: [AnyHashable: Any]) -> Tap? {
        guard let value = PayloadValue(userInfo), case .object(let dictionary) = value else { return nil }
        return self.tryParse(dictionary)
    }

    /// The tap in an APNs payload, or nil.
    public static func tryParse(_ data: Data) -> Tap? { self.tryParse(Array(data)) }
}

extension PayloadValue {
    /// The value that Foundation's JSON or property list types stand for, or nil when one of them is neither.
    ///
    /// Dictionaries must have text keys. Numbers keep all of 64 bits; a boolean stays a boolean.
    public init?(_ value: Any) {
        switch value {
        case is NSNull: self = .null
        case let text as String: self = .string(text)
        // Before the numbers: on Linux `true as? Int` fails, on Apple platforms an NSNumber casts to both.
        case let number as NSNumber: self.init(number)
        case let bool as Bool: self = .bool(bool)
        case let integer as any BinaryInteger: self.init(integer)
        case let float as any BinaryFloatingPoint: self.init(NSNumber(value: Double(float)))
        case let elements as [Any]:
            var values: [PayloadValue] = []
            for element in elements {
                guard let value = PayloadValue(element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case let members as [AnyHashable: Any]:
            var values: [String: PayloadValue] = [:]
            for (key, member) in members {
                guard let key = key as? String, let value = PayloadValue(member) else { return nil }
                values[key] = value
            }
            self = .object(values)
        default: return nil
        }
    }

    private init(_ integer: some BinaryInteger) {
        self = Int64(exactly: integer).map(PayloadValue.integer) ?? .number(String(integer))
    }

    private init?(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "B": self = .bool(number.boolValue)
        case "c" where number.isBoolean: self = .bool(number.boolValue)
        case "f", "d":
            guard number.doubleValue.isFinite else { return nil }
            self = .number(number.doubleValue.description)
        case "Q": self.init(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}

extension NSNumber {
    /// Whether this is one of the two numbers that stand for booleans, which share the type of a small integer.
    fileprivate var isBoolean: Bool { self === (true as NSNumber) || self === (false as NSNumber) }
}
