/// Payloads that must not be accepted as taps: each is a valid tap with one defect.
package enum MalformedPayloads {
    /// One broken payload.
    package struct Variant: Sendable {
        /// The defect.
        package let name: String
        package let bytes: [UInt8]
    }

    /// Returns every variant, made from the first taps of the corpus.
    package static func all() -> [Variant] {
        let bare = Corpus.taps(count: 2)
        let rich = Corpus.mixed(count: 1000).filter(\.isTap).prefix(12)
        let taps = (bare + rich).map(\.bytes)
        let broken = taps.flatMap { tap in
            Self.truncations(of: tap) + Self.insertions(into: tap) + Self.surroundings(of: tap)
        }
        return broken + Self.wrongTypes() + Self.wholes()
    }

    private static func truncations(of tap: [UInt8]) -> [Variant] {
        stride(from: 0, to: tap.count, by: tap.count > 400 ? 13 : 1).map { count in
            Variant(name: "cut after \(count) of \(tap.count) bytes", bytes: Array(tap.prefix(count)))
        }
    }

    /// Returns variants with an additional member at the start. The value of that member has a defect, although no
    /// reader needs it.
    private static func insertions(into tap: [UInt8]) -> [Variant] {
        let open64 = Array(repeating: UInt8(ascii: "["), count: 64)
        let close64 = Array(repeating: UInt8(ascii: "]"), count: 64)
        let members: [(String, [UInt8])] = [
            ("duplicate aps", Array(#""aps":{"content-available":1}"#.utf8)),
            ("duplicate aps, escaped", Array(#""\u0061ps":{"content-available":1}"#.utf8)),
            ("duplicate envelope", Array(#""shoulderTap":{}"#.utf8)),
            ("nesting of 65", Array(#""x":"#.utf8) + open64 + close64),
            ("lone high surrogate", Array(#""x":"\ud83d""#.utf8)),
            ("lone low surrogate", Array(#""x":"\ude00""#.utf8)),
            ("two high surrogates", Array(#""x":"\ud83d\ud83d""#.utf8)),
            ("bad escape", Array(#""x":"\q""#.utf8)),
            ("raw line feed", Array("\"x\":\"a\nb\"".utf8)),
            ("leading zero", Array(#""x":01"#.utf8)),
            ("bare point", Array(#""x":1."#.utf8)),
            ("misspelt literal", Array(#""x":True"#.utf8)),
            ("unquoted key", Array("x:1".utf8)),
            ("comment", Array("/* x */".utf8)),
        ]
        let sequences: [(String, [UInt8])] = [
            ("stray continuation", [0x80]), ("overlong slash", [0xC0, 0xAF]), ("cut sequence", [0xE2, 0x82]),
            ("encoded surrogate", [0xED, 0xA0, 0x80]), ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]), ("FF", [0xFF]),
        ]
        let broken = sequences.map { name, bytes in
            ("UTF-8: \(name)", Array(#""x":"some longer text "#.utf8) + bytes + [UInt8(ascii: "\"")])
        }
        return (members + broken).map { name, member in
            Variant(name: name, bytes: [UInt8(ascii: "{")] + member + [UInt8(ascii: ",")] + tap.dropFirst())
        }
    }

    private static func surroundings(of tap: [UInt8]) -> [Variant] {
        [
            Variant(name: "byte-order mark", bytes: [0xEF, 0xBB, 0xBF] + tap),
            Variant(name: "UTF-16", bytes: tap.flatMap { [$0, 0] }),
            Variant(name: "trailing comma", bytes: tap.dropLast() + Array(",}".utf8)),
            Variant(name: "trailing bytes", bytes: tap + Array("{}".utf8)),
            Variant(name: "in an array", bytes: Array("[".utf8) + tap + Array("]".utf8)),
            Variant(name: "over 4096 bytes", bytes: tap + Array(repeating: UInt8(ascii: " "), count: 4097 - tap.count)),
        ]
    }

    private static func wrongTypes() -> [Variant] {
        let envelope = #""shoulderTap":{"v":1,"scenario":"userNotifications","host":"contoso.com","subscription":"s"}"#
        let bodies = ["null", "1", #""x""#, "[]", "{}"]
        let flags = [#""1""#, "true", #""true""#, "null", "[1]", "{}", "0", "2", "1.5", "1e400", "-1", "10e-2"]
        let apart = bodies.map { body in
            Variant(name: "aps is \(body)", bytes: Array("{\"aps\":\(body),\(envelope)}".utf8))
        }
        let flagged = flags.map { flag in
            Variant(
                name: "content-available is \(flag)",
                bytes: Array("{\"aps\":{\"content-available\":\(flag)},\(envelope)}".utf8))
        }
        let unwrapped = bodies.map { body in
            Variant(
                name: "envelope is \(body)",
                bytes: Array("{\"aps\":{\"content-available\":1},\"shoulderTap\":\(body)}".utf8))
        }
        return apart + flagged + unwrapped
    }

    private static func wholes() -> [Variant] {
        [
            Variant(name: "empty", bytes: []),
            Variant(name: "white space", bytes: Array(" \n\t ".utf8)),
            Variant(name: "4096 brackets", bytes: Array(repeating: UInt8(ascii: "["), count: 4096)),
            Variant(name: "4096 quotes", bytes: Array(repeating: UInt8(ascii: "\""), count: 4096)),
            Variant(name: "6000 zeros", bytes: Array(repeating: 0, count: 6000)),
        ]
    }
}
