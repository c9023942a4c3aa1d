/// Mutations that keep a payload JSON, or nearly so, and change what it means.
enum TreeMutation {
    /// One change to the payload `bytes`, which was read as `tree`.
    static func apply(
        to tree: ReferenceJSON, of bytes: [UInt8], donor: [UInt8], _ dice: inout SeededDice
    ) -> [UInt8] {
        let parts = Parts(tree)
        switch dice.below(12) {
        case 0...3:
            if let object = Self.chosen(parts.objects, &dice) {
                return Self.rebuilt(object, of: bytes, donor: donor, &dice)
            }
        case 4:
            if let array = Self.chosen(parts.arrays, &dice) { return Self.rebuilt(array, of: bytes, &dice) }
        case 5, 6:
            return Self.replacing(dice.pick(parts.values).range, of: bytes, with: dice.pick(Tokens.values))
        case 7:
            if let key = Self.chosen(parts.keys, &dice) {
                return Self.replacing(key, of: bytes, with: JSONText.quoted(dice.pick(Tokens.keys)))
            }
        case 8:
            if let string = Self.chosen(parts.keys + parts.strings, &dice) {
                return Self.respelt(string, of: bytes, &dice)
            }
        case 9:
            let value = dice.pick(parts.values).range
            let place = dice.coin() ? value.lowerBound : value.upperBound
            return Self.replacing(place..<place, of: bytes, with: dice.pick(Tokens.gaps))
        case 10:
            let value = dice.pick(parts.values).range
            let depth = dice.coin() ? 1 + dice.below(3) : 58 + dice.below(8)
            let wrapped = [UInt8](repeating: UInt8(ascii: "["), count: depth) + bytes[value]
            return Self.replacing(
                value, of: bytes, with: wrapped + [UInt8](repeating: UInt8(ascii: "]"), count: depth))
        default:
            if dice.below(6) == 0 { return Self.padded(tree, of: bytes, &dice) }
        }
        return Self.replacing(dice.pick(parts.values).range, of: bytes, with: Self.someValue(of: donor, &dice))
    }

    /// The members of an object in a new order or number.
    private static func rebuilt(
        _ object: ReferenceJSON, of bytes: [UInt8], donor: [UInt8], _ dice: inout SeededDice
    ) -> [UInt8] {
        var members = (object.members ?? []).map { Array(bytes[$0.range]) }
        switch dice.below(6) {
        case 0 where members.count > 1:
            members.swapAt(dice.below(members.count), dice.below(members.count))
        case 1 where !members.isEmpty:
            members.insert(dice.pick(members), at: dice.below(members.count + 1))
        case 2 where !members.isEmpty:
            members.remove(at: dice.below(members.count))
        case 3:
            let grafts = (try? ReferenceJSON.parse(donor, lenient: true)).map { Parts($0).members } ?? []
            guard let graft = Self.chosen(grafts, &dice) else { return bytes }
            members.insert(Array(donor[graft]), at: dice.below(members.count + 1))
        case 4 where !members.isEmpty:
            // The trailing comma, or two.
            members.append(contentsOf: Array(repeating: [], count: 1 + dice.below(8) / 7))
        default:
            let member = JSONText.quoted(dice.pick(Tokens.keys)) + [UInt8(ascii: ":")] + dice.pick(Tokens.values)
            members.insert(member, at: dice.below(members.count + 1))
        }
        return Self.replacing(object.range, of: bytes, with: Self.joined(members, "{", "}"))
    }

    /// The elements of an array in a new order or number.
    private static func rebuilt(
        _ array: ReferenceJSON, of bytes: [UInt8], _ dice: inout SeededDice
    ) -> [UInt8] {
        var elements = (array.elements ?? []).map { Array(bytes[$0.range]) }
        switch dice.below(4) {
        case 0 where elements.count > 1: elements.swapAt(dice.below(elements.count), dice.below(elements.count))
        case 1 where !elements.isEmpty: elements.remove(at: dice.below(elements.count))
        case 2 where !elements.isEmpty: elements.append([])
        default: elements.insert(dice.pick(Tokens.values), at: dice.below(elements.count + 1))
        }
        return Self.replacing(array.range, of: bytes, with: Self.joined(elements, "[", "]"))
    }

    /// A string or key with one character escaped, or with something put in.
    private static func respelt(_ string: Range<Int>, of bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        let inside = string.lowerBound + 1..<string.upperBound - 1
        guard !inside.isEmpty else {
            return Self.replacing(inside, of: bytes, with: dice.pick(Tokens.characters))
        }
        let place = inside.lowerBound + dice.below(inside.count)
        if dice.below(4) == 0 { return Self.replacing(place..<place, of: bytes, with: dice.pick(Tokens.characters)) }
        var escape = JSONText.escape(UInt16(bytes[place]))
        if dice.coin() { escape = escape.map { (0x61...0x66).contains($0) ? $0 - 0x20 : $0 } }
        return Self.replacing(place..<place + 1, of: bytes, with: escape)
    }

    /// The payload brought to just below, at, or just above a limit.
    private static func padded(_ tree: ReferenceJSON, of bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        let size = dice.pick([4096, 5120]) - 2 + dice.below(5)
        guard tree.isObject, bytes.count < size - 10 else { return bytes }
        let filling = [UInt8](repeating: UInt8(ascii: "x"), count: size - bytes.count - #""pad":"","#.utf8.count)
        let member = Array(#""pad":""#.utf8) + filling + Array(#"","#.utf8)
        let place = tree.range.lowerBound + 1
        return Self.replacing(place..<place, of: bytes, with: member)
    }

    private static func someValue(of donor: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        guard let tree = try? ReferenceJSON.parse(donor, lenient: true) else { return dice.pick(Tokens.values) }
        return Array(donor[dice.pick(Parts(tree).values).range])
    }

    private static func chosen<Choice>(_ choices: [Choice], _ dice: inout SeededDice) -> Choice? {
        choices.isEmpty ? nil : dice.pick(choices)
    }

    private static func replacing(_ range: Range<Int>, of bytes: [UInt8], with new: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(range, with: new)
        return bytes
    }

    private static func joined(_ parts: [[UInt8]], _ open: Unicode.Scalar, _ close: Unicode.Scalar) -> [UInt8] {
        [UInt8(ascii: open)] + Array(parts.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: close)]
    }
}

extension TreeMutation {
    /// The parts of a tree, sorted by what can be done to them.
    private struct Parts {
        private(set) var values: [ReferenceJSON] = []
        private(set) var objects: [ReferenceJSON] = []
        private(set) var arrays: [ReferenceJSON] = []
        private(set) var strings: [Range<Int>] = []
        private(set) var keys: [Range<Int>] = []
        private(set) var members: [Range<Int>] = []

        init(_ tree: ReferenceJSON) { self.collect(tree) }

        private mutating func collect(_ value: ReferenceJSON) {
            self.values.append(value)
            switch value.form {
            case .object(let members):
                self.objects.append(value)
                for member in members {
                    self.keys.append(member.keyRange)
                    self.members.append(member.range)
                    self.collect(member.value)
                }
            case .array(let elements):
                self.arrays.append(value)
                for element in elements { self.collect(element) }
            case .string: self.strings.append(value.range)
            case .number, .boolean, .null: break
            }
        }
    }
}
