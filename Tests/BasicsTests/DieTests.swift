import Basics
import TestSupport
import Testing

/// One number of die format 1, computed by another program from the description of the derivation.
///
/// A change of any of these breaks every seed, history and golden file that anybody keeps: it is a new format,
/// and needs a new number in `Die.format`.
struct Golden: Sendable, CustomTestStringConvertible {
    let (seed, entity, n): (UInt64, UInt64, UInt64)
    let purpose: DiePurpose
    let cause: DieCause
    let bits: UInt64

    init(_ seed: UInt64, _ purpose: UInt32, _ entity: UInt64, step: UInt32, hop: UInt32, n: UInt64, _ bits: UInt64) {
        (self.seed, self.entity, self.n, self.bits) = (seed, entity, n, bits)
        self.purpose = DiePurpose(number: purpose)
        self.cause = DieCause(step: step, hop: hop)
    }

    var testDescription: String {
        "\(self.seed) \(self.purpose.number) \(self.entity) \(self.cause.step).\(self.cause.hop) \(self.n)"
    }

    static let formatOne = [
        Golden(0, 0, 0, step: 0, hop: 0, n: 0, 0xECFA_DD4D_91D6_E532),
        Golden(1, 0, 0, step: 0, hop: 0, n: 0, 0xB063_1107_1B7E_78A7),
        Golden(0, 1, 0, step: 0, hop: 0, n: 0, 0x588D_96D2_34C0_91B2),
        Golden(0, 0, 1, step: 0, hop: 0, n: 0, 0x0254_C714_D167_E108),
        Golden(0, 0, 0, step: 1, hop: 0, n: 0, 0xD101_061C_65A7_44C9),
        Golden(0, 0, 0, step: 0, hop: 1, n: 0, 0xC30F_A67C_21CC_48BD),
        Golden(0, 0, 0, step: 0, hop: 0, n: 1, 0x5F87_4687_F6AF_969F),
        Golden(.max, 0, 0, step: 0, hop: 0, n: 0, 0x1D3C_4EF1_C6E3_95BA),
        Golden(0, .max, 0, step: 0, hop: 0, n: 0, 0x6569_8730_4317_50EE),
        Golden(0, 0, .max, step: 0, hop: 0, n: 0, 0x3B07_19C8_A379_429C),
        Golden(0, 0, 0, step: .max, hop: .max, n: 0, 0xC27B_140B_B830_1D86),
        Golden(0, 0, 0, step: 0, hop: 0, n: .max, 0x95F9_6E49_FD24_A4EC),
        Golden(.max, .max, .max, step: .max, hop: .max, n: .max, 0x48FA_B14E_690F_E174),
        Golden(0x5EED, 1, 0x11, step: 3, hop: 0, n: 0, 0x7AC9_75CF_0CB0_3314),
        Golden(0x5EED, 2, 0x11, step: 3, hop: 0, n: 0, 0xB46E_F520_3E5F_48C3),
        Golden(0x5EED, 3, 0x11, step: 3, hop: 0, n: 0, 0x5A4C_41BE_AF08_9777),
        Golden(0x5EED, 4, 0x11, step: 3, hop: 0, n: 0, 0x9E6A_5FF5_03AE_2ECE),
        Golden(0x5EED, 1, 0x12, step: 3, hop: 0, n: 0, 0x3989_511F_CFFB_8B95),
        Golden(0x5EED, 1, 0x13, step: 3, hop: 0, n: 0, 0xEBEA_DEC4_7160_237C),
        Golden(0x5EED, 1, 0x14, step: 3, hop: 0, n: 0, 0x1ECC_A483_5E90_8182),
        Golden(0x5EED, 1, 0x11, step: 1, hop: 0, n: 0, 0x5E9E_F61B_3991_3C6B),
        Golden(0x5EED, 1, 0x11, step: 1, hop: 1, n: 0, 0xC9DF_392A_0B27_1270),
        Golden(0x5EED, 1, 0x11, step: 1, hop: 2, n: 0, 0xDABB_2D57_CB69_FC53),
        Golden(0x5EED, 1, 0x11, step: 2, hop: 0, n: 0, 0x2FE5_E870_6DA7_1BEF),
        Golden(0x5EED, 1, 0x11, step: 2, hop: 1, n: 0, 0xEEA0_865D_1BA3_7447),
        Golden(0x5EED, 1, 0x11, step: 2, hop: 2, n: 0, 0x8A07_089A_01F9_C7CB),
        Golden(0x5EED, 1, 0x11, step: 3, hop: 0, n: 1, 0x68EE_5638_576B_E061),
        Golden(0x5EED, 1, 0x11, step: 3, hop: 0, n: 2, 0x32D0_C485_5CB3_8B10),
        Golden(0x5EED, 1, 0x11, step: 3, hop: 0, n: 3, 0xEE2F_AF5A_60BD_329E),
        Golden(7, 1, 2, step: 3, hop: 4, n: 5, 0xBD74_B75F_9C46_8E9F),
        Golden(0xDEAD_BEEF_CAFE_F00D, 42, 0xF_4240, step: 0xD6, hop: 9, n: 1, 0xB8E1_7891_4898_AC77),
        Golden(
            0x8000_0000_0000_0000, 0x8000_0000, 0x8000_0000_0000_0000, step: 0x8000_0000, hop: 0,
            n: 0x8000_0000_0000_0000,
            0x1A41_5CB0_2D3A_26FF),
    ]
}

/// The five inputs of the die, to change one of them a bit at a time.
struct DieInputs {
    enum Name: CaseIterable { case seed, purpose, entity, cause, n }

    private var words: [UInt64]

    init(from dice: inout SeededDice) { self.words = Name.allCases.map { _ in dice.next() } }

    static func bits(of name: Name) -> Range<Int> { name == .purpose ? 0..<32 : 0..<64 }

    func flipped(_ bit: Int, of name: Name) -> DieInputs {
        var other = self
        other.words[Name.allCases.firstIndex(of: name) ?? 0] ^= 1 << UInt64(bit)
        return other
    }

    var roll: UInt64 {
        die(
            seed: self.words[0], purpose: DiePurpose(number: UInt32(truncatingIfNeeded: self.words[1])),
            entity: self.words[2],
            cause: DieCause(
                step: UInt32(truncatingIfNeeded: self.words[3] >> 32), hop: UInt32(truncatingIfNeeded: self.words[3])),
            n: self.words[4])
    }
}

@Suite("The die")
struct DieTests {
    @Test("gives the numbers of format 1", arguments: Golden.formatOne)
    func golden(_ golden: Golden) {
        #expect(Die.format == 1)
        let (purpose, cause) = (golden.purpose, golden.cause)
        #expect(
            die(seed: golden.seed, purpose: purpose, entity: golden.entity, cause: cause, n: golden.n) == golden.bits)
        let draw = Die(seed: golden.seed).draw(purpose, entity: golden.entity, cause: cause, n: golden.n)
        #expect(draw == Draw(bits: golden.bits))
    }

    @Test("counts a cause as its step in the upper half and its hop in the lower half")
    func cause() {
        #expect(DieCause(step: 1, hop: 2).number == 0x1_0000_0002)
        #expect(DieCause(step: .max, hop: .max).number == .max)
        #expect(DieCause(step: 7).hop == 0)
    }

    @Test("a consequence is one hop further, and further messages of an event get distant hops")
    func next() {
        let cause = DieCause(step: 7, hop: 3 << 16)
        #expect(cause.next() == DieCause(step: 7, hop: 3 << 16 + 1))
        #expect(cause.next(place: 0) == cause.next())
        #expect(DieCause(step: 7, hop: .max).next() == DieCause(step: 7))
        // A golden value: seeds that somebody wrote down must mean the same in every later build.
        #expect(cause.next(place: 1) == DieCause(step: 7, hop: 1_637_183_338))
    }

    @Test("no two consecutive messages in a step have the same cause")
    func causes() {
        var seen: Set<DieCause> = []
        var count = 0
        for thing in 0..<64 as Range<UInt32> {
            var causes = [DieCause(step: 7, hop: thing << 16)]
            for _ in 0..<4 {
                causes = causes.flatMap { cause in (0..<3 as Range<UInt64>).map { cause.next(place: $0) } }
                seen.formUnion(causes)
                count += causes.count
            }
        }
        #expect(seen.count == count)
    }

    @Test("sets each bit in half of its numbers")
    func balance() {
        let die = Die(seed: 2026)
        var ones = [Int](repeating: 0, count: 64)
        let rolls = 20_000
        for entity in 0..<UInt64(rolls) {
            let bits = die.draw(DiePurpose(number: 1), entity: entity, cause: DieCause(step: 0)).bits
            for bit in 0..<64 where bits >> UInt64(bit) & 1 == 1 { ones[bit] += 1 }
        }
        // Five standard deviations: the square root of 20,000 is 141, half of it 71.
        #expect(ones.allSatisfy { abs($0 - rolls / 2) < 5 * 71 }, "\(ones)")
    }

    @Test("changes about half of the bits when one bit of one input changes", arguments: DieInputs.Name.allCases)
    func avalanche(_ name: DieInputs.Name) {
        var dice = SeededDice(seed: 17)
        let trials = 200
        let flips = DieInputs.bits(of: name)
        var changed = [Int](repeating: 0, count: 64)
        for _ in 0..<trials {
            let inputs = DieInputs(from: &dice)
            let roll = inputs.roll
            for flip in flips {
                let difference = roll ^ inputs.flipped(flip, of: name).roll
                // 32 of 64 bits, with a standard deviation of 4.
                #expect((6...58).contains(difference.nonzeroBitCount))
                for bit in 0..<64 where difference >> UInt64(bit) & 1 == 1 { changed[bit] += 1 }
            }
        }
        let pairs = trials * flips.count
        // A percent and a half: five standard deviations of 12,800 pairs are 2.2 %, and the mixing does better.
        #expect(changed.allSatisfy { abs($0 * 1_000 / pairs - 500) < 25 }, "\(changed) of \(pairs)")
    }

    @Test("distinguishes small neighbouring inputs: no number occurs twice")
    func neighbours() {
        var seen: Set<UInt64> = []
        var count = 0
        for seed in 0..<6 as Range<UInt64> {
            for purpose in 0..<6 as Range<UInt32> {
                for entity in 0..<6 as Range<UInt64> {
                    for step in 0..<6 as Range<UInt32> {
                        for hop in 0..<4 as Range<UInt32> {
                            for n in 0..<4 as Range<UInt64> {
                                let draw = Die(seed: seed).draw(
                                    DiePurpose(number: purpose), entity: entity,
                                    cause: DieCause(step: step, hop: hop), n: n)
                                seen.insert(draw.bits)
                                count += 1
                            }
                        }
                    }
                }
            }
        }
        #expect(seen.count == count)
    }
}
