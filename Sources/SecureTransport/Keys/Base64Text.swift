import Basics
internal import COpenSSL

/// Base64 with padding, as in RFC 4648 §4 and in PEM.
enum Base64Text {
    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        // OpenSSL writes a zero byte after the text.
        let count = (bytes.count + 2) / 3 * 4
        return [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, written in
            written = Int(EVP_EncodeBlock(buffer.baseAddress, bytes, Int32(bytes.count)))
        }
    }

    /// Decodes a text. Accepts only a text that ``encoded(_:)`` can write, and returns nil for any other text.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4), text.allSatisfy({ Self.isDigit($0) || $0 == Self.padding }) else {
            return nil
        }
        return Base64URL.bytes(ofLenient: text)
    }

    static let padding = UInt8(ascii: "=")

    static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
