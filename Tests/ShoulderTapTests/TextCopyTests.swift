import ShoulderTap
import TestSupport
import Testing

/// A text that is copied block by block is what a reader gets who takes one byte after the other.
///
/// `SHOULDERTAP_EDGES` says how many texts the dice make, `SHOULDERTAP_EDGE_SEED` which.
@Suite("Texts that are copied without their escapes")
struct TextCopyTests {
    private static let pieces: [[UInt8]] =
        ["x", "é", "😀", "\\\"", "\\\\", "\\/", "\\n", "\\t", "\\r", "\\b", "\\f"].map { Array($0.utf8) }
    private static let endings: [[UInt8]] =
        ["\"", "\"}\n", "", "\\", "\\u0041\"", "\\x\"", "\u{1F}\"", "\n", "\\\u{0}\""].map { Array($0.utf8) }

    @Test("Any text, at any position, with anything after it")
    func anyText() {
        let seed = UInt64(Environment.number("SHOULDERTAP_EDGE_SEED") ?? 1)
        for iteration in 0..<(Environment.number("SHOULDERTAP_EDGES") ?? 4_000) {
            var dice = SeededDice(seed: seed &+ UInt64(iteration) &* 0xD6E8_FEB8_6659_FD93)
            let start = dice.below(70)
            var bytes = [UInt8](repeating: 0x22, count: start)
            let size = start + dice.below(220)
            // Long runs and escapes side by side.
            while bytes.count < size {
                let piece = dice.below(3) == 0 ? dice.pick(Self.pieces) : Self.pieces[0]
                for _ in 0...dice.below(dice.coin() ? 2 : 40) { bytes += piece }
            }
            bytes += dice.pick(Self.endings)
            bytes += [UInt8](repeating: dice.coin() ? 0x22 : 0xE9, count: dice.below(90))
            let found = Self.disagreement(bytes, from: start)
            #expect(found == nil, "text \(iteration) of seed \(seed), from \(start): \(escapedForShell(bytes))")
        }
    }

    @Test("Nothing is written beyond the room, and a text that does not fit gives nil")
    func room() throws {
        let bytes = Array(String(repeating: #"ab\"cdefgh"#, count: 30).utf8) + [0x22]
        let whole = try #require(Self.copy(bytes, from: 0, room: 1_000))
        for room in 0...320 {
            let fits = room >= whole.written.count + 32
            #expect(Self.copy(bytes, from: 0, room: room) == (fits ? whole : nil), "\(room) bytes")
        }
    }

    private struct Copied: Equatable {
        let end: Int
        let written: [UInt8]
        let isASCII: Bool
    }

    /// The copy, with a look at the bytes behind the room.
    private static func copy(_ bytes: [UInt8], from start: Int, room: Int) -> Copied? {
        var target = [UInt8](repeating: 0xA5, count: room + 64)
        let copy = target.withUnsafeMutableBytes { target in
            bytes.span.copyText(from: start, to: UnsafeMutableRawBufferPointer(rebasing: target[..<room]))
        }
        #expect(target[room...].allSatisfy { $0 == 0xA5 }, "something is written behind the room")
        return copy.map { Copied(end: $0.end, written: Array(target[..<$0.count]), isASCII: $0.isASCII) }
    }

    private static func disagreement(_ bytes: [UInt8], from start: Int) -> String? {
        let wanted = Self.slowly(bytes, from: start)
        guard let found = Self.copy(bytes, from: start, room: 10_000) else { return wanted == nil ? nil : "nothing" }
        guard let wanted, wanted.end == found.end, wanted.written == found.written else { return "another text" }
        // That a text is not ASCII may be said too often.
        return wanted.isASCII || !found.isASCII ? nil : "ASCII"
    }

    private static func slowly(_ bytes: [UInt8], from start: Int) -> Copied? {
        let letters: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x62: 0x08, 0x66: 0x0C,
        ]
        var (offset, written) = (start, [UInt8]())
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x22: return Copied(end: offset + 1, written: written, isASCII: written.allSatisfy { $0 < 0x80 })
            case 0x5C:
                guard offset + 1 < bytes.count, let meant = letters[bytes[offset + 1]] else { return nil }
                written.append(meant)
                offset += 2
            case 0..<0x20: return nil
            case let byte:
                written.append(byte)
                offset += 1
            }
        }
        return nil
    }
}
