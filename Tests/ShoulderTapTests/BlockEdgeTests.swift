import ShoulderTap
import TestSupport
import Testing

/// Blocks of 16 and 64 bytes are what makes the parser fast, and their edges are where it could be wrong.
///
/// `SHOULDERTAP_EDGES` says how many texts the dice make, `SHOULDERTAP_EDGE_SEED` which.
@Suite("Texts across the edges of blocks")
struct BlockEdgeTests {
    /// The ends of every range that RFC 3629 names, and what the grammar of strings names.
    private static let bytes: [UInt8] =
        [
            0x78, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF,
        ] + [0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x0A, 0x6E]

    private static let characters = ["x", "é", "€", "😀"].map { Array($0.utf8) }

    @Test("Any few bytes anywhere in a string are read as by the reference")
    func fewBytes() {
        let seed = UInt64(Environment.number("SHOULDERTAP_EDGE_SEED") ?? 1)
        let count = Environment.number("SHOULDERTAP_EDGES") ?? 4_000
        for iteration in 0..<count {
            var dice = SeededDice(seed: seed &+ UInt64(iteration) &* 0xD6E8_FEB8_6659_FD93)
            let text = Self.text(&dice)
            guard let found = Self.disagreement(on: text) else { continue }
            Issue.record(
                """
                text \(iteration): \(found): printf '%b' '\(escapedForShell(text))'
                repeat: SHOULDERTAP_EDGE_SEED=\(seed) SHOULDERTAP_EDGES=\(iteration + 1) \
                swift test --filter BlockEdgeTests
                """)
            return
        }
    }

    @Test(
        "A string of any length ends at its quote, at any position",
        arguments: [0, 1, 6, 7, 8, 54, 55, 56, 62, 63, 64, 119, 126, 127])
    func everyLength(from start: Int) {
        let endings: [[UInt8]] = [[0x22], [0x5C, 0x22, 0x22], [0x5C, 0x5C, 0x22], [0x1F, 0x22], [0x5C], []]
        for length in 0...260 {
            let ending = endings[length % endings.count]
            for ending in length % 7 == 0 ? endings : [ending] {
                let blanks = [UInt8](repeating: 0x20, count: start)
                let text = blanks + [0x22] + [UInt8](repeating: UInt8(ascii: "x"), count: length) + ending
                let found = Self.disagreement(on: text)
                #expect(found == nil, "\(length) bytes behind \(start) blanks, then \(ending)")
            }
        }
    }

    /// A string of one script, with a few bytes that may be no text, from 3 to 200 bytes in all.
    private static func text(_ dice: inout SeededDice) -> [UInt8] {
        let size = dice.coin() ? 3 + dice.below(198) : dice.pick([16, 19, 20, 32, 64, 67, 80, 83, 128, 131, 147, 195])
        let character = dice.pick(Self.characters)
        var text: [UInt8] = [0x22]
        while text.count + character.count < size { text += character }
        while text.count < size - 1 { text.append(0x78) }
        text.append(0x22)
        for _ in 0...dice.below(2) {
            let bytes = (0..<1 + dice.below(4)).map { _ in dice.pick(Self.bytes) }
            let place = 1 + dice.below(text.count - 1)
            // Over what stands there, so that whole characters are also cut.
            for (index, byte) in bytes.enumerated() where place + index < text.count - 1 {
                text[place + index] = byte
            }
        }
        // One in four texts lacks its end.
        return dice.below(4) == 0 ? text.dropLast(1 + dice.below(min(4, text.count - 1))) : text
    }

    private static func disagreement(on text: [UInt8]) -> String? {
        let inspection = PushPayload.inspect(text)
        let tree = try? ReferenceJSON.parse(text)
        let kind = tree == nil ? PayloadKind.malformed : .foreign
        if PushPayload.classify(text.span) != kind || inspection.kind != kind { return "not \(kind)" }
        if let tree {
            let isSame = inspection.root?.string.map { Array($0.utf8) } == tree.text
            return isSame && inspection.root?.rawBytes.indices == tree.range ? nil : "another string"
        }
        guard let first = inspection.diagnostics.first else { return "no reason" }
        guard let error = ReferenceUTF8.firstError(in: text) else { return nil }
        let isTextFault = first.code.description.hasPrefix("utf8")
        if isTextFault { return first.offset == error ? nil : "no UTF-8 at \(error), said \(first.offset)" }
        return first.offset < error ? nil : "no UTF-8 at \(error), said \(first.code) at \(first.offset)"
    }
}
