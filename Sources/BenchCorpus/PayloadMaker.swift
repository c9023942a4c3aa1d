/// Makes a sequence of payloads from one sequence of random numbers.
struct PayloadMaker {
    private var dice: SplitMix64

    init(seed: UInt64) { self.dice = SplitMix64(seed: seed) }

    mutating func payload(_ shape: PayloadShape) -> SamplePayload {
        switch shape {
        case .bare: self.bare(style: self.dice.below(Self.bareStyles))
        case .nested: self.filled(shape, size: 300...960, silent: true, envelope: self.roll(1, 2))
        case .alert: self.filled(shape, size: 200...450, silent: false, envelope: self.roll(1, 20))
        case .unicode: self.filled(shape, size: 340...880, silent: self.roll(1, 3), envelope: self.roll(1, 4))
        case .escapes: self.filled(shape, size: 200...380, silent: self.roll(1, 3), envelope: self.roll(1, 4))
        case .large: self.filled(shape, size: 2000...3600, silent: self.roll(1, 2), envelope: self.roll(1, 2))
        }
    }

    private mutating func roll(_ hits: Int, _ outOf: Int) -> Bool { self.dice.chance(hits, in: outOf) }

    /// The number of different styles in which a bare push can be written.
    static let bareStyles = 4

    mutating func bare(style: Int) -> SamplePayload {
        var dice = self.dice
        var json = CompactJSON(.raw)
        let isApsLast = dice.chance(1, in: 4)
        json.object { json in
            if !isApsLast { Self.silentAps(&json, marked: style == 2) }
            switch style {
            case 0:
                json.text("room", Vocabulary.uuid(&dice))
                json.plain("seq", Vocabulary.number(digits: 5, &dice))
            case 1: json.text("event_id", "$" + Vocabulary.token(43, &dice))
            case 2:
                json.plain("account", Vocabulary.number(digits: dice.within(6...10), &dice))
                json.text("change", Vocabulary.hexadecimal(dice.within(8...16), &dice))
            default:
                json.text("type", dice.pick(Vocabulary.kinds))
                json.plain("user", Vocabulary.number(digits: dice.within(6...11), &dice))
                json.plain("stamp", "17" + Vocabulary.number(digits: 11, &dice))
            }
            if isApsLast { Self.silentAps(&json, marked: style == 2) }
        }
        self.dice = dice
        return SamplePayload(bytes: json.bytes, shape: .bare, isSilent: true, isTap: false)
    }

    private static func silentAps(_ json: inout CompactJSON, marked: Bool) {
        json.object("aps") { json in
            json.plain("content-available", 1)
            if marked { json.text("category", "sync") }
        }
    }

    private mutating func filled(
        _ shape: PayloadShape, size: ClosedRange<Int>, silent: Bool, envelope: Bool
    ) -> SamplePayload {
        var dice = self.dice
        let goal = dice.within(size)
        let isApsLast = dice.chance(1, in: 4)
        var json = CompactJSON(shape == .escapes ? .escaped : .raw)
        json.object { json in
            if !isApsLast { ApsMaker.write(shape, silent: silent, into: &json, &dice) }
            if envelope { EnvelopeMaker.write(ids: shape == .large ? 30 : 4, into: &json, &dice) }
            CustomDataMaker.fill(shape, until: goal - (isApsLast ? 60 : 0), in: &json, &dice)
            if isApsLast { ApsMaker.write(shape, silent: silent, into: &json, &dice) }
        }
        self.dice = dice
        return SamplePayload(bytes: json.bytes, shape: shape, isSilent: silent, isTap: silent && envelope)
    }
}
