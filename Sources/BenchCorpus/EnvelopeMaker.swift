/// Writes our envelope, well-formed and in the order of its encoder.
enum EnvelopeMaker {
    static func write(ids most: Int, into json: inout CompactJSON, _ dice: inout SplitMix64) {
        json.object("shoulderTap") { json in
            json.plain("v", 1)
            json.text("scenario", "userNotifications")
            json.text("host", dice.pick(Vocabulary.hosts))
            json.text("subscription", Vocabulary.uuid(&dice))
            if dice.chance(2, in: 3) { json.text("head", Vocabulary.number(digits: dice.within(1...12), &dice)) }
            guard dice.chance(1, in: 2) else { return }
            let count = 1 + dice.below(most)
            json.array("activities") { json in
                for _ in 0..<count {
                    json.object { json in
                        json.text("id", Vocabulary.token(dice.pick([4, 12, 22]), &dice))
                    }
                }
            }
        }
    }

    /// Returns a tap whose envelope has a UUID as its subscription and a number of two digits as its head. The payload
    /// has 171 bytes.
    static func bareTap(_ dice: inout SplitMix64) -> [UInt8] {
        var json = CompactJSON(.raw)
        json.object { json in
            json.object("aps") { json in json.plain("content-available", 1) }
            json.object("shoulderTap") { json in
                json.plain("v", 1)
                json.text("scenario", "userNotifications")
                json.text("host", "contoso.com")
                json.text("subscription", Vocabulary.uuid(&dice))
                json.text("head", Vocabulary.number(digits: 2, &dice))
            }
        }
        return json.bytes
    }
}
