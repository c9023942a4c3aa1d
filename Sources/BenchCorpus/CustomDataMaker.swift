/// Writes the data that senders add beside `aps`.
enum CustomDataMaker {
    /// Adds members until the payload has about `goal` bytes.
    static func fill(
        _ shape: PayloadShape, until goal: Int, in json: inout CompactJSON, _ dice: inout SplitMix64
    ) {
        let words = ApsMaker.words(of: shape, &dice)
        var number = 0
        while json.bytes.count < goal {
            // A number in the key keeps the keys of one object distinct.
            let key = dice.pick(Vocabulary.keys) + (number == 0 ? "" : String(number))
            number += 1
            switch shape {
            case .nested: Self.tree(key, depth: 3, until: goal, in: &json, &dice)
            case .large where dice.chance(1, in: 2): Self.tree(key, depth: 4, until: goal, in: &json, &dice)
            case .large: Self.items(key, until: goal, in: &json, &dice)
            case .unicode, .escapes:
                json.text(key, Vocabulary.sentence(of: words, length: dice.within(16...80), &dice))
            case .alert, .bare: Self.scalar(key, in: &json, &dice)
            }
        }
    }

    private static func scalar(_ key: String, in json: inout CompactJSON, _ dice: inout SplitMix64) {
        switch dice.below(8) {
        case 0: json.text(key, Vocabulary.uuid(&dice))
        case 1: json.text(key, Vocabulary.token(22, &dice))
        case 2: json.plain(key, dice.chance(1, in: 2))
        case 3: json.plain(key, Vocabulary.number(digits: 13, &dice))
        case 4: json.plain(key, "-\(dice.below(180)).\(Vocabulary.number(digits: 5, &dice))")
        case 5: json.plain(key, "null")
        case 6: json.text(key, "https://example.com/\(dice.pick(Vocabulary.kinds))/\(dice.below(100_000))")
        default: json.text(key, dice.pick(Vocabulary.kinds))
        }
    }

    private static func tree(
        _ key: String, depth: Int, until goal: Int, in json: inout CompactJSON, _ dice: inout SplitMix64
    ) {
        json.object(key) { json in
            for number in 0..<dice.within(2...5) {
                let inner = dice.pick(Vocabulary.keys) + String(number)
                guard json.bytes.count < goal else { return }
                if depth > 0 && dice.chance(1, in: 3) {
                    Self.tree(inner, depth: depth - 1, until: goal, in: &json, &dice)
                } else if dice.chance(1, in: 5) {
                    json.array(inner) { json in
                        for _ in 0..<dice.within(1...6) { json.plain(nil, dice.below(10_000)) }
                    }
                } else {
                    Self.scalar(inner, in: &json, &dice)
                }
            }
        }
    }

    private static func items(
        _ key: String, until goal: Int, in json: inout CompactJSON, _ dice: inout SplitMix64
    ) {
        let count = dice.within(4...12)
        json.array(key) { json in
            for _ in 0..<count where json.bytes.count < goal {
                json.object { json in
                    json.text("id", Vocabulary.uuid(&dice))
                    json.text("text", Vocabulary.sentence(of: Vocabulary.english, length: dice.within(20...120), &dice))
                    json.plain("created", Vocabulary.number(digits: 13, &dice))
                    if dice.chance(1, in: 2) { Self.scalar("extra", in: &json, &dice) }
                }
            }
        }
    }
}
