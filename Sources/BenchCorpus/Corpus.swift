/// The payload sets of the benchmark: distinct payloads, generated from one seed, with the same bytes on every machine.
///
/// Thousands of distinct payloads keep a branch predictor from memorising them.
package enum Corpus {
    /// The seed of the published figures.
    package static let seed: UInt64 = 0x5EED_0F_7A95
    /// The number of payloads for the published figures.
    package static let count = 8000

    /// Returns the mix: `count` distinct payloads with the shares of `PayloadShape`, shuffled.
    package static func mixed(count: Int = Self.count, seed: UInt64 = Self.seed) -> [SamplePayload] {
        var maker = PayloadMaker(seed: seed)
        var payloads: [SamplePayload] = []
        for shape in PayloadShape.allCases {
            payloads += Self.distinct(count * shape.share / 100) { maker.payload(shape) }
        }
        var dice = SplitMix64(seed: ~seed)
        dice.shuffle(&payloads)
        return payloads
    }

    /// Returns bare background pushes of 89 bytes, in each style of the mix in turn.
    package static func backgrounds(count: Int = Self.count, seed: UInt64 = Self.seed) -> [SamplePayload] {
        var maker = PayloadMaker(seed: seed &+ 1)
        var style = 0
        return Self.distinct(count) {
            style = (style + 1) % PayloadMaker.bareStyles
            while true {
                let payload = maker.bare(style: style)
                if payload.bytes.count == 89 { return payload }
            }
        }
    }

    /// Returns our taps with a UUID subscription, of 171 bytes.
    package static func taps(count: Int = Self.count, seed: UInt64 = Self.seed) -> [SamplePayload] {
        var dice = SplitMix64(seed: seed &+ 2)
        return Self.distinct(count) {
            SamplePayload(bytes: EnvelopeMaker.bareTap(&dice), shape: .bare, isSilent: true, isTap: true)
        }
    }

    /// Returns the FNV-1a hash of all bytes. A byte that JSON never contains is hashed after each payload.
    package static func fingerprint(_ payloads: [SamplePayload]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for payload in payloads {
            for byte in payload.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return hash
    }

    private static func distinct(_ count: Int, _ make: () -> SamplePayload) -> [SamplePayload] {
        var seen: Set<[UInt8]> = []
        var payloads: [SamplePayload] = []
        while payloads.count < count {
            let payload = make()
            if seen.insert(payload.bytes).inserted { payloads.append(payload) }
        }
        return payloads
    }
}
