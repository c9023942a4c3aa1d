/// Writes the `aps` dictionary.
enum ApsMaker {
    static func write(
        _ shape: PayloadShape, silent: Bool, into json: inout CompactJSON, _ dice: inout SplitMix64
    ) {
        let words = Self.words(of: shape, &dice)
        json.object("aps") { json in
            guard !silent else {
                json.plain("content-available", 1)
                if dice.chance(1, in: 4) { json.text("thread-id", Vocabulary.token(12, &dice)) }
                return
            }
            Self.alert(of: words, into: &json, &dice)
            if dice.chance(2, in: 3) { Self.sound(into: &json, &dice) }
            if dice.chance(1, in: 2) { json.plain("badge", dice.below(100)) }
            if dice.chance(1, in: 4) { json.plain("content-available", 1) }
            if dice.chance(1, in: 3) { json.plain("mutable-content", 1) }
            if dice.chance(1, in: 3) { json.text("thread-id", Vocabulary.token(12, &dice)) }
            if dice.chance(1, in: 3) { json.text("category", dice.pick(Vocabulary.kinds)) }
            if dice.chance(1, in: 6) {
                json.text("interruption-level", dice.pick(["passive", "active", "time-sensitive"]))
                json.plain("relevance-score", "0.\(1 + dice.below(9))")
            }
        }
    }

    static func words(of shape: PayloadShape, _ dice: inout SplitMix64) -> [String] {
        switch shape {
        case .unicode:
            dice.pick([Vocabulary.cyrillic, Vocabulary.japanese, Vocabulary.arabic, Vocabulary.accented])
                + Vocabulary.pictures.prefix(2)
        case .escapes:
            Vocabulary.technical + Vocabulary.accented + dice.pick([Vocabulary.english, Vocabulary.cyrillic])
        default: Vocabulary.english
        }
    }

    private static func alert(of words: [String], into json: inout CompactJSON, _ dice: inout SplitMix64) {
        if dice.chance(1, in: 4) {
            json.text("alert", Vocabulary.sentence(of: words, length: dice.within(20...60), &dice))
            return
        }
        json.object("alert") { json in
            if dice.chance(1, in: 6) {
                json.text("loc-key", "GAME_INVITE_FORMAT")
                json.array("loc-args") { json in
                    json.text(nil, dice.pick(words))
                    json.text(nil, dice.pick(words))
                }
            } else {
                json.text("title", Vocabulary.sentence(of: words, length: dice.within(8...24), &dice))
                if dice.chance(1, in: 4) { json.text("subtitle", dice.pick(words)) }
                json.text("body", Vocabulary.sentence(of: words, length: dice.within(30...90), &dice))
            }
        }
    }

    private static func sound(into json: inout CompactJSON, _ dice: inout SplitMix64) {
        guard dice.chance(1, in: 8) else { return json.text("sound", dice.pick(["default", "ping.caf", "bell.aiff"])) }
        json.object("sound") { json in
            json.plain("critical", 1)
            json.text("name", "alarm.caf")
            json.plain("volume", "0.\(1 + dice.below(9))")
        }
    }
}
