/// Makes payloads that are almost like known ones.
///
/// The same corpus, seed and iteration give the same mutant, whatever was made before it.
package struct Mutator: Sendable {
    /// Payloads to start from, those with equal verdicts together: rare kinds get as many mutants as common ones.
    private let pools: [[[UInt8]]]
    private let seed: UInt64

    /// - Parameter corpus: payloads to start from; not empty. Large ones are chosen less often, since they cost more.
    package init(corpus: [[UInt8]], seed: UInt64) {
        precondition(!corpus.isEmpty, "nothing to mutate")
        let families = Dictionary(grouping: corpus) { bytes in
            let verdict = ReferenceVerdict(bytes)
            return "\(verdict.strict) \(verdict.lenient)"
        }
        let pools = families.sorted { $0.key < $1.key }.map(\.value)
        // Taps have the most rules of their own, so they get a bigger share.
        self.pools = pools + Array(repeating: families["shoulderTap shoulderTap"] ?? pools[0], count: 4)
        self.seed = seed
    }

    /// The mutant of one iteration.
    package func mutant(_ iteration: Int) -> [UInt8] {
        var root = SeededDice(seed: self.seed &+ UInt64(iteration) &* 0xD6E8_FEB8_6659_FD93)
        var dice = root.fork()
        var bytes = self.choose(&dice)
        // Most mutants differ in one or two places: those get past the first check and reach the later ones.
        var rounds = 1 + dice.below(2)
        if dice.below(8) == 0 { rounds += dice.below(6) }
        for _ in 0..<rounds { bytes = self.mutated(bytes, &dice) }
        return bytes
    }

    private func choose(_ dice: inout SeededDice) -> [UInt8] {
        let pool = dice.pick(self.pools)
        let choice = dice.pick(pool)
        return choice.count > 1000 && dice.below(8) > 0 ? dice.pick(pool) : choice
    }

    private func mutated(_ bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        // Three in four changes keep the shape of JSON, or nothing would test the rules behind it.
        if dice.below(4) < 3, let tree = try? ReferenceJSON.parse(bytes, lenient: true) {
            let donor = self.choose(&dice)
            return TreeMutation.apply(to: tree, of: bytes, donor: donor, &dice)
        }
        switch dice.below(8) {
        case 0: return Self.flippingBit(bytes, &dice)
        case 1: return Self.replacingByte(bytes, &dice)
        case 2: return Self.insertingToken(bytes, &dice)
        case 3: return Self.deletingRange(bytes, &dice)
        case 4: return Self.duplicatingRange(bytes, &dice)
        case 5: return Self.splicing(bytes, self.choose(&dice), &dice)
        case 6: return Array(bytes.prefix(dice.below(bytes.count + 1)))
        default: return Array(bytes.dropFirst(dice.below(min(bytes.count, 8) + 1)))
        }
    }
}

// Mutations that know nothing of JSON.
extension Mutator {
    private static func flippingBit(_ bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var bytes = bytes
        bytes[dice.below(bytes.count)] ^= 1 << UInt8(dice.below(8))
        return bytes
    }

    private static func replacingByte(_ bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var bytes = bytes
        bytes[dice.below(bytes.count)] = dice.coin() ? dice.pick(Tokens.marks) : UInt8(dice.below(256))
        return bytes
    }

    private static func insertingToken(_ bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        var bytes = bytes
        bytes.insert(contentsOf: dice.pick(Tokens.any), at: dice.below(bytes.count + 1))
        return bytes
    }

    private static func deletingRange(_ bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var bytes = bytes
        bytes.removeSubrange(Self.range(in: bytes, &dice))
        return bytes
    }

    private static func duplicatingRange(_ bytes: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var bytes = bytes
        let copy = Array(bytes[Self.range(in: bytes, &dice)])
        bytes.insert(contentsOf: copy, at: dice.below(bytes.count + 1))
        return bytes
    }

    private static func splicing(_ head: [UInt8], _ tail: [UInt8], _ dice: inout SeededDice) -> [UInt8] {
        Array(head.prefix(dice.below(head.count + 1)) + tail.suffix(dice.below(tail.count + 1)))
    }

    /// A range that is usually short.
    private static func range(in bytes: [UInt8], _ dice: inout SeededDice) -> Range<Int> {
        let start = dice.below(bytes.count)
        let room = bytes.count - start
        return start..<start + 1 + dice.below(dice.below(4) == 0 ? room : min(room, 4))
    }
}
