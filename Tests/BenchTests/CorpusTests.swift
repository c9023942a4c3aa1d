import BenchCorpus
import Foundation
import Testing

@Suite("The corpus of the benchmark")
struct CorpusTests {
    static let mixed = Corpus.mixed()

    @Test("The seed makes the same bytes on every machine")
    func isPinned() {
        #expect(Corpus.fingerprint(Self.mixed) == 0x24A1_1A6E_52C5_3D4D)
        #expect(Corpus.fingerprint(Corpus.backgrounds()) == 0x4E06_EE9F_A5F0_E7C5)
        #expect(Corpus.fingerprint(Corpus.taps()) == 0x78CE_C800_3C2D_65EB)
    }

    @Test("Another seed makes other bytes")
    func followsTheSeed() {
        #expect(Corpus.fingerprint(Corpus.taps(count: 10, seed: 1)) != Corpus.fingerprint(Corpus.taps(count: 10)))
    }

    @Test("Every payload occurs once")
    func isDistinct() {
        for payloads in [Self.mixed, Corpus.backgrounds(), Corpus.taps()] {
            #expect(payloads.count == Corpus.count)
            #expect(Set(payloads.map(\.bytes)).count == payloads.count)
        }
    }

    @Test("Each shape has its share and its sizes", arguments: PayloadShape.allCases)
    func keepsItsShape(_ shape: PayloadShape) {
        let sizes = Self.mixed.filter { $0.shape == shape }.map(\.bytes.count)
        #expect(sizes.count == Corpus.count * shape.share / 100)
        let allowed: ClosedRange<Int> =
            switch shape {
            case .bare: 80...110
            case .nested: 270...1200
            case .alert: 100...900
            case .unicode: 300...1200
            case .escapes: 160...1000
            case .large: 2000...4096
            }
        #expect(allowed.contains(sizes.min() ?? 0), "smallest \(sizes.min() ?? 0)")
        #expect(allowed.contains(sizes.max() ?? 0), "largest \(sizes.max() ?? 0)")
    }

    @Test("The mean size is that of the published figures")
    func hasItsMean() {
        let mean = Self.mixed.reduce(0) { $0 + $1.bytes.count } / Self.mixed.count
        #expect((598...638).contains(mean), "mean \(mean)")
    }

    @Test("The bare sets have one size each")
    func bareSetsHaveOneSize() {
        #expect(Set(Corpus.backgrounds().map(\.bytes.count)) == [89])
        #expect(Set(Corpus.taps().map(\.bytes.count)) == [171])
    }

    @Test("Every payload is JSON, and the facts of its maker are true")
    func isWhatItSays() throws {
        for sample in Self.mixed + Corpus.backgrounds() + Corpus.taps() {
            let root = try JSONSerialization.jsonObject(with: Data(sample.bytes))
            let payload = try #require(root as? [String: Any])
            let aps = try #require(payload["aps"] as? [String: Any])
            let isQuiet = aps["alert"] == nil && aps["badge"] == nil && aps["sound"] == nil
            let isSilent = isQuiet && (aps["content-available"] as? NSNumber)?.intValue == 1
            let envelope = payload["shoulderTap"] as? [String: Any]
            try #require(sample.isSilent == isSilent)
            try #require(sample.isTap == (isSilent && envelope?["scenario"] as? String == "userNotifications"))
        }
    }

    @Test("No key occurs twice in one object")
    func hasNoDuplicateKeys() throws {
        for sample in Self.mixed {
            let root = try JSONSerialization.jsonObject(with: Data(sample.bytes))
            try #require(Self.keyCount(root) == Self.colonCount(sample.bytes))
        }
    }

    private static func keyCount(_ value: Any) -> Int {
        if let object = value as? [String: Any] { return object.count + object.values.map(Self.keyCount).reduce(0, +) }
        if let array = value as? [Any] { return array.map(Self.keyCount).reduce(0, +) }
        return 0
    }

    /// Colons outside strings: one for each member that was written.
    private static func colonCount(_ bytes: [UInt8]) -> Int {
        var (count, isInside, isEscaped) = (0, false, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInside.toggle()
            } else if byte == UInt8(ascii: ":") && !isInside {
                count += 1
            }
        }
        return count
    }
}
